import { type SQL, sql } from 'drizzle-orm'
import type { BackgroundContext } from '../context.ts'
import type { Platform } from '../rules/platforms.ts'
import { reviewsRemoved } from './reactions.ts'

/** Number of complete scans in a row that must miss a review before it counts as removed. */
const SCANS_TO_REMOVE = 2

interface ScannedList {
  organizationId: string
  businessId: string
  platform: Platform
}

/**
 * Statements that record that a complete scan of a list missed these reviews, and mark those missed twice in a row as
 * removed.
 *
 * @param isMissed a condition on `reviews`, including their list and organization
 */
export function markMissed(
  ctx: BackgroundContext,
  { organizationId, businessId, platform }: ScannedList,
  isMissed: SQL,
  now: number,
) {
  const isSecond = sql`missed_scans + 1 >= ${SCANS_TO_REMOVE}`
  return [
    ctx.db.statement(sql`
      UPDATE reviews SET
        missed_scans = missed_scans + 1,
        removed_at = CASE WHEN ${isSecond} THEN ${now} END,
        updated_at = CASE WHEN ${isSecond} THEN ${now} ELSE updated_at END
      WHERE ${isMissed}`),
    ...reviewsRemoved(
      ctx,
      organizationId,
      sql`reviews WHERE reviews.business_id = ${businessId} AND reviews.platform = +${platform}
        AND reviews.removed_at = ${now}`,
    ),
  ]
}
