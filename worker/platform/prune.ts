import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Database } from '#db/client.ts'

/** Rows of one table that a tick deletes at most: what is left waits for the next one. */
export const PRUNED_AT_ONCE = 500

interface Prunable {
  /** The primary key of the table. */
  key: SQLiteColumn
  /** A time in milliseconds, or an expression for it; indexed, or every tick would read the table. */
  time: SQLiteColumn | SQL
  /** Which rows; of all where left out. */
  of?: SQL
}

/** A statement that deletes the oldest rows of a table: no more than a slice, found by index. */
export function prune(db: Database, { key, time, of }: Prunable, until: number) {
  const oldest = db
    .select({ key })
    .from(key.table)
    .where(and(sql`${time} <= ${until}`, of))
    .orderBy(sql`${time}`)
    .limit(PRUNED_AT_ONCE)
  return db.delete(key.table).where(inArray(key, oldest))
}
