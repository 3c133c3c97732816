import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { platform } from './businesses.ts'

/** Requests of an organization to a platform about a place; db/schema.sql describes each column. */
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

/** A use of a place. One run or preview may have several rows, one for each name of the place. */
export type PlaceUse = typeof placeUsage.$inferSelect & {
  /** A run that ended before it saved a page. */ gotNothing: boolean
}
