import type { D1Database, D1Result } from '@cloudflare/workers-types'
import type { Miniflare } from 'miniflare'

/** Worker that runs the statements of `localDatabase`. It needs the binding `DB`. */
export const DATABASE_WORKER = {
  name: 'database',
  modules: [
    {
      type: 'ESModule' as const,
      path: 'database.js',
      contents: `export default {
        async fetch(request, { DB }) {
          const { kind, statements } = await request.json()
          try {
            const prepared = statements.map(({ sql, values }) => DB.prepare(sql).bind(...values))
            return Response.json(await (kind === 'raw' ? prepared[0].raw() : DB.batch(prepared)))
          } catch ({ message }) {
            return new Response(message, { status: 500 })
          }
        },
      }`,
    },
  ],
}

/** A statement with its values, which are those of JSON. */
class Statement {
  readonly sql: string
  readonly values: unknown[]
  readonly #ask: Ask

  constructor(ask: Ask, sql: string, values: unknown[] = []) {
    this.sql = sql
    this.values = values
    this.#ask = ask
  }

  bind(...values: unknown[]): Statement {
    return new Statement(this.#ask, this.sql, values)
  }

  async all(): Promise<D1Result<Record<string, unknown>> | undefined> {
    return (await this.#ask<D1Result<Record<string, unknown>>>('batch', [this]))[0]
  }

  run() {
    return this.all()
  }

  raw() {
    return this.#ask('raw', [this])
  }

  async first(column?: string) {
    const row = (await this.all())?.results[0]
    if (!row) return null
    return column === undefined ? row : row[column]
  }
}

type Ask = <T>(kind: 'batch' | 'raw', statements: Statement[]) => Promise<T[]>

/**
 * The local D1, with one request per call: Miniflare's own client blocks Node for several requests whenever a statement
 * is prepared or bound. Its options must include `DATABASE_WORKER`.
 */
export async function localDatabase(miniflare: Miniflare): Promise<D1Database> {
  const worker = await miniflare.getWorker(DATABASE_WORKER.name)
  const ask: Ask = async (kind, statements) => {
    const body = JSON.stringify({
      kind,
      statements: statements.map(({ sql, values }) => ({ sql, values })),
    })
    const response = await worker.fetch('http://database/', { method: 'POST', body })
    if (!response.ok) throw new Error(await response.text())
    // Safe: the worker returns D1's answers.
    return response.json() as Promise<never>
  }
  const database = {
    prepare: (sql: string) => new Statement(ask, sql),
    batch: (statements: Statement[]) => ask('batch', statements),
  }
  // Safe: it has what scripts and tests call.
  return database as unknown as D1Database
}
