import { type SQL, sql } from 'drizzle-orm'
import { SECOND_MS } from '../rules/durations.ts'

/** A position is the second of posting above the id: 32 bits, until the year 2106, and 31 bits. */
const ID_BITS = 31n
const MAX_ID = 2 ** 31 - 1
const MAX_SECOND = 2 ** 32 - 1

export function isPosition(postedAt: number, id: number): boolean {
  return Math.floor(postedAt / SECOND_MS) <= MAX_SECOND && id <= MAX_ID
}

/**
 * The place of a review in posted order, as the column `position` of reviews has it: entries of the search index are
 * stored under it.
 *
 * @param postedAt milliseconds; beyond what a position can hold, the last second there is
 */
export function positionOf(postedAt: number, id: number): bigint {
  const second = Math.min(Math.floor(postedAt / SECOND_MS), MAX_SECOND)
  return (BigInt(second) << ID_BITS) + BigInt(id)
}

/**
 * As text, since a number of this size loses its last digits on the way. The search index ignores what is no integer, hence
 * the cast; in a comparison of rows an index serves only what has no affinity, hence the plus.
 */
export function boundPosition(position: bigint): SQL {
  return sql`+CAST(${String(position)} AS INTEGER)`
}

/** The id of the review at a position. */
export function idAt(position: SQL): SQL {
  return sql`(${position} & ${sql.raw(String(MAX_ID))})`
}
