import { and, eq } from 'drizzle-orm'
import { type Run, scrapeRuns } from '#db/schema/index.ts'
import { createImport } from '../collection/run-store.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { isOwn } from '../platform/business-access.ts'
import { HOUR_MS } from '../rules/durations.ts'
import type { ImportCounts, ImportSource, ImportView } from '../rules/imports.ts'
import type { Platform } from '../rules/platforms.ts'

export type ImportRun = Run

/** Time without a chunk after which an import counts as abandoned. */
export const ABANDONED_AFTER_MS = HOUR_MS

/** Error shown in the history if nothing further happens to the run. */
const NOT_DONE = 'Something went wrong on our side, and nothing was stored. Please send it again.'

export interface NewImport {
  organizationId: string
  businessId: string
  platform: Platform
  source: ImportSource
}

/** Statement that opens a run with one step per chunk. */
export function openImport(ctx: BackgroundContext, opened: NewImport, chunks: number) {
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
 * Statement that opens a run with one step. It counts as failed until it is done, so that it can't stay open if the
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

/** Finds a file import of the caller's organization. @throws DomainError `not_found` */
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
