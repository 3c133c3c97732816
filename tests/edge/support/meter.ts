import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'

/** Cost of a caller's statements. */
export interface Meter {
  rowsRead: number
  rowsWritten: number
  /** Calls to the database; a batch counts as one. */
  roundTrips: number
  statements: number
}

export function createMeter(): Meter {
  return { rowsRead: 0, rowsWritten: 0, roundTrips: 0, statements: 0 }
}

const inner = new WeakMap<D1PreparedStatement, D1PreparedStatement>()

/** The database, adding D1's statistics of each result to `meter`. */
export function metered(database: D1Database, meter: Meter): D1Database {
  function count(results: D1Result[]) {
    meter.roundTrips += 1
    for (const { meta } of results) {
      meter.statements += 1
      meter.rowsRead += meta.rows_read
      meter.rowsWritten += meta.rows_written
    }
  }

  function wrap(statement: D1PreparedStatement): D1PreparedStatement {
    async function all<T>(): Promise<D1Result<T>> {
      const result = await statement.all<T>()
      count([result])
      return result
    }
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all,
      run: all,
      // raw() reports no costs, so rows come from all(); callers must select columns with different names.
      raw: async () => (await all<Record<string, unknown>>()).results.map((row) => Object.values(row)),
      first: async (column?: string) => {
        const row = (await all<Record<string, unknown>>()).results[0]
        return row === undefined ? null : column === undefined ? row : row[column]
      },
    } as unknown as D1PreparedStatement
    inner.set(wrapped, statement)
    return wrapped
  }

  return {
    prepare: (sql: string) => wrap(database.prepare(sql)),
    batch: async <T>(statements: D1PreparedStatement[]) => {
      const results = await database.batch<T>(
        statements.map((statement) => inner.get(statement) ?? statement),
      )
      count(results)
      return results
    },
  } as unknown as D1Database
}
