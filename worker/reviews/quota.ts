import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { startOfMonth, utcMonth } from '../rules/durations.ts'
import { allowance } from '../rules/plans.ts'
import type { ScrapedReview } from '../sources/source.ts'

interface Storing {
  organizationId: string
  businessId: string
  plan: string
  now: number
  guard: SQL
}

interface StoringLimit {
  /** Number of reviews that may still be stored, for use in the statement that stores reviews. */
  left: SQL
  count(db: Database, isNew: SQL): ReturnType<Database['statement']>
}

/**
 * True if a review counts as history: imported from a file, or posted before the calendar month (UTC) in which it is
 * stored. A review without a date counts as new. This way a first collection doesn't use up the month's limit.
 */
export function isHistory(
  source: string,
  { reviewDate }: Pick<ScrapedReview, 'reviewDate'>,
  now: number,
): boolean {
  return source === 'file' || (reviewDate !== null && Date.parse(reviewDate) < startOfMonth(now))
}

/** SQL version of `isHistory` for a stored row (`reviews`). */
export function isStoredHistory(source: string, now: number): SQL {
  return source === 'file' ? sql`true` : sql`coalesce(reviews.review_date < ${startOfMonth(now)}, false)`
}

export function limitOfMonth({
  organizationId,
  plan,
  now,
  guard,
}: Omit<Storing, 'businessId'>): StoringLimit {
  const month = utcMonth(now)
  return {
    left: sql`(${allowance(plan, 'reviewsPerMonth')} - ${storedInMonth(organizationId, month)})`,
    count: (db, isNew) =>
      db.statement(sql`
        INSERT INTO organization_usage (organization_id, month, reviews_stored)
        SELECT ${organizationId}, ${month}, count(*) FROM reviews
        WHERE ${isNew} AND ${guard}
        HAVING count(*) > 0
        ON CONFLICT (organization_id, month) DO UPDATE SET reviews_stored = reviews_stored + excluded.reviews_stored`),
  }
}

export function limitOfHistory({
  organizationId,
  businessId,
  plan,
  guard,
}: Omit<Storing, 'now'>): StoringLimit {
  return {
    left: sql`(${allowance(plan, 'importedReviews')} - ${storedHistory(organizationId)})`,
    count: (db, isNew) =>
      db.statement(sql`
        INSERT INTO business_imports (business_id, organization_id, reviews_stored)
        SELECT ${businessId}, ${organizationId}, count(*) FROM reviews
        WHERE ${isNew} AND ${guard}
        HAVING count(*) > 0
        ON CONFLICT (business_id) DO UPDATE SET reviews_stored = reviews_stored + excluded.reviews_stored`),
  }
}

/** @param month YYYY-MM */
export function storedInMonth(organizationId: string | SQL, month: string | SQL): SQL {
  return sql`coalesce((
    SELECT reviews_stored FROM organization_usage
    WHERE organization_id = ${organizationId} AND month = ${month}), 0)`
}

export function storedHistory(organizationId: string | SQL): SQL {
  return sql`coalesce((
    SELECT sum(reviews_stored) FROM business_imports WHERE organization_id = ${organizationId}), 0)`
}
