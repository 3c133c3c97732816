import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Notifications to the members of an organization; db/schema.sql describes each column. */
export const notifications = sqliteTable('notifications', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  id: text('id').notNull().unique(),
  organizationId: text('organization_id').notNull(),
  userId: text('user_id'),
  businessId: text('business_id'),
  kind: text('kind', {
    enum: [
      'new_reviews',
      'source_needs_owner',
      'review_assigned',
      'alarm',
      'credits_low',
      'reply_written',
      'system_update',
      'billing',
    ],
  }).notNull(),
  message: text('message').notNull(),
  link: text('link').notNull(),
  dedupeKey: text('dedupe_key').notNull(),
  /** The run whose reviews it reports. */
  runId: text('run_id'),
  createdAt: integer('created_at').notNull(),
})

/** Last notification up to which a member has read everything. */
export const notificationMarks = sqliteTable(
  'notification_marks',
  {
    organizationId: text('organization_id').notNull(),
    userId: text('user_id').notNull(),
    readThrough: integer('read_through').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] })],
)

/** Single notifications read beyond that mark. */
export const notificationReads = sqliteTable(
  'notification_reads',
  {
    notificationSeq: integer('notification_seq').notNull(),
    userId: text('user_id').notNull(),
    organizationId: text('organization_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.notificationSeq, table.userId] })],
)
