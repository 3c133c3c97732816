import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** How replies to a business's reviews are drafted. */
export const draftStyles = sqliteTable(
  'draft_styles',
  {
    businessId: text('business_id').primaryKey(),
    organizationId: text('organization_id').notNull(),
    tone: text('tone', { enum: ['friendly', 'formal', 'brief'] }).notNull(),
    signOff: text('sign_off'),
    contactLine: text('contact_line'),
    remarks: text('remarks').notNull(),
    updatedAt: integer('updated_at').notNull(),
    automaticBy: text('automatic_by'),
    automaticSince: integer('automatic_since'),
  },
  (table) => [index('draft_styles_automatic').on(table.automaticBy).where(sql`automatic_by IS NOT NULL`)],
)

/** New reviews that may be answered without a person. */
export const automaticReplies = sqliteTable(
  'automatic_replies',
  {
    reviewId: integer('review_id').primaryKey(),
    organizationId: text('organization_id').notNull(),
    businessId: text('business_id').notNull(),
    dueAt: integer('due_at').notNull().default(0),
  },
  (table) => [index('automatic_replies_by_due').on(table.dueAt)],
)

/** The last draft of a reply to each review; db/schema.sql says what each column is for. */
export const replyDrafts = sqliteTable(
  'reply_drafts',
  {
    reviewId: integer('review_id').primaryKey(),
    id: text('id').notNull(),
    organizationId: text('organization_id').notNull(),
    businessId: text('business_id').notNull(),
    basis: text('basis').notNull(),
    text: text('text').notNull(),
    wordings: text('wordings').notNull(),
    templateVersion: text('template_version').notNull(),
    createdAt: integer('created_at').notNull(),
    deliveredAt: integer('delivered_at'),
  },
  (table) => [
    index('reply_drafts_by_delivery')
      .on(table.businessId, table.deliveredAt)
      .where(sql`delivered_at IS NOT NULL`),
  ],
)
