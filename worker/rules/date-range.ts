import * as v from 'valibot'
import { DAY_MS } from './durations.ts'

const DAY_OR_INSTANT = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/
const INVALID_DATE = 'Enter a date as YYYY-MM-DD.'

/** The first moment of a range; a day begins at 00:00 UTC. Comes out in milliseconds, included. */
export const RangeStart = v.pipe(
  v.string(INVALID_DATE),
  v.check((text) => firstInstant(text) !== null, INVALID_DATE),
  v.transform((text) => firstInstant(text) ?? 0),
)

/** The last day or moment of a range, itself included. Comes out in milliseconds, excluded. */
export const RangeEnd = v.pipe(
  v.string(INVALID_DATE),
  v.check((text) => firstInstant(text) !== null, INVALID_DATE),
  v.transform((text) => (firstInstant(text) ?? 0) + (isDay(text) ? DAY_MS : 1)),
)

function isDay(text: string): boolean {
  return !text.includes('T')
}

/** Milliseconds in UTC; null when it is no date, or one that no calendar has. */
function firstInstant(text: string): number | null {
  const day = DAY_OR_INSTANT.exec(text)?.[1]
  if (day === undefined) return null
  // Engines read 30 February as 2 March.
  const dayStart = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(dayStart) || new Date(dayStart).toISOString().slice(0, 10) !== day) return null
  const instant = isDay(text) ? dayStart : Date.parse(text)
  return Number.isNaN(instant) ? null : instant
}
