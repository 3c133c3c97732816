import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Permissions by owners for the language model to rewrite drafts; db/schema.sql describes each column. */
export const modelAgreements = sqliteTable('model_agreements', {
  organizationId: text('organization_id').primaryKey(),
  model: text('model').notNull().default(''),
  voice: text('voice'),
  agreedBy: text('agreed_by'),
  agreedAt: integer('agreed_at').notNull(),
})

/** Calls to the model per organization and UTC day. */
export const modelCalls = sqliteTable(
  'model_calls',
  {
    day: text('day').notNull(),
    organizationId: text('organization_id').notNull(),
    calls: integer('calls').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.organizationId] })],
)

/** The model's rewrite of the latest draft for a review. */
export const replyRewrites = sqliteTable('reply_rewrites', {
  reviewId: integer('review_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  draftId: text('draft_id').notNull(),
  key: text('key').notNull(),
  text: text('text'),
  fault: text('fault'),
  askedUntil: integer('asked_until').notNull(),
})
