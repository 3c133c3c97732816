import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Places that a business is compared with. */
export const competitors = sqliteTable('competitors', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  /** What it is compared with. */
  businessId: text('business_id').notNull(),
  platform: text('platform', { enum: ['google', 'yelp', 'tripadvisor'] }).notNull(),
  name: text('name').notNull(),
  link: text('link').notNull(),
  /** The listing that the link leads to. */
  placeUrl: text('place_url').notNull(),
  /** When its numbers are looked up again. */
  dueAt: integer('due_at').notNull(),
  /** Looks in a row that brought no numbers. */
  failures: integer('failures').notNull().default(0),
  /** Why, for the owner; null when the last look brought some. */
  problem: text('problem'),
  createdAt: integer('created_at').notNull(),
})

/** What a competitor states in public, by UTC day. */
export const competitorTotals = sqliteTable(
  'competitor_totals',
  {
    competitorId: text('competitor_id').notNull(),
    day: text('day').notNull(),
    average: real('average').notNull(),
    reviewCount: integer('review_count').notNull(),
    /** By a member; else the platform was asked. */
    isTyped: integer('is_typed', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.competitorId, table.day] })],
)
