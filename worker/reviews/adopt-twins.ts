import { type SQL, sql } from 'drizzle-orm'
import { type Database, statement } from '#db/client.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { isOfOtherList } from './twin-candidates.ts'
import type { Arrival } from './upsert-reviews.ts'

/**
 * Google names the same review differently to its owner and to the public. These statements, in front of `upsertReviews`
 * in its batch, give a stored review the id under which it arrives now: so it is known there, keeps its answer and its
 * history, and is not stored a second time. None for other platforms.
 *
 * The twin of an arriving review that is not known by its id: written in the same second (or changed in it, which is the
 * moment the public list may show), and by the same author; else with the same stars. Of several in one second the first
 * arriving is the latest stored.
 */
export function adoptTwins(
  db: Database,
  arrival: Pick<Arrival, 'organizationId' | 'businessId' | 'platform' | 'source' | 'reviews' | 'holds'>,
) {
  if (arrival.platform !== 'google') return []
  const rows = JSON.stringify(
    arrival.reviews.flatMap(({ reviewId, authorName, rating, reviewDate, editedDate }) =>
      [...new Set([reviewDate, editedDate].flatMap((date) => (date ? [secondOf(date)] : [])))].map(
        (second) => [reviewId, second, authorName, rating],
      ),
    ),
  )
  return [
    adoptAlike(db, arrival, rows, sql`value->>2`, sql`author_name`),
    adoptAlike(db, arrival, rows, sql`value->>3`, sql`rating`),
  ]
}

function secondOf(date: string): number {
  return Math.floor(Date.parse(date) / SECOND_MS)
}

/** @param arrived, known what has to be equal besides the second */
function adoptAlike(
  db: Database,
  { organizationId, businessId, source, holds }: Parameters<typeof adoptTwins>[1],
  rows: string,
  arrived: SQL,
  known: SQL,
) {
  const couldBeTwin = sql`reviews.business_id = ${businessId} AND ${isOfOtherList(source)}`
  return statement(
    db,
    sql`
    WITH arrived AS (
      SELECT value->>0 AS review_id, value->>1 AS second, ${arrived} AS likeness,
        row_number() OVER (PARTITION BY value->>1, ${arrived} ORDER BY key) AS place
      FROM json_each(${rows})
      WHERE EXISTS (SELECT 1 FROM reviews WHERE ${couldBeTwin})
        AND NOT EXISTS (SELECT 1 FROM reviews WHERE business_id = ${businessId} AND platform = 'google'
          AND platform_review_id = value->>0)
    ), known AS (
      SELECT id, second, ${known} AS likeness,
        row_number() OVER (PARTITION BY second, ${known} ORDER BY id DESC) AS place
      FROM (SELECT DISTINCT second FROM arrived) CROSS JOIN reviews
        ON ${couldBeTwin} AND review_date >= second * ${SECOND_MS} AND review_date < (second + 1) * ${SECOND_MS}
      WHERE organization_id = ${organizationId}
    )
    UPDATE reviews SET platform_review_id = twin.review_id, source = ${source}
    FROM (
      SELECT known.id AS known_id, review_id, row_number() OVER (PARTITION BY review_id ORDER BY known.id DESC) AS choice
      FROM arrived JOIN known USING (second, likeness, place)
    ) AS twin
    WHERE reviews.id = twin.known_id AND twin.choice = 1 AND ${holds}`,
  )
}
