import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'

export const passwordHistory = sqliteTable(
  'password_history',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    passwordHash: text('password_hash').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('password_history_by_user').on(table.userId, sql`created_at DESC`, sql`id DESC`)],
)

/** Links that were mailed to prove an address or to set a new password. */
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
  (table) => [
    primaryKey({ columns: [table.userId, table.purpose] }),
    index('email_links_by_expiry').on(table.expiresAt),
  ],
)

/** Browsers that have signed in to an account before. */
export const knownDevices = sqliteTable(
  'known_devices',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    usedAt: integer('used_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    index('known_devices_by_expiry').on(table.expiresAt),
    unique().on(table.userId, table.tokenHash),
  ],
)

/** Counters of limits, by keyed hash. */
export const attempts = sqliteTable(
  'attempts',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    endsAt: integer('ends_at').notNull(),
  },
  (table) => [index('attempts_by_end').on(table.endsAt)],
)

export const securityEvents = sqliteTable(
  'security_events',
  {
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
  },
  (table) => [
    index('security_events_anonymous').on(table.createdAt).where(sql`user_id IS NULL`),
    index('security_events_by_age').on(table.createdAt),
    index('security_events_by_organization').on(table.organizationId).where(sql`organization_id IS NOT NULL`),
    index('security_events_by_user')
      .on(table.userId, sql`created_at DESC`, sql`id DESC`)
      .where(sql`user_id IS NOT NULL`),
  ],
)

/** What members did; db/schema.sql says what each column is for. */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id').notNull(),
    userId: text('user_id'),
    action: text('action').notNull(),
    subject: text('subject').notNull().default(''),
    aboutUserId: text('about_user_id'),
    userAgent: text('user_agent').notNull().default(''),
    network: text('network').notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('audit_entries_about_user').on(table.aboutUserId).where(sql`about_user_id IS NOT NULL`),
    index('audit_entries_by_action').on(table.organizationId, table.action, table.id),
    index('audit_entries_by_age').on(table.createdAt),
    index('audit_entries_by_organization').on(table.organizationId, table.id),
    index('audit_entries_by_person').on(table.organizationId, table.userId, table.id),
    index('audit_entries_by_user').on(table.userId).where(sql`user_id IS NOT NULL`),
  ],
)

export const outgoingMails = sqliteTable(
  'outgoing_mails',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    sealed: text('sealed').notNull(),
    /** One of many alike: goes after the mails that somebody waits for. */
    isBulk: integer('is_bulk', { mode: 'boolean' }).notNull().default(false),
    attempts: integer('attempts').notNull().default(0),
    dueAt: integer('due_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('outgoing_mails_due').on(table.dueAt),
    index('outgoing_mails_in_turn').on(table.isBulk, table.dueAt),
  ],
)

export const devMails = sqliteTable(
  'dev_mails',
  {
    id: text('id').primaryKey(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull().default(''),
    headers: text('headers', { mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
    kind: text('kind').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  () => [index('dev_mails_by_age').on(sql`created_at DESC`)],
)

/** Accounts that are to be erased; db/schema.sql says what each column is for. */
export const accountDeletions = sqliteTable(
  'account_deletions',
  {
    userId: text('user_id').primaryKey(),
    requestedAt: integer('requested_at').notNull(),
    eraseAt: integer('erase_at').notNull(),
    dueAt: integer('due_at').notNull(),
  },
  (table) => [index('account_deletions_by_due').on(table.dueAt)],
)
