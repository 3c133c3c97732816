import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Style of the reply drafts of a business. */
export const draftStyles = sqliteTable('draft_styles', {
  businessId: text('business_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  tone: text('tone', { enum: ['friendly', 'formal', 'brief'] }).notNull(),
  signOff: text('sign_off'),
  contactLine: text('contact_line'),
  remarks: text('remarks').notNull(),
  updatedAt: integer('updated_at').notNull(),
  automaticBy: text('automatic_by'),
  automaticSince: integer('automatic_since'),
})

/** New reviews that may get an automatic reply. */
export const automaticReplies = sqliteTable('automatic_replies', {
  reviewId: integer('review_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  dueAt: integer('due_at').notNull().default(0),
})

/** The latest draft of a reply to each review; db/schema.sql describes each column. */
export const replyDrafts = sqliteTable('reply_drafts', {
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
})
