import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What members did; migrations/0039_audit_log.sql says what each column is for. */
export const auditEntries = sqliteTable('audit_entries', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  userId: text('user_id'),
  action: text('action').notNull(),
  subject: text('subject').notNull().default(''),
  aboutUserId: text('about_user_id'),
  userAgent: text('user_agent').notNull().default(''),
  network: text('network').notNull().default(''),
  createdAt: integer('created_at').notNull(),
})
