import type { businesses } from '#db/schema/index.ts'
import type { BusinessView } from '../rules/views.ts'

type BusinessRow = Omit<typeof businesses.$inferSelect, 'organizationId' | 'userId'>

export function businessView(row: BusinessRow): BusinessView {
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
    isActive: row.isActive,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}
