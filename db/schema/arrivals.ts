import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Where mails about a business's reviews are forwarded to. */
export const arrivalAddresses = sqliteTable('arrival_addresses', {
  businessId: text('business_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  token: text('token').notNull(),
  createdAt: integer('created_at').notNull(),
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
