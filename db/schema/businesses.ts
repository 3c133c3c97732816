import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const businesses = sqliteTable('businesses', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  userId: text('user_id'),
  name: text('name').notNull(),
  industry: text('industry'),
  location: text('location'),
  phone: text('phone'),
  website: text('website'),
  description: text('description'),
  email: text('email'),
  googleBusinessUrl: text('google_business_url'),
  yelpBusinessUrl: text('yelp_business_url'),
  fullAddress: text('full_address'),
  city: text('city'),
  state: text('state'),
  zipCode: text('zip_code'),
  country: text('country'),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** One platform of one business: where its reviews are listed and how far collecting them has come. */
export const businessSources = sqliteTable(
  'business_sources',
  {
    businessId: text('business_id').notNull(),
    platform: text('platform').notNull(),
    organizationId: text('organization_id').notNull(),
    source: text('source').notNull(),
    listingUrl: text('listing_url').notNull(),
    /** What the platform's list is asked with; null until resolved. */
    placeId: text('place_id'),
    statedTotal: integer('stated_total'),
    backfillState: text('backfill_state', { enum: ['none', 'open', 'done'] })
      .notNull()
      .default('none'),
    /** Where the walk through older reviews goes on; null is the list's start. */
    backfillCursor: text('backfill_cursor'),
    lastSucceededAt: integer('last_succeeded_at'),
    /** Null: never by itself. */
    nextDueAt: integer('next_due_at'),
    /** Failed runs in a row. */
    failures: integer('failures').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.platform] })],
)
