import { type SQL, sql } from 'drizzle-orm'
import { businessSources } from '#db/schema/index.ts'
import { isPlan, PLANS, planLimits, planName, upgradeAdvice } from '../rules/plans.ts'

const MOST_LOCATIONS = Math.max(...PLANS.map((plan) => planLimits(plan).locations))

/**
 * Counts the older businesses of the same organization, up to the largest limit of any plan, so it reads a handful of
 * rows.
 */
export function olderBusinesses(businessId: SQL | typeof businessSources.businessId): SQL {
  return sql`(SELECT count(*) FROM (
    SELECT 1 FROM businesses AS own JOIN businesses AS older ON older.organization_id = own.organization_id
      AND older.deleted_at IS NULL AND (older.created_at, older.id) < (own.created_at, own.id)
    WHERE own.id = ${businessId} LIMIT ${sql.raw(String(MOST_LOCATIONS))}))`
}

/** Matches sources of the oldest businesses, as many as the plan has locations; only those are collected. */
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
