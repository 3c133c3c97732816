import type { D1Database, D1Result } from '@cloudflare/workers-types'
import { getTableColumns, type SQL } from 'drizzle-orm'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { DrizzleD1Database, SQLiteD1Session } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { SQLiteRaw } from 'drizzle-orm/sqlite-core/query-builders/raw'

/** The bindings that hold databases. */
export interface DatabaseEnv {
  DB: D1Database
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

/** A statement that can go into a batch. */
export type Statement = BatchItem<'sqlite'>

type NoSchema = Record<string, never>

/** As drizzle-orm's own `drizzle` makes it, which takes no dialect. */
export class Database extends DrizzleD1Database {
  readonly $client: D1Database

  constructor(client: D1Database) {
    const session = new SQLiteD1Session<NoSchema, NoSchema>(client, dialect, undefined)
    super('async', dialect, session, undefined)
    this.$client = client
  }

  /**
   * A hand-written statement that can go into a batch; its rows are what the SQL selects or returns. Of `run(sql)`,
   * drizzle-orm 0.45 batches only statements without parameters: for the others it binds to a prepared statement that a
   * raw query does not carry.
   */
  statement<Row = unknown>(query: SQL) {
    const raw = this.run(query) as SQLiteRaw<D1Result<Row>>
    // Built once: a batch asks for it again.
    const built = raw.getQuery()
    return Object.assign(raw, { stmt: this.$client.prepare(built.sql), getQuery: () => built })
  }
}

/** The database, which all tenants share. */
export function databaseOf(env: DatabaseEnv): Database {
  return new Database(env.DB)
}

/** The named columns of a table, for a `select`. */
export function columns<T extends SQLiteTable, Name extends keyof T['_']['columns'] & string>(
  table: T,
  ...names: Name[]
) {
  const all = getTableColumns(table)
  // Safe: one entry for each name.
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<T['_']['columns'], Name>
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
