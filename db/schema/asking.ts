import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Public pages with links to review forms; db/schema.sql describes the columns. */
export const reviewPages = sqliteTable('review_pages', {
  businessId: text('business_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  handle: text('handle').notNull(),
  links: text('links', { mode: 'json' }).$type<{ name: string; url: string }[]>().notNull(),
  language: text('language').notNull().default('en'),
  message: text('message'),
  isOn: integer('is_on', { mode: 'boolean' }).notNull().default(true),
  askedSince: integer('asked_since'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** Current and former handles of the pages. */
export const reviewPageHandles = sqliteTable('review_page_handles', {
  handle: text('handle').primaryKey(),
  businessId: text('business_id').notNull(),
  organizationId: text('organization_id').notNull(),
  createdAt: integer('created_at').notNull(),
})

export const reviewPageDays = sqliteTable(
  'review_page_days',
  {
    businessId: text('business_id').notNull(),
    day: text('day').notNull(),
    target: text('target').notNull(),
    organizationId: text('organization_id').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.day, table.target] })],
)

/** Log of review requests. */
export const asks = sqliteTable('asks', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  userId: text('user_id'),
  channel: text('channel').$type<'mail' | 'sms' | 'whatsapp' | 'own_mail' | 'copy' | 'print'>().notNull(),
  name: text('name').notNull().default(''),
  email: text('email'),
  addressHash: text('address_hash'),
  consent: text('consent').$type<'in_person' | 'form' | 'booking' | 'writing'>(),
  state: text('state', { enum: ['waiting', 'sent', 'stopped', 'handed_over'] }).notNull(),
  dueAt: integer('due_at'),
  createdAt: integer('created_at').notNull(),
  sentAt: integer('sent_at'),
  /** Time at which an archive import restored the request; null for requests made in this organization. */
  restoredAt: integer('restored_at'),
})

/** Mailboxes that were asked for a review or refuse such requests, across all organizations, as keyed hashes. */
export const askAddresses = sqliteTable('ask_addresses', {
  addressHash: text('address_hash').primaryKey(),
  domainHash: text('domain_hash'),
  askedAt: integer('asked_at'),
  refusedAt: integer('refused_at'),
})

/** The sealed key for the hashes. */
export const askKeys = sqliteTable('ask_keys', {
  id: integer('id').primaryKey(),
  sealed: text('sealed').notNull(),
})
