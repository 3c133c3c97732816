import type { businesses } from '#db/schema/index.ts'
import { iso } from '../rules/durations.ts'
import type { JsonObject } from '../rules/fields.ts'
import type { BusinessView, ShownBusiness } from '../rules/views.ts'

type BusinessRow = typeof businesses.$inferSelect

export function businessView(row: BusinessRow): BusinessView {
  return {
    ...shownBusiness(row),
    userId: row.userId,
    address: objectIn(row.address),
    settings: objectIn(row.settings),
  }
}

/**
 * Picks the columns a screen shows; loader data is sent twice. Named one by one, so that a new column stays inside
 * until somebody decides to show it.
 */
export function shownBusiness(row: BusinessRow): ShownBusiness {
  return {
    id: row.id,
    name: row.name,
    industry: row.industry,
    location: row.location,
    phone: row.phone,
    website: row.website,
    description: row.description,
    email: row.email,
    googleBusinessUrl: row.googleBusinessUrl,
    yelpBusinessUrl: row.yelpBusinessUrl,
    tripadvisorUrl: row.tripadvisorUrl,
    fullAddress: row.fullAddress,
    city: row.city,
    state: row.state,
    zipCode: row.zipCode,
    country: row.country,
    logoUrl: row.logoUrl,
    isActive: row.isActive,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  }
}

/** The columns hold what the input schema let through, as JSON.stringify wrote it. */
function objectIn(column: string): JsonObject {
  return JSON.parse(column) as JsonObject
}
