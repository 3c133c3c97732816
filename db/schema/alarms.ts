import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Businesses watched for alarms; db/schema.sql describes each column. */
export const alarmChecks = sqliteTable('alarm_checks', {
  businessId: text('business_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  dueAt: integer('due_at').notNull().default(0),
})

/** Alarms an organization gets; all without a row. */
export const alarmSettings = sqliteTable('alarm_settings', {
  organizationId: text('organization_id').primaryKey(),
  level: text('level', { enum: ['off', 'important', 'all'] })
    .notNull()
    .default('all'),
})

/** Raised alarms, with the evidence at that time. */
export const alarms = sqliteTable('alarms', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  key: text('key').notNull(),
  kind: text('kind', {
    enum: [
      'bad_reviews',
      'many_reviews',
      'few_reviews',
      'topic_turned_bad',
      'possible_attack',
      'alike_reviews',
    ],
  }).notNull(),
  topic: text('topic'),
  /** UTC days, both included. */
  fromDay: text('from_day').notNull(),
  toDay: text('to_day').notNull(),
  part: integer('part').notNull(),
  allCount: integer('all_count').notNull(),
  expected: real('expected').notNull(),
  chance: real('chance').notNull(),
  /** For a possible attack: the reviews in the evidence file, as JSON. */
  reviewIds: text('review_ids').notNull().default('[]'),
  createdAt: integer('created_at').notNull(),
})
