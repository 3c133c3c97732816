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

/** What a screen shows: loader data is sent twice, so without what it has no use for. */
export function shownBusiness(row: BusinessRow): ShownBusiness {
  const { organizationId, userId, address, settings, createdAt, updatedAt, ...shown } = row
  return { ...shown, createdAt: iso(createdAt), updatedAt: iso(updatedAt) }
}

/** The columns hold what the input schema let through, as JSON.stringify wrote it. */
function objectIn(column: string): JsonObject {
  return JSON.parse(column) as JsonObject
}
