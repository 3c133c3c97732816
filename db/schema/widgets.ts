import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const widgets = sqliteTable('widgets', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  /** Identifies the widget in its public URLs. */
  handle: text('handle').notNull().unique(),
  layout: text('layout', { enum: ['list', 'carousel', 'badge'] }).notNull(),
  theme: text('theme', { enum: ['light', 'dark', 'auto'] }).notNull(),
  language: text('language').notNull(),
  maxReviews: integer('max_reviews').notNull(),
  minStars: integer('min_stars').notNull(),
  withText: integer('with_text', { mode: 'boolean' }).notNull(),
  /** Origins of the pages that may show the widget. */
  sites: text('sites', { mode: 'json' }).$type<string[]>().notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
