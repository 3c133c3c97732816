import { sql } from 'drizzle-orm'
import { ARRIVAL_SOURCES } from '../rules/imports.ts'

const NAMES = ARRIVAL_SOURCES.map((source) => `'${source}'`).join(', ')

/**
 * True of a row of `reviews` or `scrape_runs` that came by file, by hand, by push or by mail, as against a platform's own
 * list. Written out, not bound: the index on arrived reviews serves only what says the same as its definition.
 */
export function isArrived(table: 'reviews' | 'scrape_runs' | 'past') {
  return sql.raw(arrivedIn(table))
}

/** The same as text. */
export function arrivedIn(table: string): string {
  return `${table}.source IN (${NAMES})`
}
