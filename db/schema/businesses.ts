import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const platform = () =>
  text('platform', { enum: ['google', 'yelp', 'facebook', 'tripadvisor'] }).notNull()

/** Column for a platform that may also be one of the organization's own (`own_platforms`). */
export const anyPlatform = () =>
  text('platform').$type<'google' | 'yelp' | 'facebook' | 'tripadvisor' | `other${string}`>().notNull()

export const ownPlatforms = sqliteTable('own_platforms', {
  /** Value of `platform` in this platform's reviews. */
  id: text('id').$type<`other${string}`>().primaryKey(),
  organizationId: text('organization_id').notNull(),
  name: text('name').notNull(),
  /** The name in lower case. */
  nameKey: text('name_key').notNull(),
  color: text('color').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

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
  /** JSON objects; the input schemas limit their size. */
  address: text('address').notNull().default('{}'),
  settings: text('settings').notNull().default('{}'),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
  isSample: integer('is_sample', { mode: 'boolean' }).notNull().default(false),
  /** Nobody can access a deleted business until it is restored. */
  deletedAt: integer('deleted_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** One platform of one business: its listing and the progress of collecting. */
export const businessSources = sqliteTable(
  'business_sources',
  {
    businessId: text('business_id').notNull(),
    platform: platform(),
    organizationId: text('organization_id').notNull(),
    source: text('source').notNull(),
    listingUrl: text('listing_url').notNull(),
    /** Place id used in the platform's requests; null until resolved. */
    placeId: text('place_id'),
    statedTotal: integer('stated_total'),
    /** The platform's average, if its reviews may not be stored. */
    statedRating: real('stated_rating'),
    backfillState: text('backfill_state', { enum: ['none', 'open', 'done'] })
      .notNull()
      .default('none'),
    /** Cursor of the open scan; null for the start of the list. */
    backfillCursor: text('backfill_cursor'),
    /** Start of the open recheck whose pages are recorded; null if none is open. */
    recheckSince: integer('recheck_since'),
    /**
     * Creation time of the run that stopped before it reached known reviews, and so left a gap of unread ones below the
     * newest. Null if there is no gap.
     */
    gapSince: integer('gap_since'),
    /** Cursor at which the gap begins; null for the start of the list. */
    gapCursor: text('gap_cursor'),
    /** Last time the list was read to its end. */
    recheckedAt: integer('rechecked_at'),
    /** Number of pages of the list, if the last complete reading took a single run; otherwise null. */
    listPages: integer('list_pages'),
    lastSucceededAt: integer('last_succeeded_at'),
    /** Time of the next automatic collection; null if the source isn't collected automatically. */
    nextDueAt: integer('next_due_at'),
    /** Consecutive failed runs. */
    failures: integer('failures').notNull().default(0),
    /** End of the last run that contacted the platform. */
    lastAttemptAt: integer('last_attempt_at'),
    /** Error of the last run, in a sentence for the owner; null if the run succeeded. */
    lastError: text('last_error'),
    lastErrorKind: text('last_error_kind'),
    /** Time of the first failure since the last success. */
    failingSince: integer('failing_since'),
    /** New reviews found by the last run but left out by the monthly limit. */
    waitingNew: integer('waiting_new').notNull().default(0),
    /** Older reviews found by the last run but left out by the limit of older reviews. */
    waitingHistory: integer('waiting_history').notNull().default(0),
    /** Last notice about the end of Facebook's recommendations, as days before the end; 100 before the first notice. */
    endNotice: integer('end_notice').notNull().default(100),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.platform] })],
)
