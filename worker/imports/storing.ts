import { type SQL, sql } from 'drizzle-orm'
import { advanceRun } from '../collection/run-store.ts'
import type { BackgroundContext } from '../context.ts'
import { reconcileImportedIds } from '../reviews/reconcile-ids.ts'
import { type Arrival, upsertReviews } from '../reviews/upsert-reviews.ts'
import { QUOTA_WARNING } from '../rules/plans.ts'
import type { Arriving } from './known-reviews.ts'
import { ABANDONED_AFTER_MS } from './open-run.ts'

/**
 * The statements that store the reviews of a run's step, count them, and move the run on; a run of one step is done with
 * it. They are for one batch, in this order.
 *
 * @param plan the plan whose limit counts
 * @param guard nothing happens where this is not true; the statements themselves don't change it
 */
export function storing(ctx: BackgroundContext, { run, rows, texts }: Arriving, plan: string, guard: SQL) {
  const now = ctx.now()
  const arrival: Arrival = {
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
  }
  const adopt = reconcileImportedIds(ctx.db, arrival)
  const { upsert, countUsage, stored, isNew } = upsertReviews(ctx.db, arrival)
  const counted = sql`(SELECT count(*) AS stored, count(*) FILTER (WHERE ${isNew}) AS added,
      count(*) FILTER (WHERE reviews.updated_at = ${now} AND NOT ${isNew}) AS changed
    FROM ${stored}) AS counted`
  const isOver = sql`counted.stored < ${rows.length}`
  const isOneStep = run.source !== 'file'
  const moveOn = advanceRun(
    ctx.db,
    {
      page: run.page + 1,
      reviewsFound: sql`reviews_found + ${rows.length}`,
      reviewsNew: sql`reviews_new + counted.added`,
      reviewsChanged: sql`reviews_changed + counted.changed`,
      reviewsOverQuota: sql`reviews_over_quota + ${rows.length} - counted.stored`,
      leaseUntil: null,
      ...(isOneStep
        ? {
            status: 'succeeded' as const,
            errors: [],
            warnings: sql`CASE WHEN ${isOver} THEN ${JSON.stringify([QUOTA_WARNING])} ELSE '[]' END`,
            finishedAt: now,
          }
        : { dueAt: now + ABANDONED_AFTER_MS }),
    },
    counted,
    sql`scrape_runs.id = ${run.id} AND ${guard}`,
  )
  return [adopt, upsert, countUsage, moveOn] as const
}
