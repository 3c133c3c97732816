import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { fillPlaceholders } from 'drizzle-orm'
import type { RunnableQuery } from 'drizzle-orm/runnable-query'
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
    // Its type is internal to drizzle-orm 0.45.
    kept ??= (build(db) as unknown as { _prepare(): Prepared })._prepare()
    const { sql, params } = kept.getQuery()
    const own: Prepared = {
      stmt: db.$client.prepare(sql),
      getQuery: () => ({ sql, params: fillPlaceholders(params, values) }),
    }
    const prepared: Prepared = Object.assign(Object.create(kept), own)
    // Safe: a batch asks for nothing else.
    return { _prepare: () => prepared } as unknown as InBatch<S>
  }
}
