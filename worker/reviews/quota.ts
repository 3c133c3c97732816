import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { utcMonth } from '../rules/durations.ts'
import { allowance } from '../rules/plans.ts'

interface Storing {
  organizationId: string
  businessId: string
  source: string
  plan: string
  now: number
  guard: SQL
}

interface StoringLimit {
  left: SQL
  count(db: Database, isNew: SQL): ReturnType<Database['statement']>
}

/**
 * How many new reviews may be stored (`left`, to be compared inside the storing statement), and the statement that
 * counts those for which `isNew` is true. Files have an allowance of their own, all else the calendar month's (UTC).
 */
export function storingLimit(incoming: Storing): StoringLimit {
  return incoming.source === 'file' ? allowanceForFiles(incoming) : limitOfMonth(incoming)
}

function limitOfMonth({ organizationId, plan, now, guard }: Storing): StoringLimit {
  const month = utcMonth(now)
  return {
    left: sql`(${allowance(plan, 'reviewsPerMonth')} - coalesce((
      SELECT reviews_stored FROM organization_usage
      WHERE organization_id = ${organizationId} AND month = ${month}), 0))`,
    count: (db, isNew) =>
      db.statement(sql`
        INSERT INTO organization_usage (organization_id, month, reviews_stored)
        SELECT ${organizationId}, ${month}, count(*) FROM reviews
        WHERE ${isNew} AND ${guard}
        HAVING count(*) > 0
        ON CONFLICT (organization_id, month) DO UPDATE SET reviews_stored = reviews_stored + excluded.reviews_stored`),
  }
}

function allowanceForFiles({ organizationId, businessId, plan, guard }: Storing): StoringLimit {
  return {
    left: sql`(${allowance(plan, 'importedReviews')} - coalesce((
      SELECT sum(reviews_stored) FROM business_imports WHERE organization_id = ${organizationId}), 0))`,
    count: (db, isNew) =>
      db.statement(sql`
        INSERT INTO business_imports (business_id, organization_id, reviews_stored)
        SELECT ${businessId}, ${organizationId}, count(*) FROM reviews
        WHERE ${isNew} AND ${guard}
        HAVING count(*) > 0
        ON CONFLICT (business_id) DO UPDATE SET reviews_stored = reviews_stored + excluded.reviews_stored`),
  }
}
