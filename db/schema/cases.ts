import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { platform } from './businesses.ts'

/** One case per review. */
export const reviewCases = sqliteTable('review_cases', {
  reviewId: integer('review_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  platform: platform(),
  /** Rule in the platform's own list (worker/rules/cases.ts). */
  rule: text('rule').notNull(),
  reason: text('reason').notNull().default(''),
  /** The suspected attack for which the case was opened; null if a person opened it. */
  alarmId: text('alarm_id'),
  state: text('state', {
    enum: ['open', 'reported', 'appealed', 'removed', 'kept', 'dropped'],
  }).notNull(),
  openedAt: integer('opened_at').notNull(),
  reportedAt: integer('reported_at'),
  appealedAt: integer('appealed_at'),
  closedAt: integer('closed_at'),
  /** Time of the next reminder, or time at which the case ends; null once the case is closed. */
  dueAt: integer('due_at'),
  /** Reminders sent since the case entered its present state. */
  reminders: integer('reminders').notNull().default(0),
})
