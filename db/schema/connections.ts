import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Connected platform accounts; db/schema.sql describes the columns. */
export const connections = sqliteTable('connections', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  provider: text('provider', { enum: ['google', 'facebook'] }).notNull(),
  subject: text('subject').notNull(),
  label: text('label').notNull(),
  sealedRefreshToken: text('sealed_refresh_token'),
  sealedAccessToken: text('sealed_access_token').notNull(),
  accessExpiresAt: integer('access_expires_at'),
  scopes: text('scopes').notNull(),
  state: text('state', { enum: ['active', 'revoked'] })
    .notNull()
    .default('active'),
  fault: text('fault'),
  createdBy: text('created_by'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** The connected place that is a business's source on a platform. */
export const connectionLinks = sqliteTable(
  'connection_links',
  {
    businessId: text('business_id').notNull(),
    platform: text('platform', { enum: ['google', 'facebook'] }).notNull(),
    organizationId: text('organization_id').notNull(),
    connectionId: text('connection_id').notNull(),
    placeId: text('place_id').notNull(),
    placeName: text('place_name').notNull(),
    sealedToken: text('sealed_token'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.platform] })],
)

export const replyPosts = sqliteTable('reply_posts', {
  reviewId: integer('review_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  userId: text('user_id'),
  version: integer('version').notNull().default(1),
  sentVersion: integer('sent_version'),
  sentAt: integer('sent_at'),
  isUnsure: integer('is_unsure', { mode: 'boolean' }).notNull().default(false),
  state: text('state', { enum: ['waiting', 'live', 'held', 'refused', 'failed'] }).notNull(),
  reason: text('reason'),
  dueAt: integer('due_at'),
  attempts: integer('attempts').notNull().default(0),
  checks: integer('checks').notNull().default(0),
  leaseUntil: integer('lease_until'),
  createdAt: integer('created_at').notNull(),
  sentText: text('sent_text'),
})
