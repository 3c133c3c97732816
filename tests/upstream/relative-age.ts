import { DAY_MS, MINUTE_MS } from './reviews.ts'

const UNITS = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['week', 7 * DAY_MS],
  ['day', DAY_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const

/** 'a month ago', '3 weeks ago': age as a platform shows it instead of a date. Times in milliseconds. */
export function relativeAge(at: number, now: number): string {
  for (const [unit, length] of UNITS) {
    const count = Math.floor((now - at) / length)
    if (count > 1) return `${count} ${unit}s ago`
    if (count === 1) return `${unit === 'hour' ? 'an' : 'a'} ${unit} ago`
  }
  return 'just now'
}
