import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** AI credits that were granted, spent, given back or expired; migrations/0038_credits.sql says what each column is for. */
export const creditEntries = sqliteTable(
  'credit_entries',
  {
    organizationId: text('organization_id').notNull(),
    number: integer('number').notNull(),
    month: text('month').notNull(),
    kind: text('kind', { enum: ['grant', 'spend', 'return', 'expiry'] }).notNull(),
    amount: integer('amount').notNull(),
    purpose: text('purpose', { enum: ['draft', 'summary', 'report'] }),
    reference: text('reference'),
    userId: text('user_id'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.number] })],
)
