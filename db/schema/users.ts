import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const users = sqliteTable('users', {
  id: text('id').primaryKey(),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull().unique(),
  passwordHash: text('password_hash'),
  emailVerifiedAt: integer('email_verified_at'),
  passwordChangedAt: integer('password_changed_at'),
  mustChangePassword: integer('must_change_password', { mode: 'boolean' }).notNull().default(false),
  /** Start of the current visit, and of the previous one. */
  visitedAt: integer('visited_at'),
  formerVisitAt: integer('former_visit_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

export const profiles = sqliteTable('profiles', {
  id: text('id').primaryKey(),
  email: text('email').notNull(),
  fullName: text('full_name').notNull().default(''),
  avatarUrl: text('avatar_url'),
  username: text('username'),
  subscriptionTier: text('subscription_tier').notNull().default('free'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

export const sessions = sqliteTable('sessions', {
  id: text('id').primaryKey(),
  tokenHash: text('token_hash').notNull().unique(),
  userId: text('user_id').notNull(),
  organizationId: text('organization_id').notNull(),
  authenticatedAt: integer('authenticated_at').notNull(),
  createdAt: integer('created_at').notNull(),
  lastActivityAt: integer('last_activity_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  userAgent: text('user_agent').notNull().default(''),
  aal: text('aal').$type<'aal1' | 'aal2'>().notNull().default('aal1'),
  amr: text('amr', { mode: 'json' }).$type<string[]>().notNull().default(['pwd']),
  factorAt: integer('factor_at'),
  network: text('network').notNull().default(''),
  place: text('place').notNull().default(''),
  previousTokenHash: text('previous_token_hash'),
  previousValidUntil: integer('previous_valid_until'),
  keepSeries: text('keep_series'),
  keepHash: text('keep_hash'),
  keepFormerHash: text('keep_former_hash'),
  keepFormerUntil: integer('keep_former_until'),
  keepUntil: integer('keep_until'),
})

/** A person's subscription; the plan in force is in the organization's row. */
export const subscriptions = sqliteTable('subscriptions', {
  userId: text('user_id').primaryKey(),
  planType: text('plan_type').notNull().default('free'),
  status: text('status').notNull().default('active'),
  createdAt: integer('created_at').notNull(),
})
