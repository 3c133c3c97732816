import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The column of a review platform. */
export const platform = () =>
  text('platform', { enum: ['google', 'yelp', 'facebook', 'tripadvisor'] }).notNull()

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
  tripadvisorUrl: text('tripadvisor_url'),
  fullAddress: text('full_address'),
  city: text('city'),
  state: text('state'),
  zipCode: text('zip_code'),
  country: text('country'),
  logoUrl: text('logo_url'),
  /** JSON objects; the schemas of the input bound them. */
  address: text('address').notNull().default('{}'),
  settings: text('settings').notNull().default('{}'),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
  /** Invented reviews to look around with. */
  isSample: integer('is_sample', { mode: 'boolean' }).notNull().default(false),
  /** Out of everybody's reach since then, until it is brought back or erased; null for all others. */
  deletedAt: integer('deleted_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** One platform of one business: where its reviews are listed and how far collecting them has come. */
export const businessSources = sqliteTable(
  'business_sources',
  {
    businessId: text('business_id').notNull(),
    platform: platform(),
    organizationId: text('organization_id').notNull(),
    source: text('source').notNull(),
    listingUrl: text('listing_url').notNull(),
    /** What the platform's list is asked with; null until resolved. */
    placeId: text('place_id'),
    statedTotal: integer('stated_total'),
    /** The average the platform states, where its reviews may not be kept. */
    statedRating: real('stated_rating'),
    backfillState: text('backfill_state', { enum: ['none', 'open', 'done'] })
      .notNull()
      .default('none'),
    /** Where the open scan goes on; null is the list's start. */
    backfillCursor: text('backfill_cursor'),
    /** Since when the pages of an open recheck are recorded; null: none is open. */
    recheckSince: integer('recheck_since'),
    /** No look at the top since the run of that moment has come down to what was known before it; null: the last one did. */
    gapSince: integer('gap_since'),
    /** Where that look at the top broke off; null is the list's start. */
    gapCursor: text('gap_cursor'),
    /** When the list was last read to its end. */
    recheckedAt: integer('rechecked_at'),
    /** Pages that the list had when one run read all of it; null: that took several. */
    listPages: integer('list_pages'),
    lastSucceededAt: integer('last_succeeded_at'),
    /** Null: never by itself. */
    nextDueAt: integer('next_due_at'),
    /** Failed runs in a row. */
    failures: integer('failures').notNull().default(0),
    /** When a run last ended that got to asking. */
    lastAttemptAt: integer('last_attempt_at'),
    /** Why it failed, for the owner; null when it succeeded. */
    lastError: text('last_error'),
    lastErrorKind: text('last_error_kind'),
    /** The first failure since the last success. */
    failingSince: integer('failing_since'),
    /** New reviews that the last run found and the month's limit left out. */
    waitingNew: integer('waiting_new').notNull().default(0),
    /** The same of older ones, which the limit of history left out. */
    waitingHistory: integer('waiting_history').notNull().default(0),
    /** Days before the end of Facebook's recommendations of which the owner was told last; 100 before the first notice. */
    endNotice: integer('end_notice').notNull().default(100),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.platform] })],
)
