import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { platform } from './businesses.ts'

/** Where mails about a business's reviews are forwarded to. */
export const importAddresses = sqliteTable('import_addresses', {
  businessId: text('business_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  token: text('token').notNull().unique(),
  createdAt: integer('created_at').notNull(),
  createdBy: text('created_by'),
})

/** What was answered to a push, by the key it came with. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    organizationId: text('organization_id').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    /** Which request it was that stored something. */
    attempt: text('attempt').notNull(),
    answer: text('answer').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.key] })],
)

/** Stored reviews of a business that count as history: what files have brought, and what was posted before the month it came in. */
export const businessImports = sqliteTable('business_imports', {
  businessId: text('business_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  reviewsStored: integer('reviews_stored').notNull(),
})

/** Reviews out of mails that nothing vouches for, until their owner decides. */
export const heldMails = sqliteTable('held_mails', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  platform: platform(),
  /** The id it would be stored under. */
  reviewId: text('review_id').notNull(),
  review: text('review', { mode: 'json' }).notNull(),
  isExcerpt: integer('is_excerpt', { mode: 'boolean' }).notNull(),
  sender: text('sender').notNull(),
  createdAt: integer('created_at').notNull(),
})
