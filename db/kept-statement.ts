import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { fillPlaceholders, type SQL, sql } from 'drizzle-orm'
import type { RunnableQuery } from 'drizzle-orm/runnable-query'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Database, Statement } from './client.ts'

/** What drizzle-orm makes of a statement, as far as a batch asks for it. */
interface Prepared {
  stmt: D1PreparedStatement
  getQuery(): { sql: string; params: unknown[] }
}

/** What a statement answers, without a way to run it by itself. */
type InBatch<S extends Statement> = RunnableQuery<S['_']['result'], 'sqlite'>

/**
 * A statement whose text is made once and kept as long as the worker lives: building it costs more than running it where it
 * joins many tables. What differs from call to call stands in it as `sql.placeholder(name)`, and comes by name.
 *
 * @returns makes the statement with its values, for a batch
 */
export function keptStatement<S extends Statement>(build: (db: Database) => S) {
  let kept: Prepared | undefined
  return (db: Database, values: Record<string, unknown>): InBatch<S> => {
    kept ??= prepare(build(db))
    const { sql, params } = kept.getQuery()
    return inBatch<S>(kept, {
      stmt: db.$client.prepare(sql),
      getQuery: () => ({ sql, params: fillPlaceholders(params, values) }),
    })
  }
}

/**
 * A select of many columns, whose names are written out once: for forty of them that takes longer than all the rest of a
 * statement.
 *
 * @param build makes a select without values of its own that joins the table of the columns to `other`, so that each is named with
 *   its table
 * @returns makes a statement of these columns from what follows them, for a batch
 */
export function keptSelect<S extends Statement>(build: (db: Database, other: SQL) => S) {
  let kept: Prepared | undefined
  return (db: Database, rest: SQL): InBatch<S> => {
    kept ??= prepare(build(db, sql`kept`))
    const [columns = ''] = kept.getQuery().sql.split(' from kept ')
    const { stmt, getQuery } = db.statement(sql`${sql.raw(columns)} ${rest}`)
    return inBatch(kept, { stmt, getQuery })
  }
}

/**
 * A part of statements, written out once: for one with many columns that is most of what a statement costs before it comes to the
 * database.
 *
 * @throws Error for a part with values
 */
export function keptText(part: SQL): SQL {
  const query = new SQLiteAsyncDialect().sqlToQuery(part)
  if (query.params.length > 0) throw new Error(`A kept text has no values: ${query.sql}`)
  return sql.raw(query.sql)
}

function prepare(statement: Statement): Prepared {
  // Its type is internal to drizzle-orm 0.45.
  return (statement as unknown as { _prepare(): Prepared })._prepare()
}

function inBatch<S extends Statement>(kept: Prepared, own: Prepared): InBatch<S> {
  const prepared: Prepared = Object.assign(Object.create(kept), own)
  // Safe: a batch asks for nothing else.
  return { _prepare: () => prepared } as unknown as InBatch<S>
}
