import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * An organization's billing state, as last reported by the payment provider. One row per organization that has ever
 * opened a checkout.
 */
export const organizationBilling = sqliteTable('organization_billing', {
  organizationId: text('organization_id').primaryKey(),
  customerId: text('customer_id').notNull().unique(),
  userId: text('user_id'),
  subscriptionId: text('subscription_id'),
  paidPlan: text('paid_plan').$type<'free' | 'pro' | 'ai_insights'>().notNull().default('free'),
  effectivePlan: text('effective_plan').$type<'free' | 'pro' | 'ai_insights'>().notNull().default('free'),
  status: text('status').$type<'none' | 'active' | 'past_due' | 'ended'>().notNull().default('none'),
  payment: text('payment').$type<'paid' | 'refunded' | 'disputed'>().notNull().default('paid'),
  periodStartedAt: integer('period_started_at'),
  periodEndsAt: integer('period_ends_at'),
  cancelsAt: integer('cancels_at'),
  syncedAt: integer('synced_at').notNull().default(0),
  checkAt: integer('check_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** Requests with the same idempotency key and plan get the same checkout for a day. */
export const billingCheckouts = sqliteTable('billing_checkouts', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  idempotencyKey: text('idempotency_key').notNull(),
  planType: text('plan_type').notNull(),
  sessionId: text('session_id'),
  url: text('url'),
  createdAt: integer('created_at').notNull(),
})

/** Provider events that were already applied. */
export const billingEvents = sqliteTable('billing_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  createdAt: integer('created_at').notNull(),
})

/** Last month in which an organization got credits, and the first month with something to enter ('' means at once). */
export const creditAccounts = sqliteTable('credit_accounts', {
  organizationId: text('organization_id').primaryKey(),
  month: text('month').notNull().default(''),
  due: text('due').notNull().default(''),
})

/** Ledger of AI credits granted, spent, returned and expired; db/schema.sql describes the columns. */
export const creditEntries = sqliteTable(
  'credit_entries',
  {
    organizationId: text('organization_id').notNull(),
    number: integer('number').notNull(),
    month: text('month').notNull(),
    kind: text('kind', { enum: ['grant', 'spend', 'return', 'expiry'] }).notNull(),
    amount: integer('amount').notNull(),
    purpose: text('purpose', { enum: ['draft', 'summary', 'report'] }),
    reference: text('reference'),
    userId: text('user_id'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.number] })],
)
