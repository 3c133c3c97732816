import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** db/schema.sql describes the columns. */
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
      'note_mention',
      'alarm',
      'credits_low',
      'reply_written',
      'reply_due',
      'review_case',
      'system_update',
      'billing',
    ],
  }).notNull(),
  message: text('message').notNull(),
  link: text('link').notNull(),
  dedupeKey: text('dedupe_key').notNull(),
  /** The run whose reviews the notification reports. */
  runId: text('run_id'),
  createdAt: integer('created_at').notNull(),
})

/** Read marks of members: all notifications up to the mark are read. */
export const notificationMarks = sqliteTable(
  'notification_marks',
  {
    organizationId: text('organization_id').notNull(),
    userId: text('user_id').notNull(),
    readThrough: integer('read_through').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] })],
)

/** Notifications newer than a member's read mark that the member has read one by one. */
export const notificationReads = sqliteTable(
  'notification_reads',
  {
    notificationSeq: integer('notification_seq').notNull(),
    userId: text('user_id').notNull(),
    organizationId: text('organization_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.notificationSeq, table.userId] })],
)

/** Recipients of emails about reviews, and their choices. */
export const alertRecipients = sqliteTable('alert_recipients', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  userId: text('user_id'),
  email: text('email'),
  alertStars: integer('alert_stars').notNull().default(3),
  digest: text('digest', { enum: ['off', 'daily', 'weekly'] })
    .notNull()
    .default('weekly'),
  digestWeekday: integer('digest_weekday').notNull().default(1),
  digestMinute: integer('digest_minute').notNull().default(480),
  quietFrom: integer('quiet_from'),
  quietUntil: integer('quiet_until'),
  timeZone: text('time_zone').notNull().default('UTC'),
  isZoneChosen: integer('is_zone_chosen', { mode: 'boolean' }).notNull().default(false),
  takesMail: integer('takes_mail', { mode: 'boolean' }).notNull().default(true),
  takesAlarms: integer('takes_alarms', { mode: 'boolean' }).notNull().default(true),
  confirmedAt: integer('confirmed_at'),
  tokenHash: text('token_hash').unique(),
  tokenExpiresAt: integer('token_expires_at'),
  nextAlertAt: integer('next_alert_at'),
  alertAfter: integer('alert_after').notNull(),
  nextDigestAt: integer('next_digest_at'),
  digestAfter: integer('digest_after').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

export const pushDevices = sqliteTable('push_devices', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  userId: text('user_id').notNull(),
  endpoint: text('endpoint').notNull().unique(),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  userAgent: text('user_agent').notNull(),
  createdAt: integer('created_at').notNull(),
})

export const outgoingPushes = sqliteTable('outgoing_pushes', {
  id: text('id').primaryKey(),
  deviceId: text('device_id').notNull(),
  sealed: text('sealed').notNull(),
  attempts: integer('attempts').notNull().default(0),
  dueAt: integer('due_at').notNull(),
  createdAt: integer('created_at').notNull(),
})
