import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { volume } from '#tests/volume.ts'

type Before = (sql: string) => Promise<void> | void

const originals = new WeakMap<D1PreparedStatement, { statement: D1PreparedStatement; sql: string }>()

/** The database, with a hook before each statement: a wait or a fault. */
function intercepted(database: D1Database, before: Before): D1Database {
  function wrap(statement: D1PreparedStatement, sql: string): D1PreparedStatement {
    const wrapped = new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => wrap(target.bind(...values), sql)
        const method = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return async (...values: unknown[]) => {
          await before(sql)
          return method.apply(target, values)
        }
      },
    })
    originals.set(wrapped, { statement, sql })
    return wrapped
  }
  return {
    prepare: (sql: string) => wrap(database.prepare(sql), sql),
    batch: async (statements: D1PreparedStatement[]) => {
      const known = statements.map((statement) => originals.get(statement))
      await before(known.map((one) => one?.sql).join(';\n'))
      return database.batch(statements.map((statement, index) => known[index]?.statement ?? statement))
    },
  } as unknown as D1Database
}

/** Fails every call whose SQL matches. */
export function failing(database: D1Database, matches: RegExp): D1Database {
  return intercepted(database, (sql) => {
    if (matches.test(sql)) throw new Error('D1_ERROR: Network connection lost.')
  })
}

/** Runs something right before the first call whose SQL matches. */
export function interrupted(
  database: D1Database,
  matches: RegExp,
  happens: () => Promise<unknown>,
): D1Database {
  let isFirst = true
  return intercepted(database, async (sql) => {
    if (!isFirst || !matches.test(sql)) return
    isFirst = false
    await happens()
  })
}

/** Number of concurrent attempts at something that only one may do. */
export const AT_ONCE = volume(20, 100)

/** Holds each call whose SQL matches until `count` of them wait, so that all have checked before one writes. */
export function barrier(database: D1Database, matches: RegExp, count: number): D1Database {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  let waiting = 0
  return intercepted(database, (sql) => {
    if (!matches.test(sql)) return
    waiting += 1
    if (waiting === count) open()
    return opened
  })
}
