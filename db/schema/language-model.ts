import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Owners who let the language model rewrite drafts; db/schema.sql says what each column is for. */
export const modelAgreements = sqliteTable('model_agreements', {
  organizationId: text('organization_id').primaryKey(),
  model: text('model').notNull().default(''),
  voice: text('voice'),
  agreedBy: text('agreed_by'),
  agreedAt: integer('agreed_at').notNull(),
})

/** How often an organization had the model asked on a UTC day. */
export const modelCalls = sqliteTable(
  'model_calls',
  {
    day: text('day').notNull(),
    organizationId: text('organization_id').notNull(),
    calls: integer('calls').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.organizationId] })],
)

/** What the model made of the last draft for a review. */
export const replyRewrites = sqliteTable('reply_rewrites', {
  reviewId: integer('review_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  draftId: text('draft_id').notNull(),
  key: text('key').notNull(),
  text: text('text'),
  fault: text('fault'),
  askedUntil: integer('asked_until').notNull(),
})
