import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const passwordHistory = sqliteTable('password_history', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  passwordHash: text('password_hash').notNull(),
  createdAt: integer('created_at').notNull(),
})

/** Emailed links to verify an address or set a new password. */
export const emailLinks = sqliteTable(
  'email_links',
  {
    userId: text('user_id').notNull(),
    purpose: text('purpose').$type<'verify' | 'reset' | 'change_email'>().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    email: text('email').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.purpose] })],
)

/** Browsers that have signed in to an account. */
export const knownDevices = sqliteTable('known_devices', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  usedAt: integer('used_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

/** Rate limit counters, by keyed hash. */
export const attempts = sqliteTable('attempts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  endsAt: integer('ends_at').notNull(),
})

export const securityEvents = sqliteTable('security_events', {
  id: text('id').primaryKey(),
  userId: text('user_id'),
  organizationId: text('organization_id'),
  source: text('source').$type<'server' | 'browser' | 'policy'>().notNull(),
  type: text('type').notNull(),
  outcome: text('outcome').notNull(),
  detail: text('detail').notNull().default(''),
  userAgent: text('user_agent').notNull().default(''),
  network: text('network').notNull().default(''),
  createdAt: integer('created_at').notNull(),
})

/** Audit log of members' actions; db/schema.sql describes each column. */
export const auditEntries = sqliteTable('audit_entries', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  userId: text('user_id'),
  action: text('action').notNull(),
  subject: text('subject').notNull().default(''),
  aboutUserId: text('about_user_id'),
  userAgent: text('user_agent').notNull().default(''),
  network: text('network').notNull().default(''),
  createdAt: integer('created_at').notNull(),
})

export const outgoingMails = sqliteTable('outgoing_mails', {
  id: text('id').primaryKey(),
  kind: text('kind').notNull(),
  sealed: text('sealed').notNull(),
  /** Sent in bulk, after emails that somebody is waiting for. */
  isBulk: integer('is_bulk', { mode: 'boolean' }).notNull().default(false),
  attempts: integer('attempts').notNull().default(0),
  dueAt: integer('due_at').notNull(),
  createdAt: integer('created_at').notNull(),
})

export const devMails = sqliteTable('dev_mails', {
  id: text('id').primaryKey(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  html: text('html').notNull().default(''),
  headers: text('headers', { mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
  kind: text('kind').notNull(),
  createdAt: integer('created_at').notNull(),
})

/** Accounts scheduled for erasure; db/schema.sql describes each column. */
export const accountDeletions = sqliteTable('account_deletions', {
  userId: text('user_id').primaryKey(),
  requestedAt: integer('requested_at').notNull(),
  eraseAt: integer('erase_at').notNull(),
  dueAt: integer('due_at').notNull(),
})
