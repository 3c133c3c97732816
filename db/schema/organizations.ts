import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const organizations = sqliteTable('organizations', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  description: text('description'),
  website: text('website'),
  industry: text('industry'),
  companySize: text('company_size'),
  logoUrl: text('logo_url'),
  settings: text('settings').notNull().default('{}'),
  billingEmail: text('billing_email'),
  billingAddress: text('billing_address'),
  subscriptionTier: text('subscription_tier').notNull().default('free'),
  subscriptionStatus: text('subscription_status').notNull().default('active'),
  trialEnd: integer('trial_end'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  /** Minutes for which replies wait in the outbox before they are sent. */
  replyDelayMinutes: integer('reply_delay_minutes').notNull().default(0),
})

export const organizationUsers = sqliteTable(
  'organization_users',
  {
    organizationId: text('organization_id').notNull(),
    userId: text('user_id').notNull(),
    role: text('role').notNull(),
    /** JSON list of businesses a member or viewer is limited to; null for all. */
    businessIds: text('business_ids'),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    joinedAt: integer('joined_at').notNull(),
    createdAt: integer('created_at').notNull(),
    /** True if replies of a member need approval. */
    suggestsOnly: integer('suggests_only', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] })],
)

export const organizationSubscriptions = sqliteTable('organization_subscriptions', {
  organizationId: text('organization_id').primaryKey(),
  planType: text('plan_type').notNull().default('free'),
  billingCycle: text('billing_cycle').notNull().default('monthly'),
  seatsIncluded: integer('seats_included').notNull().default(1),
  seatsUsed: integer('seats_used').notNull().default(1),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

export const organizationInvitations = sqliteTable('organization_invitations', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull(),
  role: text('role').$type<'admin' | 'member' | 'viewer'>().notNull(),
  /** JSON list of businesses the new member will be limited to; null for all. */
  businessIds: text('business_ids'),
  invitedBy: text('invited_by'),
  tokenHash: text('token_hash').notNull().unique(),
  expiresAt: integer('expires_at').notNull(),
  createdAt: integer('created_at').notNull(),
})

/** Newly stored reviews per calendar month (UTC, YYYY-MM). */
export const organizationUsage = sqliteTable(
  'organization_usage',
  {
    organizationId: text('organization_id').notNull(),
    month: text('month').notNull(),
    reviewsStored: integer('reviews_stored').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.month] })],
)
