import { sql } from 'drizzle-orm'
import type { BackgroundContext } from '../context.ts'
import { PLATFORM_NAMES } from '../rules/platforms.ts'
import type { CollectableRun } from './claim-run.ts'
import { endsWalk, walkSinceOf } from './next-step.ts'
import { persistently } from './persistently.ts'
import { metByWalk } from './walk.ts'

/** Counts of a platform are a little behind its lists. */
export const COMPLETE_SHARE = 0.95

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
  const isNoted = endsWalk(run, source) && walkSinceOf(run, source) !== null
  const shown = isNoted
    ? metByWalk(run)
    : sql`SELECT 1 FROM reviews
        WHERE business_id = ${run.businessId} AND platform = ${run.platform} AND removed_at IS NULL`
  const [counts] = await persistently(() =>
    ctx.db.all<{ stated: number | null; shown: number }>(sql`
      SELECT stated_total AS stated, (SELECT count(*) FROM (${shown})) AS shown FROM business_sources
      WHERE business_id = ${run.businessId} AND platform = ${run.platform}`),
  )
  if (!counts || counts.shown >= (counts.stated ?? 0) * COMPLETE_SHARE) return null
  return `${PLATFORM_NAMES[run.platform]} states ${counts.stated} reviews, but its list ended after ${counts.shown}.`
}
