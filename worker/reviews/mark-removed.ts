import { type SQL, sql } from 'drizzle-orm'
import type { BackgroundContext } from '../context.ts'

/** A review that so many complete scans in a row did not meet is removed. */
const SCANS_TO_REMOVE = 2

/**
 * The statement that counts reviews as missed by a complete scan, and marks them as removed the second time.
 *
 * @param isMissed a condition on `reviews`, its organization included
 */
export function markMissed({ db }: BackgroundContext, isMissed: SQL, now: number) {
  const isSecond = sql`missed_scans + 1 >= ${SCANS_TO_REMOVE}`
  return db.statement(sql`
    UPDATE reviews SET
      missed_scans = missed_scans + 1,
      removed_at = CASE WHEN ${isSecond} THEN ${now} END,
      updated_at = CASE WHEN ${isSecond} THEN ${now} ELSE updated_at END
    WHERE ${isMissed}`)
}
