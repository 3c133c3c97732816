import { and, eq, sql } from 'drizzle-orm'
import { scrapeRuns } from '#db/schema/index.ts'
import { requireAnyPlatform } from '../businesses/own-platforms.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { cancelImport, createImport, endImport, type ImportRun } from '../collection/run-store.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { isOwn } from '../platform/business-access.ts'
import { HOUR_MS } from '../rules/durations.ts'
import type {
  FinishImportInput,
  ImportCounts,
  ImportSource,
  ImportView,
  StartImportInput,
} from '../rules/imports.ts'
import { IMPORT_LIMIT_WARNING } from '../rules/plans.ts'
import type { AnyPlatform } from '../rules/platforms.ts'

/** Time without a chunk after which an import counts as abandoned. */
export const ABANDONED_AFTER_MS = HOUR_MS

/** Shown in the history if the run never finishes. */
const NOT_DONE = 'Something went wrong on our side, and nothing was stored. Please send it again.'

interface NewImport {
  organizationId: string
  businessId: string
  platform: AnyPlatform
  source: ImportSource
}

function openImport(ctx: BackgroundContext, opened: NewImport, chunks: number) {
  const now = ctx.now()
  return createImport(ctx.db, {
    ...opened,
    id: ctx.createId(),
    status: 'running',
    pagesPlanned: chunks,
    dueAt: now + ABANDONED_AFTER_MS,
    createdAt: now,
  })
}

/**
 * Statement that opens a run with one step. The run counts as failed until it succeeds, so it can't stay open if the
 * worker dies.
 */
export function openAtOnce(ctx: BackgroundContext, opened: NewImport, error = NOT_DONE) {
  const now = ctx.now()
  return createImport(ctx.db, {
    ...opened,
    id: ctx.createId(),
    status: 'failed',
    pagesPlanned: 1,
    errors: [error],
    dueAt: now,
    createdAt: now,
    finishedAt: now,
  })
}

export function countsOf(run: ImportRun): ImportCounts {
  const { reviewsFound, reviewsNew, reviewsChanged, reviewsOverQuota } = run
  return {
    stored: reviewsNew,
    updated: reviewsChanged,
    unchanged: reviewsFound - reviewsNew - reviewsChanged - reviewsOverQuota,
    overQuota: reviewsOverQuota,
  }
}

export function importView(run: ImportRun): ImportView {
  return { runId: run.id, platform: run.platform, status: run.status, nextChunk: run.page, ...countsOf(run) }
}

/** @throws DomainError `not_found` */
export async function requireImport(ctx: MemberContext, runId: string): Promise<ImportRun> {
  const rows = await ctx.db
    .select()
    .from(scrapeRuns)
    .where(and(eq(scrapeRuns.id, runId), isOwn(ctx, scrapeRuns), eq(scrapeRuns.source, 'file')))
  if (!rows[0]) throw importNotFound()
  return rows[0]
}

export function importNotFound(): DomainError {
  return new DomainError('not_found', 'This import was not found. Its business may have been deleted.')
}

export function importEnded(run: ImportRun): DomainError {
  const why = run.errors.at(-1) ?? 'It was ended.'
  return new DomainError(
    'conflict',
    `This import has ended. ${why} Start it again; what was already stored is kept.`,
  )
}

const REPLACED = 'Another import for this business was started.'

/**
 * Starts an import from a file. Ends any other open import for the same platform of the business; the reviews that it
 * has stored stay.
 *
 * @throws DomainError `not_found`, `plan_limit`
 */
export async function startImport(ctx: MemberContext, input: StartImportInput): Promise<ImportView> {
  const { businessId, platform, chunks } = input
  const business = await requireBusiness(ctx, businessId)
  await requireAnyPlatform(ctx, platform)
  const organizationId = ctx.organization.id
  const key = { organizationId, businessId: business.id, platform }
  const [, opened] = await ctx.db.batch([
    cancelImport(ctx.db, key, ctx.now(), REPLACED),
    openImport(ctx, { ...key, source: 'file' }, chunks),
    recordAction(ctx, { organizationId, action: 'file_imported', subject: business.name }),
  ])
  if (!opened[0]) throw new DomainError('unavailable', 'The import could not be started. Please try again.')
  return importView(opened[0])
}

/**
 * Idempotent.
 * @throws DomainError `not_found`; `conflict` if the import was canceled or has failed
 */
export async function finishImport(ctx: MemberContext, input: FinishImportInput): Promise<ImportView> {
  const run = await requireImport(ctx, input.runId)
  const said = JSON.stringify(leftOut(input.rowsRefused))
  const [, found] = await ctx.db.batch([
    endImport(ctx.db, run, {
      finishedAt: ctx.now(),
      reviewsFound: sql`reviews_found + ${input.rowsNotSent}`,
      reviewsOverQuota: sql`reviews_over_quota + ${input.rowsNotSent}`,
      warnings: sql`CASE WHEN reviews_over_quota + ${input.rowsNotSent} > 0
          THEN json_insert(${said}, '$[#]', ${IMPORT_LIMIT_WARNING}) ELSE ${said} END`,
    }),
    ctx.db
      .select()
      .from(scrapeRuns)
      .where(and(eq(scrapeRuns.id, run.id), eq(scrapeRuns.organizationId, ctx.organization.id))),
  ])
  const current = found[0]
  if (!current) throw importNotFound()
  if (current.status !== 'succeeded') throw importEnded(current)
  return importView(current)
}

function leftOut(rowsRefused: number): string[] {
  if (rowsRefused === 0) return []
  return [
    rowsRefused === 1
      ? 'One row of the file could not be read and was left out.'
      : `${rowsRefused} rows of the file could not be read and were left out.`,
  ]
}
