import { type SQL, sql } from 'drizzle-orm'
import { businessSources } from '#db/schema/index.ts'
import { isPlan, PLANS, planLimits, planName, upgradeAdvice } from '../rules/plans.ts'

const MOST_LOCATIONS = Math.max(...PLANS.map((plan) => planLimits(plan).locations))

/**
 * How many businesses of its organization are older than this one, counted no further than the most any plan allows:
 * that reads a handful of rows, however many an organization has.
 */
export function olderBusinesses(businessId: SQL | typeof businessSources.businessId): SQL {
  return sql`(SELECT count(*) FROM (
    SELECT 1 FROM businesses AS own JOIN businesses AS older ON older.organization_id = own.organization_id
      AND older.deleted_at IS NULL AND (older.created_at, older.id) < (own.created_at, own.id)
    WHERE own.id = ${businessId} LIMIT ${sql.raw(String(MOST_LOCATIONS))}))`
}

/** Of a row of business_sources: the oldest businesses of an organization are collected, as many as the plan has locations. */
export function isWithinLocationLimit(locations: number): SQL {
  return sql`(${olderBusinesses(businessSources.businessId)} < ${locations})`
}

/** Said of a business that is not collected because older ones take up the plan's locations. */
export function aboveLocationLimit(plan: string): string {
  if (!isPlan(plan))
    return `We don't recognize your plan, ${plan}. It works like Free but includes no locations.`
  const { locations } = planLimits(plan)
  return `Your ${planName(plan)} plan collects for ${locations} ${locations === 1 ? 'location' : 'locations'}, oldest first.${upgradeAdvice(plan, 'Upgrade to collect for this one too.')}`
}
