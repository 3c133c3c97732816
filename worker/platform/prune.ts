import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Database } from '#db/client.ts'

/** Maximum number of rows deleted per table and tick. */
export const PRUNED_AT_ONCE = 500

interface Prunable {
  key: SQLiteColumn
  /** A time in milliseconds, or an expression for it. Needs an index, or every tick would read the whole table. */
  time: SQLiteColumn | SQL
  /** Restricts the rows; defaults to all. */
  of?: SQL
}

/** Deletes the oldest rows, up to `PRUNED_AT_ONCE`. */
export function prune(db: Database, { key, time, of }: Prunable, until: number) {
  const oldest = db
    .select({ key })
    .from(key.table)
    .where(and(sql`${time} <= ${until}`, of))
    .orderBy(sql`${time}`)
    .limit(PRUNED_AT_ONCE)
  return db.delete(key.table).where(inArray(key, oldest))
}
