import { type SQL, sql } from 'drizzle-orm'
import { DomainError } from '../errors.ts'
import { SECOND_MS } from '../rules/durations.ts'

/** A position is the second of posting above the id: 32 bits, until the year 2106, and 31 bits. */
const ID_BITS = 31n
const MAX_ID = 2 ** 31 - 1
const MAX_SECOND = 2 ** 32 - 1

function isPosition(postedAt: number, id: number): boolean {
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
 * Binds a position. As text, since a number of this size loses its last digits on the way. The search index ignores
 * what is no integer, hence the cast; in a comparison of rows an index serves only what has no affinity, hence the
 * plus.
 */
export function boundPosition(position: bigint | SQL): SQL {
  return sql`+CAST(${typeof position === 'bigint' ? String(position) : position} AS INTEGER)`
}

/** The id of the review at a position. */
export function idAt(position: SQL): SQL {
  return sql`(${position} & ${sql.raw(String(MAX_ID))})`
}

/** Cursor of a list in either order: it continues after this review, first seen and posted at these times (ms). */
export interface ReviewCursor {
  scrapedAt: number
  postedAt: number
  id: number
}

const FORM = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})$/

export function encodeCursor({ scrapedAt, postedAt, id }: ReviewCursor): string {
  return `${scrapedAt}.${postedAt}.${id}`
}

/** @throws DomainError `invalid_input` for a text that no list ever gave out */
export function decodeCursor(text: string): ReviewCursor {
  const [, scrapedAt, postedAt, id] = FORM.exec(text)?.map(Number) ?? []
  if (scrapedAt === undefined || postedAt === undefined || id === undefined || !isPosition(postedAt, id)) {
    throw new DomainError('invalid_input', 'This page no longer exists. Start again from the first one.')
  }
  return { scrapedAt, postedAt, id }
}
