import type { D1Database } from '@cloudflare/workers-types'
import type { SQL } from 'drizzle-orm'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'

export type Database = DrizzleD1Database & { $client: D1Database }

/** The bindings that hold databases. */
export interface DatabaseEnv {
  DB: D1Database
}

/**
 * The database of an organization. All tenants share one today; spreading them over several D1 databases changes
 * this function and nothing else.
 */
export function databaseFor(env: DatabaseEnv, _organizationId: string): Database {
  return drizzle(env.DB)
}

/** The database of accounts, sessions and the directory of organizations. */
export function accountsDatabase(env: DatabaseEnv): Database {
  return drizzle(env.DB)
}

/**
 * A hand-written statement that can go into a batch. Of `db.run(sql)`, drizzle-orm 0.45 batches only statements without
 * parameters: for the others it binds to a prepared statement that a raw query does not carry.
 */
export function statement(db: Database, query: SQL) {
  const raw = db.run(query)
  // Built once: a batch asks for it again.
  const built = raw.getQuery()
  return Object.assign(raw, { stmt: db.$client.prepare(built.sql), getQuery: () => built })
}
