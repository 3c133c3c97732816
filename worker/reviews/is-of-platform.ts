import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Platform } from '../rules/platforms.ts'

/**
 * True of a stored review of the platform. Written out, not bound: where a bound value says whether an index on part of
 * the reviews serves, SQLite plans the kept statement anew at every call.
 */
export function isOfPlatform(table: 'reviews' | 'known', platform: Platform | Column): SQL {
  return typeof platform === 'string'
    ? sql.raw(`${table}.platform = '${platform}'`)
    : sql`${sql.raw(table)}.platform = ${platform}`
}
