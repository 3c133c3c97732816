import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Members' named filters; each is visible to its member only. */
export const savedViews = sqliteTable('saved_views', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  userId: text('user_id').notNull(),
  name: text('name').notNull(),
  query: text('query').notNull(),
  createdAt: integer('created_at').notNull(),
})

/** Reply templates, for one business or the whole organization. */
export const replyTemplates = sqliteTable('reply_templates', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id'),
  name: text('name').notNull(),
  text: text('text').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
