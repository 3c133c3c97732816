import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { platform } from './businesses.ts'

/** What an organization has asked a platform about a place; db/schema.sql says what each column is for. */
export const placeUsage = sqliteTable(
  'place_usage',
  {
    organizationId: text('organization_id').notNull(),
    platform: platform(),
    place: text('place').notNull(),
    kind: text('kind', { enum: ['run', 'preview', 'wait'] }).notNull(),
    askedBy: text('asked_by').notNull(),
    source: text('source').notNull(),
    until: integer('until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.platform, table.place, table.kind, table.askedBy] }),
  ],
)

/** What counts of a place; one run or preview may have several rows, one for each name of the place. */
export type PlaceUse = typeof placeUsage.$inferSelect & {
  /** A run that ended before it saved a page. */ gotNothing: boolean
}
