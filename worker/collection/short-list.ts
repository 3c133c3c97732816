import { sql } from 'drizzle-orm'
import type { Run } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { PLATFORM_NAMES } from '../rules/platforms.ts'
import type { ScrapedReview, SourcePage } from '../sources/source.ts'
import type { CollectableRun, RunSource } from './claimed-run.ts'
import { persistently } from './retry.ts'
import { endsWalk, walkSinceOf } from './scan.ts'
import { metByWalk } from './walk.ts'

/** Counts of a platform are a little behind its lists. */
export const COMPLETE_SHARE = 0.95
/** A page that ends its list too soon is asked for again so often before the list is taken at its word. */
const TIMES_ASKED_AGAIN = 2

/**
 * True when a page ends its list although the platform states clearly more reviews than it showed, and should be asked
 * for again: platforms cut lists short now and then.
 *
 * @param reached the run as it would stand after this page
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
  const { shown } = await countsOf(ctx, reached, source, page.reviews)
  return shown < stated * COMPLETE_SHARE
}

/**
 * What to tell the owner when a list ended although the platform states clearly more reviews than it showed; null when
 * the list did not end, or when a warning of the run says why already. What was shown is what the walk that ends here
 * has met, or without one what is stored.
 */
export async function whyShort(
  ctx: BackgroundContext,
  { run, source }: CollectableRun,
): Promise<string | null> {
  if (!run.endOfList || run.warnings.length > 0) return null
  const { stated, shown } = await countsOf(ctx, run, source)
  if (shown >= (stated ?? 0) * COMPLETE_SHARE) return null
  return `${PLATFORM_NAMES[run.platform]} states ${stated} reviews, but its list ended after ${shown}.`
}

/** What the place states, and what its list has shown: to the walk that ends with the run, or what is stored. */
async function countsOf(
  ctx: BackgroundContext,
  run: Run,
  source: RunSource,
  unsaved: readonly ScrapedReview[] = [],
): Promise<{ stated: number | null; shown: number }> {
  const isNoted = endsWalk(run, source) && walkSinceOf(run, source) !== null
  const saved = isNoted
    ? metByWalk(run)
    : sql`SELECT platform_review_id AS id FROM reviews
        WHERE business_id = ${run.businessId} AND platform = ${run.platform} AND removed_at IS NULL`
  const ids = JSON.stringify(unsaved.map(({ reviewId }) => reviewId))
  const [counts] = await persistently(() =>
    ctx.db.all<{ stated: number | null; shown: number }>(sql`
      SELECT stated_total AS stated,
        (SELECT count(*) FROM (${saved} UNION SELECT value FROM json_each(${ids}))) AS shown
      FROM business_sources WHERE business_id = ${run.businessId} AND platform = ${run.platform}`),
  )
  // A source that was given up states nothing.
  return counts ?? { stated: null, shown: 0 }
}
