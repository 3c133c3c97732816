import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { D1Database } from '@cloudflare/workers-types'

interface Statement {
  sql: string
  values: SQLInputValue[]
}

/**
 * This process's SQLite behind D1's interface, as far as the product and the factories use it: the same
 * statements without workerd, and the fast way to fill a store. A batch is one transaction.
 */
export function openSqlite(
  file: string,
  options: { durable: boolean },
): { d1: D1Database; sqlite: DatabaseSync } {
  const sqlite = new DatabaseSync(file)
  sqlite.exec(`PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON;
    PRAGMA synchronous = ${options.durable ? 'NORMAL' : 'OFF'}; PRAGMA cache_size = -65536`)
  const result = ({ sql, values }: Statement) => {
    const results = sqlite.prepare(sql).all(...values)
    return { success: true, results, meta: {} }
  }
  // Two columns may share a name.
  const rawRows = ({ sql, values }: Statement) => {
    const statement = sqlite.prepare(sql)
    statement.setReturnArrays(true)
    return statement.all(...values)
  }
  const prepared = new WeakMap<object, Statement>()
  const wrap = (statement: Statement) => {
    const d1Statement = {
      bind: (...values: SQLInputValue[]) => wrap({ ...statement, values }),
      all: async () => result(statement),
      run: async () => result(statement),
      raw: async () => rawRows(statement),
      first: async () => result(statement).results[0] ?? null,
    }
    prepared.set(d1Statement, statement)
    return d1Statement
  }
  const d1 = {
    prepare: (sql: string) => wrap({ sql, values: [] }),
    async batch(statements: object[]) {
      sqlite.exec('BEGIN')
      try {
        const results = statements.map((statement) => {
          const own = prepared.get(statement)
          if (!own) throw new TypeError('This statement belongs to another database.')
          return result(own)
        })
        sqlite.exec('COMMIT')
        return results
      } catch (error) {
        sqlite.exec('ROLLBACK')
        throw error
      }
    },
  }
  return { d1: d1 as unknown as D1Database, sqlite }
}
