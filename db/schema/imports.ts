import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { anyPlatform } from './businesses.ts'

/** Forwarding addresses for emails about a business's reviews. */
export const importAddresses = sqliteTable('import_addresses', {
  businessId: text('business_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  token: text('token').notNull().unique(),
  createdAt: integer('created_at').notNull(),
  createdBy: text('created_by'),
})

/** Responses to pushes, by idempotency key. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    organizationId: text('organization_id').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    /** Identifies the request that stored the reviews. */
    attempt: text('attempt').notNull(),
    answer: text('answer').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.key] })],
)

/**
 * Number of a business's stored reviews that count as history: those from files, and those posted before the month they
 * were stored in.
 */
export const businessImports = sqliteTable('business_imports', {
  businessId: text('business_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  reviewsStored: integer('reviews_stored').notNull(),
})

/** Reviews from unauthenticated emails, until the owner decides. */
export const heldMails = sqliteTable('held_mails', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  platform: anyPlatform(),
  /** Id under which the review would be stored. */
  reviewId: text('review_id').notNull(),
  review: text('review', { mode: 'json' }).notNull(),
  isExcerpt: integer('is_excerpt', { mode: 'boolean' }).notNull(),
  sender: text('sender').notNull(),
  createdAt: integer('created_at').notNull(),
})
