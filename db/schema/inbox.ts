import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Filters that members keep under a name, each for themselves. */
export const savedViews = sqliteTable('saved_views', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  userId: text('user_id').notNull(),
  name: text('name').notNull(),
  query: text('query').notNull(),
  createdAt: integer('created_at').notNull(),
})

/** Replies to begin with, for one business or for all of an organization. */
export const replyTemplates = sqliteTable('reply_templates', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id'),
  name: text('name').notNull(),
  text: text('text').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
