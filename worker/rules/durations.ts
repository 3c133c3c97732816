export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const MAX_WRITTEN = 10_000
/** Cache of formatted days by start of day: formatting one takes 2 µs in workerd, and a screen needs a hundred. */
const written = new Map<number, string>()

export function utcDay(milliseconds: number): string {
  const start = startOfDay(milliseconds)
  const known = written.get(start)
  if (known !== undefined) return known
  const day = new Date(milliseconds).toISOString().slice(0, 10)
  if (written.size === MAX_WRITTEN) written.clear()
  written.set(start, day)
  return day
}

/** YYYY-MM. */
export function utcMonth(milliseconds: number): string {
  return utcDay(milliseconds).slice(0, 7)
}

/** ISO 8601 in UTC. */
export function iso(milliseconds: number): string
export function iso(milliseconds: number | null): string | null
export function iso(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString()
}

/** 00:00 UTC of the instant's day, in milliseconds. */
export function startOfDay(milliseconds: number): number {
  return Math.floor(milliseconds / DAY_MS) * DAY_MS
}

/** Start of the instant's calendar month in UTC, in milliseconds. */
export function startOfMonth(milliseconds: number): number {
  return Date.parse(`${utcMonth(milliseconds)}-01`)
}

/** Start of the following calendar month in UTC, in milliseconds. */
export function nextMonth(milliseconds: number): number {
  const date = new Date(milliseconds)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}
