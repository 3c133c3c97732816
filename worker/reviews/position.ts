import { type SQL, sql } from 'drizzle-orm'
import { DomainError } from '../errors.ts'
import { SECOND_MS } from '../rules/durations.ts'

/** A position is the posting time in seconds (32 bits, until the year 2106) above the id (31 bits). */
const ID_BITS = 31n
const MAX_ID = 2 ** 31 - 1
const MAX_SECOND = 2 ** 32 - 1

function isPosition(postedAt: number, id: number): boolean {
  return Math.floor(postedAt / SECOND_MS) <= MAX_SECOND && id <= MAX_ID
}

/**
 * The position of a review in posted order, as in the column `position`; the search index uses it as rowid.
 *
 * @param postedAt milliseconds; later times than a position can express count as the last one
 */
export function positionOf(postedAt: number, id: number): bigint {
  const second = Math.min(Math.floor(postedAt / SECOND_MS), MAX_SECOND)
  return (BigInt(second) << ID_BITS) + BigInt(id)
}

/**
 * Binds a position as text, because a bound number of this size loses its last digits. The cast is needed because the
 * search index ignores anything but integers. The unary plus removes the cast's affinity: in row comparisons, SQLite
 * only uses an index if the expression compared with it has none.
 */
export function boundPosition(position: bigint | SQL): SQL {
  return sql`+CAST(${typeof position === 'bigint' ? String(position) : position} AS INTEGER)`
}

export function idAt(position: SQL): SQL {
  return sql`(${position} & ${sql.raw(String(MAX_ID))})`
}

/** Cursor of a list: the last review of a page, with the times (ms) when it was first seen (`scrapedAt`) and posted. */
export interface ReviewCursor {
  scrapedAt: number
  postedAt: number
  id: number
}

const FORM = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})$/

export function encodeCursor({ scrapedAt, postedAt, id }: ReviewCursor): string {
  return `${scrapedAt}.${postedAt}.${id}`
}

/** @throws DomainError `invalid_input` for a text that isn't a cursor of a list */
export function decodeCursor(text: string): ReviewCursor {
  const [, scrapedAt, postedAt, id] = FORM.exec(text)?.map(Number) ?? []
  if (scrapedAt === undefined || postedAt === undefined || id === undefined || !isPosition(postedAt, id)) {
    throw new DomainError('invalid_input', 'This page no longer exists. Start again from the first one.')
  }
  return { scrapedAt, postedAt, id }
}
