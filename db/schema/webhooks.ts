import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** db/schema.sql describes the columns. */
export const webhookEndpoints = sqliteTable('webhook_endpoints', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  url: text('url').notNull(),
  events: text('events', { mode: 'json' }).$type<string[]>().notNull(),
  sealedSecret: text('sealed_secret').notNull(),
  secretNumber: integer('secret_number').notNull().default(1),
  sealedFormerSecret: text('sealed_former_secret'),
  formerSecretUntil: integer('former_secret_until'),
  createdAt: integer('created_at').notNull(),
  failingSince: integer('failing_since'),
  offSince: integer('off_since'),
  offReason: text('off_reason', { enum: ['owner', 'failing', 'gone', 'maker_left'] }),
  dueAt: integer('due_at'),
  leaseUntil: integer('lease_until'),
  /** Time at which the endpoint answered a challenge; null until then. An unproven endpoint gets no events. */
  provenAt: integer('proven_at'),
  proofFault: text('proof_fault'),
  hourBeganAt: integer('hour_began_at').notNull().default(0),
  hourSent: integer('hour_sent').notNull().default(0),
  createdBy: text('created_by'),
})

/** Webhook deliveries, past and pending. New rows come from `announce` (worker/webhooks/announce.ts). */
export const webhookDeliveries = sqliteTable('webhook_deliveries', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  id: text('id').notNull().unique(),
  endpointId: text('endpoint_id').notNull(),
  organizationId: text('organization_id').notNull(),
  event: text('event').notNull(),
  body: text('body').notNull(),
  state: text('state', { enum: ['waiting', 'delivered', 'failed'] })
    .notNull()
    .default('waiting'),
  attempts: integer('attempts').notNull().default(0),
  dueAt: integer('due_at'),
  attemptedAt: integer('attempted_at'),
  status: integer('status'),
  answer: text('answer').notNull().default(''),
  createdAt: integer('created_at').notNull(),
})
