import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Competitors of a business. */
export const competitors = sqliteTable('competitors', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  /** The business compared with it. */
  businessId: text('business_id').notNull(),
  platform: text('platform', { enum: ['google', 'yelp', 'tripadvisor'] }).notNull(),
  name: text('name').notNull(),
  link: text('link').notNull(),
  /** Listing URL that the link resolves to. */
  placeUrl: text('place_url').notNull(),
  /** Next lookup of its totals. */
  dueAt: integer('due_at').notNull(),
  /** Consecutive lookups without totals. */
  failures: integer('failures').notNull().default(0),
  /** Why the last lookup failed, for the owner; null if it succeeded. */
  problem: text('problem'),
  createdAt: integer('created_at').notNull(),
})

/** A competitor's public totals, by UTC day. */
export const competitorTotals = sqliteTable(
  'competitor_totals',
  {
    competitorId: text('competitor_id').notNull(),
    day: text('day').notNull(),
    average: real('average').notNull(),
    reviewCount: integer('review_count').notNull(),
    /** True if entered by a member; otherwise fetched from the platform. */
    isTyped: integer('is_typed', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.competitorId, table.day] })],
)
