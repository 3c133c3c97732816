import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A single row; db/schema.sql describes the columns. */
export const instance = sqliteTable('instance', {
  id: integer('id').primaryKey(),
  operatorId: text('operator_id'),
  tickAt: integer('tick_at'),
  tickVersion: text('tick_version'),
  tickFaults: text('tick_faults', { mode: 'json' }).$type<string[]>().notNull().default([]),
  probes: text('probes').notNull().default('[]'),
  probedAt: integer('probed_at'),
})

/** Faults that the operator was notified of by mail. */
export const operatorNotices = sqliteTable('operator_notices', {
  kind: text('kind').primaryKey(),
  notifiedAt: integer('notified_at').notNull(),
})

export const pageSpeeds = sqliteTable(
  'page_speeds',
  {
    day: text('day').notNull(),
    metric: text('metric', { enum: ['LCP', 'INP'] }).notNull(),
    upToMs: integer('up_to_ms').notNull(),
    count: integer('count').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.day, table.metric, table.upToMs] })],
)
