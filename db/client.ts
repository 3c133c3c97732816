import type { D1Database, D1Result } from '@cloudflare/workers-types'
import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { DrizzleD1Database, SQLiteD1Session } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { SQLiteRaw } from 'drizzle-orm/sqlite-core/query-builders/raw'

export interface DatabaseEnv {
  DB: D1Database
}

export type Statement = BatchItem<'sqlite'>

const dialect = new SQLiteAsyncDialect()

/** drizzle-orm's database, as from `drizzle(client)`, extended by `takeAlong` and `statement`. */
export class Database extends DrizzleD1Database {
  readonly $client: D1Database
  /** Statements that piggyback on the next batch. */
  private waiting: { statements: readonly Statement[]; take(answers: unknown[]): void } | null = null

  constructor(client: D1Database) {
    super('async', dialect, new SQLiteD1Session(client, dialect, undefined), undefined)
    this.$client = client
  }

  override async batch<U extends Statement, const T extends readonly [U, ...U[]]>(
    statements: T,
  ): Promise<BatchResponse<T>> {
    const { waiting } = this
    if (!waiting) return super.batch(statements)
    const all = [...waiting.statements, ...statements] as unknown as T
    const answers = (await super.batch(all)) as unknown[]
    // If several batches ran concurrently, the first provides the results.
    if (this.waiting === waiting) {
      this.waiting = null
      waiting.take(answers.slice(0, waiting.statements.length))
    }
    // Safe: a batch returns one result per statement.
    return answers.slice(waiting.statements.length) as BatchResponse<T>
  }

  /**
   * Piggybacks statements on the next batch, in the same round trip.
   *
   * @returns a function that returns the statements' results; if no batch has run, it runs the statements by themselves
   */
  takeAlong<const S extends readonly Statement[]>(statements: S): () => Promise<BatchResponse<S>> {
    let answers: BatchResponse<S> | undefined
    const waiting = { statements, take: (taken: unknown[]) => (answers = taken as BatchResponse<S>) }
    this.waiting = waiting
    return async () => {
      if (answers) return answers
      if (this.waiting === waiting) this.waiting = null
      return batch(this, statements)
    }
  }

  /**
   * A hand-written statement that can be part of a batch; its rows are what the SQL selects or returns, as D1 reads
   * them. With `run(sql)`, drizzle-orm 0.45 only batches statements without parameters: it binds parameters to a
   * prepared statement, which a raw query doesn't have.
   *
   * In a frequent statement that joins tables, write `+${value}` when comparing a column with a value, and
   * `literal(number)` after LIMIT. D1 caches prepared statements, but if one has a bare `?` in these places, SQLite
   * prepares it again at each call, because the query plan may depend on the value.
   */
  statement<Row = unknown>(query: SQL) {
    const raw = this.run(query) as SQLiteRaw<D1Result<Row>>
    // Build the query once, because a batch requests it again.
    const built = raw.getQuery()
    return Object.assign(raw, { stmt: this.$client.prepare(built.sql), getQuery: () => built })
  }
}

export function databaseOf(env: DatabaseEnv): Database {
  return new Database(env.DB)
}

/** SQL for an integer written into the statement's text, not bound as a value; see `statement`. */
export function literal(number: number): SQL {
  return sql.raw(String(Math.trunc(number)))
}

export function columns<T extends SQLiteTable, Name extends keyof T['_']['columns'] & string>(
  table: T,
  ...names: Name[]
) {
  const all = getTableColumns(table)
  // Safe: one entry per name.
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<T['_']['columns'], Name>
}

/** A row as stored: 0 or 1 for a boolean. */
export type Stored<Row> = { [Name in keyof Row]: Row[Name] extends boolean ? 0 | 1 : Row[Name] }

/** A table's columns under their names in the schema, for the SELECT of a hand-written statement. */
export function columnList(columns: Record<string, SQLiteColumn>): SQL {
  const list = Object.entries(columns).map(
    ([name, column]) => `${getTableName(column.table)}.${column.name} AS "${name}"`,
  )
  return sql.raw(list.join(', '))
}

/**
 * Runs statements in order, all or none. Results come in the same order; an empty list of statements returns an empty
 * list.
 */
export async function batch<const S extends readonly Statement[]>(
  db: Database,
  statements: S,
): Promise<BatchResponse<S>> {
  const [first, ...others] = statements
  // Safe: a batch returns one result per statement.
  return (first ? await db.batch([first, ...others]) : []) as BatchResponse<S>
}

/** Like `batch`. @returns the result of the last statement */
export async function batchEndingIn<L extends Statement>(
  db: Database,
  before: readonly Statement[],
  last: L,
): Promise<Awaited<L>> {
  // Safe: a batch returns one result per statement.
  return (await batch(db, [...before, last])).at(-1) as Awaited<L>
}
