import { sql } from 'drizzle-orm'
import type { Run } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { PLATFORM_NAMES } from '../rules/platforms.ts'
import type { ScrapedReview, SourcePage } from '../sources/source.ts'
import type { CollectableRun, RunSource } from './claimed-run.ts'
import { metByScan } from './end-scan.ts'
import { retryTransientFaults } from './retry.ts'
import { COMPLETE_SHARE, endsScan, recheckSinceOf } from './scan.ts'

/** A page that ends its list too soon is asked for again so often before its end counts. */
const TIMES_ASKED_AGAIN = 2

/**
 * True when a page ends its list at clearly fewer reviews than the platform states, and should be asked for again.
 * `reached` is the run as it would be after this page.
 */
export async function endsTooSoon(
  ctx: BackgroundContext,
  { source }: CollectableRun,
  reached: Run,
  page: SourcePage,
): Promise<boolean> {
  if (page.nextCursor !== null || reached.attempts >= TIMES_ASKED_AGAIN) return false
  const stated = page.total ?? source.statedTotal
  if (stated === null) return false
  const { seen } = await countsOf(ctx, reached, source, page.reviews)
  return seen < stated * COMPLETE_SHARE
}

/**
 * What to tell the owner when a list ended at clearly fewer reviews than its platform states; null when it did not, or
 * when a warning of the run says why already.
 */
export async function shortListWarning(
  ctx: BackgroundContext,
  { run, source }: CollectableRun,
): Promise<string | null> {
  if (!run.endOfList || run.warnings.length > 0) return null
  const { stated, seen } = await countsOf(ctx, run, source)
  if (seen >= (stated ?? 0) * COMPLETE_SHARE) return null
  return `${PLATFORM_NAMES[run.platform]} reports ${stated} reviews, but its list ended after ${seen}.`
}

/** What the place states, and what its list has shown the scan that ends with the run, or what is stored. */
async function countsOf(
  ctx: BackgroundContext,
  run: Run,
  source: RunSource,
  unsaved: readonly ScrapedReview[] = [],
): Promise<{ stated: number | null; seen: number }> {
  const isRecorded = endsScan(run, source) && recheckSinceOf(run, source) !== null
  const saved = isRecorded
    ? metByScan(run)
    : sql`SELECT platform_review_id AS id FROM reviews
        WHERE business_id = ${run.businessId} AND platform = ${run.platform} AND removed_at IS NULL`
  const ids = JSON.stringify(unsaved.map(({ reviewId }) => reviewId))
  const [counts] = await retryTransientFaults(() =>
    ctx.db.all<{ stated: number | null; seen: number }>(sql`
      SELECT stated_total AS stated,
        (SELECT count(*) FROM (${saved} UNION SELECT value FROM json_each(${ids}))) AS seen
      FROM business_sources WHERE business_id = ${run.businessId} AND platform = ${run.platform}`),
  )
  // A source that was given up states nothing.
  return counts ?? { stated: null, seen: 0 }
}
