import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Reports as created; db/schema.sql describes each column. */
export const reports = sqliteTable('reports', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  userId: text('user_id'),
  basis: text('basis').notNull(),
  businessIds: text('business_ids').notNull(),
  settings: text('settings').notNull(),
  method: text('method').notNull(),
  reviewCount: integer('review_count').notNull(),
  inputHash: text('input_hash').notNull(),
  sections: text('sections').notNull(),
  createdAt: integer('created_at').notNull(),
  deliveredAt: integer('delivered_at'),
  linkHash: text('link_hash'),
  linkBy: text('link_by'),
})

/** Recurring reports; db/schema.sql describes each column. */
export const reportSchedules = sqliteTable('report_schedules', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  userId: text('user_id'),
  businessIds: text('business_ids').notNull(),
  settings: text('settings').notNull(),
  rhythm: text('rhythm').$type<'weekly' | 'monthly'>().notNull(),
  state: text('state').$type<'on' | 'stopped' | 'no_member' | 'no_access' | 'no_plan'>().notNull(),
  dueAt: integer('due_at'),
  skippedAt: integer('skipped_at'),
  createdAt: integer('created_at').notNull(),
})
