/** Limits of valid times. A time outside them is a misread number: no platform existed before 1995. */
const EARLIEST_MS = Date.UTC(1995, 0, 1)
const LATEST_MS = Date.UTC(2100, 0, 1)

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)[T ]\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/

/** Null outside the years in which reviews exist. */
export function isoFromMillis(ms: number): string | null {
  return ms >= EARLIEST_MS && ms < LATEST_MS ? new Date(ms).toISOString() : null
}

/** 00:00 UTC of a day; null if the day doesn't exist. `month` counts from 1. */
export function isoFromDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? isoFromMillis(date.getTime()) : null
}

/**
 * Converts an instant such as `2024-02-23T07:10:29-08:00` to ISO 8601 in UTC; without a zone, to its day. Null for
 * other formats.
 */
export function isoFromInstant(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > 40) return null
  const parts = INSTANT.exec(text)
  if (!parts) return null
  const [, year, month, day, zone] = parts
  const dayIso = isoFromDay(Number(year), Number(month), Number(day))
  if (zone === undefined || dayIso === null) return dayIso
  return isoFromMillis(Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)(\d\d)$/, '$1:$2')))
}
