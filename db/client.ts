import type { D1Database, D1Result } from '@cloudflare/workers-types'
import type { SQL } from 'drizzle-orm'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { DrizzleD1Database, SQLiteD1Session } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { SQLiteRaw } from 'drizzle-orm/sqlite-core/query-builders/raw'

export type Database = DrizzleD1Database & { $client: D1Database }

/** The bindings that hold databases. */
export interface DatabaseEnv {
  DB: D1Database
}

/** The database, which all tenants share. */
export function databaseOf(env: DatabaseEnv): Database {
  return openDatabase(env.DB)
}

/**
 * Bound values stand as `+?` in the text, which means the same as `?`. D1 keeps prepared statements; but one that joins
 * tables and compares a column with a bare `?` is planned anew at every call, since SQLite then looks at the value.
 */
class PlanKeepingDialect extends SQLiteAsyncDialect {
  override escapeParam(): string {
    return '+?'
  }
}

const dialect = new PlanKeepingDialect()

/** As drizzle-orm's own `drizzle`, which takes no dialect. */
function openDatabase(client: D1Database): Database {
  const session = new SQLiteD1Session<Record<string, never>, Record<string, never>>(
    client,
    dialect,
    undefined,
  )
  return Object.assign(new DrizzleD1Database('async', dialect, session, undefined), { $client: client })
}

/** A statement that can go into a batch. */
export type Statement = BatchItem<'sqlite'>

/**
 * A hand-written statement that can go into a batch; its rows are what the SQL selects or returns. Of `db.run(sql)`,
 * drizzle-orm 0.45 batches only statements without parameters: for the others it binds to a prepared statement that a raw
 * query does not carry.
 */
export function statement<Row = unknown>(db: Database, query: SQL) {
  const raw = db.run(query) as SQLiteRaw<D1Result<Row>>
  // Built once: a batch asks for it again.
  const built = raw.getQuery()
  return Object.assign(raw, { stmt: db.$client.prepare(built.sql), getQuery: () => built })
}

/** Runs statements in order, all or none of them. Their answers come in the same order; an empty list has none. */
export async function batch<const S extends readonly Statement[]>(
  db: Database,
  statements: S,
): Promise<BatchResponse<S>> {
  const [first, ...others] = statements
  // Safe: a batch answers statement by statement.
  return (first ? await db.batch([first, ...others]) : []) as BatchResponse<S>
}
