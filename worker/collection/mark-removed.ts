import { type SQL, sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import type { Run } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { type Backfill, endsWalk, walkSinceOf } from './scan.ts'
import { COMPLETE_SHARE } from './short-list.ts'
import { metByWalk } from './walk.ts'

/** A review that this many complete walks in a row did not meet is no longer shown. */
const WALKS_TO_REMOVE = 2
/** A list whose platform states no total has to show at least this share of what it is known to show. */
const BELIEVED_SHARE = 0.5
/** As many as Google shows visitors in a limited view, which does not always say that it is one. */
const LIMITED_VIEW = 5

/**
 * The statements that end the walk of a run: what a complete walk should have met and did not is counted as missed, and
 * marked as removed the second time; what it met is forgotten. None where no walk ends. They do nothing unless
 * `stands` holds.
 *
 * A walk is complete when the list ended by itself, every page could be read, and it met about as many reviews as the
 * platform states. Only reviews that this source's own list has shown before the walk can be missed: the same platform
 * may know others under other ids, and what arrived since was not there to be met.
 */
export function endWalk(ctx: BackgroundContext, run: Run, source: Backfill, now: number, stands: SQL) {
  const since = walkSinceOf(run, source)
  if (since === null || !endsWalk(run, source)) return []
  const own = sql`business_id = ${run.businessId} AND platform = ${run.platform}`
  const expected = sql`reviews.business_id = ${run.businessId} AND reviews.platform = ${run.platform}
    AND reviews.organization_id = ${run.organizationId} AND reviews.source = ${run.source}
    AND reviews.removed_at IS NULL AND reviews.scraped_at < ${since}`
  const isSecond = sql`missed_walks + 1 >= ${WALKS_TO_REMOVE}`
  const markMissed = statement(
    ctx.db,
    sql`
    UPDATE reviews SET
      missed_walks = missed_walks + 1,
      removed_at = CASE WHEN ${isSecond} THEN ${now} END,
      updated_at = CASE WHEN ${isSecond} THEN ${now} ELSE updated_at END
    WHERE ${expected} AND platform_review_id NOT IN (${metByWalk(run)})
      AND ${run.cursor === null ? sql`true` : sql`false`}
      AND NOT EXISTS (SELECT 1 FROM walk_pages WHERE ${own} AND NOT is_whole)
      AND (SELECT CASE WHEN stated_total IS NOT NULL THEN met >= stated_total * ${COMPLETE_SHARE}
          ELSE met <> ${LIMITED_VIEW} AND met >= (SELECT count(*) * ${BELIEVED_SHARE} FROM reviews WHERE ${expected}) END
        FROM business_sources, (SELECT count(*) AS met FROM (${metByWalk(run)})) WHERE ${own})
      AND ${stands}`,
  )
  const forget = statement(ctx.db, sql`DELETE FROM walk_pages WHERE ${own} AND ${stands}`)
  return [markMissed, forget]
}
