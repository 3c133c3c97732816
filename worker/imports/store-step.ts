import { eq, not, type SQL, sql } from 'drizzle-orm'
import { batchEndingIn } from '#db/client.ts'
import { scrapeRuns } from '#db/schema/index.ts'
import type { ImportRun } from '../collection/run-store.ts'
import { advanceRun, claimImport, whileClaimed } from '../collection/run-store.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { newLease } from '../platform/due.ts'
import { reconcileImportedIds } from '../reviews/reconcile-ids.ts'
import { giveReviewIds, type IncomingReviews, upsertReviews } from '../reviews/upsert-reviews.ts'
import {
  type FieldFault,
  type ImportedReview,
  type ImportRowsInput,
  type ImportView,
  readImportedReview,
} from '../rules/imports.ts'
import { HISTORY_WARNING, QUOTA_WARNING } from '../rules/plans.ts'
import { ABANDONED_AFTER_MS, importEnded, importNotFound, importView, requireImport } from './import-run.ts'
import {
  type ImportStep,
  importedRows,
  isStoredElsewhere,
  retryWhenStoredMeanwhile,
  StoredMeanwhile,
  withKnownIds,
} from './known-reviews.ts'

/**
 * Stores a step's reviews and advances the run, atomically and only once.
 *
 * @returns the run's state afterwards, even if another call did the step; null if the run no longer exists
 */
export async function storeStep(
  ctx: BackgroundContext,
  run: ImportRun,
  plan: string,
  reviews: readonly ImportedReview[],
  texts: IncomingReviews['texts'] = 'full',
): Promise<ImportRun | null> {
  const rows = await importedRows(run.platform, reviews)
  const first = { run, rows, arrived: reviews.length, texts }
  return retryWhenStoredMeanwhile(async () => {
    const [step = { ...first, tagRules: [] }] = await withKnownIds(ctx, [first])
    // Distinguishes this step's batch from concurrent ones for the same step.
    const lease = newLease(ctx, 0)
    const claim = claimImport(ctx.db, run, lease, not(isStoredElsewhere(step)))
    const after = ctx.db.select().from(scrapeRuns).where(eq(scrapeRuns.id, run.id))
    const statements = [claim, ...storing(ctx, step, plan, whileClaimed(run, lease))]
    const [current = null] = await batchEndingIn(ctx.db, statements, after)
    // If the claim had succeeded, the run would have moved on.
    if (current?.page === run.page && current.status === run.status) throw new StoredMeanwhile()
    return current
  })
}

/**
 * Statements for one batch, in order. They store and count a step's reviews and advance the run; a run that has only
 * this step is ended. None of them changes what `guard` checks.
 */
export function storing(
  ctx: BackgroundContext,
  { run, rows, arrived, texts, tagRules }: ImportStep,
  plan: string,
  guard: SQL,
) {
  const now = ctx.now()
  const incoming: IncomingReviews = {
    organizationId: run.organizationId,
    businessId: run.businessId,
    platform: run.platform,
    source: run.source,
    authority: 'imported',
    texts,
    seenAt: run.createdAt,
    now,
    plan,
    reviews: rows,
    guard,
    tagRules,
  }
  const reconcile = reconcileImportedIds(ctx.db, incoming)
  const { statements, stored, isNew, cameAsHistory, historyCount } = upsertReviews(ctx, incoming)
  const counted = sql`(SELECT count(*) AS stored, count(*) FILTER (WHERE ${cameAsHistory}) AS stored_history,
      count(*) FILTER (WHERE ${isNew}) AS added,
      count(*) FILTER (WHERE reviews.updated_at = ${now} AND NOT ${isNew}) AS changed
    FROM ${stored}) AS counted`
  const isOver = sql`counted.stored - counted.stored_history < ${rows.length - historyCount}`
  const isHistoryOver = sql`counted.stored_history < ${historyCount}`
  const isOneStep = run.source !== 'file'
  const moveOn = advanceRun(
    ctx.db,
    {
      page: run.page + 1,
      reviewsFound: sql`reviews_found + ${arrived}`,
      reviewsNew: sql`reviews_new + counted.added`,
      reviewsChanged: sql`reviews_changed + counted.changed`,
      reviewsOverQuota: sql`reviews_over_quota + ${rows.length} - counted.stored`,
      leaseUntil: null,
      ...(isOneStep
        ? {
            status: 'succeeded' as const,
            errors: [],
            warnings: sql`CASE WHEN ${isOver} THEN ${JSON.stringify([QUOTA_WARNING])}
              WHEN ${isHistoryOver} THEN ${JSON.stringify([HISTORY_WARNING])} ELSE '[]' END`,
            finishedAt: now,
          }
        : { dueAt: now + ABANDONED_AFTER_MS }),
    },
    counted,
    sql`scrape_runs.id = ${run.id} AND ${guard}`,
  ).returning()
  return [reconcile, ...statements, moveOn, giveReviewIds(ctx.db)] as const
}

interface ImportedRows extends ImportView {
  /** Unreadable rows of this chunk, counted from 0 within the chunk. */
  refused: ({ row: number } & FieldFault)[]
}

/**
 * Each numbered chunk is stored once; unreadable rows don't block the others.
 * @throws DomainError `not_found`; `conflict` if the import has ended or an earlier chunk is missing
 */
export async function importRows(ctx: MemberContext, input: ImportRowsInput): Promise<ImportedRows> {
  const run = await requireImport(ctx, input.runId)
  const now = ctx.now()
  const read = input.rows.map((row) => readImportedReview(row, now))
  const refused = read.flatMap(({ faults }, row) => faults.map((fault) => ({ row, ...fault })))
  const current = run.page === input.chunk ? await take(ctx, run, read) : run
  if (current.page <= input.chunk) {
    if (current.status !== 'running') throw importEnded(current)
    throw new DomainError('conflict', `Chunk ${current.page} of this import comes first.`)
  }
  return { ...importView(current), refused }
}

async function take(
  ctx: MemberContext,
  run: ImportRun,
  read: readonly ReturnType<typeof readImportedReview>[],
): Promise<ImportRun> {
  if (run.status !== 'running') throw importEnded(run)
  const reviews = read.flatMap(({ review }) => review ?? [])
  const current = await storeStep(ctx, run, ctx.organization.plan, reviews)
  if (!current) throw importNotFound()
  return current
}
