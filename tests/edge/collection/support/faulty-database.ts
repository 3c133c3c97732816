import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import type { Random } from '#tests/upstream/random.ts'

/** Errors documented by D1 after which the caller doesn't know the outcome of the call. */
const PASSING = [
  'D1_ERROR: Network connection lost.',
  'D1_ERROR: Internal error in D1 DB storage caused object to be reset.',
  'D1_ERROR: D1 DB reset because its code was updated.',
]

export interface FaultyDatabase {
  database: D1Database
  /** Number of calls, and of those that failed before or after the real call. */
  counts: { calls: number; before: number; after: number }
}

/**
 * The database, failing on a share of the calls: half of these before anything is done, half after everything is.
 *
 * @param share 0 to 1
 */
export function faultyDatabase(real: D1Database, share: number, random: Random): FaultyDatabase {
  const counts = { calls: 0, before: 0, after: 0 }

  async function call<T>(work: () => Promise<T>): Promise<T> {
    counts.calls += 1
    const fails = random.chance(share)
    const isBefore = random.chance(0.5)
    if (fails && isBefore) {
      counts.before += 1
      throw new Error(random.pick(PASSING))
    }
    const result = await work()
    if (fails) {
      counts.after += 1
      throw new Error(random.pick(PASSING))
    }
    return result
  }

  function wrap(statement: D1PreparedStatement): D1PreparedStatement {
    return new Proxy(statement, {
      get(target, property) {
        if (property === 'bind') return (...values: unknown[]) => wrap(target.bind(...values))
        if (property === INNER) return target
        const value: unknown = Reflect.get(target, property)
        if (typeof value !== 'function') return value
        return (...values: unknown[]) => call(() => Reflect.apply(value, target, values) as Promise<unknown>)
      },
    })
  }

  const database = {
    prepare: (sql: string) => wrap(real.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) =>
      call(() =>
        real.batch(statements.map((statement) => Reflect.get(statement, INNER) as D1PreparedStatement)),
      ),
  } as unknown as D1Database
  return { database, counts }
}

const INNER = Symbol('the statement inside')
