import type { D1Database, D1Result } from '@cloudflare/workers-types'
import { getTableColumns, type SQL } from 'drizzle-orm'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { DrizzleD1Database } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { SQLiteRaw } from 'drizzle-orm/sqlite-core/query-builders/raw'
import { BatchSession } from './batch-session.ts'
import { statementText } from './statement-text.ts'

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

  override sqlToQuery(statement: SQL, invokeSource?: 'indexes') {
    return statementText(statement, this) ?? super.sqlToQuery(statement, invokeSource)
  }
}

const dialect = new PlanKeepingDialect()

/** A statement that can go into a batch. */
export type Statement = BatchItem<'sqlite'>

/** As drizzle-orm's own `drizzle` makes it, which takes no dialect. */
export class Database extends DrizzleD1Database {
  readonly $client: D1Database
  /** Taken along by the next batch. */
  private waiting: { statements: readonly Statement[]; take(answers: unknown[]): void } | null = null

  constructor(client: D1Database) {
    super('async', dialect, new BatchSession(client, dialect), undefined)
    this.$client = client
  }

  override async batch<U extends Statement, const T extends readonly [U, ...U[]]>(
    statements: T,
  ): Promise<BatchResponse<T>> {
    const { waiting } = this
    if (!waiting) return super.batch(statements)
    const all = [...waiting.statements, ...statements] as unknown as T
    const answers = (await super.batch(all)) as unknown[]
    // Of batches that ran at once the first gives the answer.
    if (this.waiting === waiting) {
      this.waiting = null
      waiting.take(answers.slice(0, waiting.statements.length))
    }
    // Safe: a batch answers statement by statement.
    return answers.slice(waiting.statements.length) as BatchResponse<T>
  }

  /**
   * Lets the next batch take statements along, in the same round trip.
   *
   * @returns asks for their answers; where no batch has come, they are run by themselves
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

/** As `batch`. @returns the answer of the last statement */
export async function batchEndingIn<L extends Statement>(
  db: Database,
  before: readonly Statement[],
  last: L,
): Promise<Awaited<L>> {
  // Safe: a batch answers statement by statement.
  return (await batch(db, [...before, last])).at(-1) as Awaited<L>
}
