import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'

/** Rows written by statements, including triggers and indexes, by the first table that each statement names. */
export type Writes = Map<string, number>

export function totalOf(writes: Writes): number {
  return [...writes.values()].reduce((sum, count) => sum + count, 0)
}

const TABLE = /(?:INTO|UPDATE|FROM)\s+"?(\w+)"?/i

/** The database, recording in `writes` the rows that D1 reports for each batched or returning statement. */
export function countingWrites(database: D1Database, writes: Writes): D1Database {
  const tables = new WeakMap<D1PreparedStatement, string>()

  function note(statement: D1PreparedStatement, result: D1Result) {
    const table = tables.get(statement) ?? 'unknown'
    writes.set(table, (writes.get(table) ?? 0) + result.meta.rows_written)
  }

  function wrap(statement: D1PreparedStatement, table: string): D1PreparedStatement {
    tables.set(statement, table)
    return new Proxy(statement, {
      get(target, property) {
        if (property === 'bind') return (...values: unknown[]) => wrap(target.bind(...values), table)
        if (property === 'raw') {
          return async () => {
            const result = await target.all<Record<string, unknown>>()
            note(target, result)
            return result.results.map((row) => Object.values(row))
          }
        }
        if (property === 'all' || property === 'run') {
          return async () => {
            const result = await target[property]()
            note(target, result)
            return result
          }
        }
        if (property === INNER) return target
        return Reflect.get(target, property)
      },
    })
  }

  return {
    prepare: (sql: string) => wrap(database.prepare(sql), TABLE.exec(sql)?.[1] ?? 'unknown'),
    batch: async <T>(statements: D1PreparedStatement[]) => {
      const inner = statements.map((statement) => Reflect.get(statement, INNER) as D1PreparedStatement)
      const results = await database.batch<T>(inner)
      for (const [index, result] of results.entries()) {
        const statement = inner[index]
        if (statement) note(statement, result)
      }
      return results
    },
  } as unknown as D1Database
}

const INNER = Symbol('the statement inside')
