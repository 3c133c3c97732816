import { type SQL, sql } from 'drizzle-orm'
import type { Run } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { markMissed } from '../reviews/mark-removed.ts'
import { COMPLETE_SHARE, endsScan, recheckSinceOf, type ScanColumns } from './scan.ts'

/** If the platform states no total, a list must show at least this share of the reviews it is known to show. */
const MIN_SHARE = 0.5
/** Google's limited view shows visitors this many, and doesn't always say that it is limited. */
const LIMITED_VIEW = 5

/**
 * Statements that end a run's scan, if one ends. After a complete scan, reviews that weren't seen are counted as
 * missed, and marked as removed the second time.
 *
 * A scan is complete if the list ended by itself, every page could be read, and about as many reviews were seen as the
 * platform states. Only reviews that this source's own list showed before the scan can be missed, because other sources
 * use other ids.
 */
export function endScan(ctx: BackgroundContext, run: Run, source: ScanColumns, now: number, guard: SQL) {
  const since = recheckSinceOf(run, source)
  if (since === null || !endsScan(run, source)) return []
  const own = sql`business_id = ${run.businessId} AND platform = ${run.platform}`
  const expected = sql`reviews.business_id = ${run.businessId} AND reviews.platform = ${run.platform}
    AND reviews.organization_id = ${run.organizationId} AND reviews.source = ${run.source}
    AND reviews.removed_at IS NULL AND reviews.scraped_at < ${since}`
  const isMissed = sql`${expected} AND platform_review_id NOT IN (${metByScan(run)})
      AND ${run.cursor === null ? sql`true` : sql`false`}
      AND NOT EXISTS (SELECT 1 FROM scan_pages WHERE ${own} AND NOT is_whole)
      AND (SELECT CASE WHEN stated_total IS NOT NULL THEN met >= stated_total * ${COMPLETE_SHARE}
          ELSE met <> ${LIMITED_VIEW} AND met >= (SELECT count(*) * ${MIN_SHARE} FROM reviews WHERE ${expected}) END
        FROM business_sources, (SELECT count(*) AS met FROM (${metByScan(run)})) WHERE ${own})
      AND ${guard}`
  const forget = ctx.db.statement(sql`DELETE FROM scan_pages WHERE ${own} AND ${guard}`)
  return [...markMissed(ctx, run, isMissed, now), forget]
}

/** Platform ids of the reviews seen by a run's scan, one row each (`id`). */
export function metByScan(run: Run): SQL {
  // A run that rechecks has seen all of them itself; pages recorded by earlier runs belong to an older scan.
  return sql`SELECT DISTINCT met.value AS id FROM scan_pages, json_each(scan_pages.review_ids) AS met
    WHERE scan_pages.business_id = ${run.businessId} AND scan_pages.platform = ${run.platform}
      AND scan_pages.run_seq >= ${run.rechecks ? run.seq : 0}`
}
