import { DAY_MS, SECOND_MS } from '../rules/durations.ts'

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const MAX_SECONDS = DAY_MS / SECOND_MS

/**
 * Seconds the answer asks to wait, 0 to a day; null when it asks for nothing. A date is counted from the answer's own
 * `Date`, so that a wrong clock on either side does no harm; without that header it is ignored.
 */
export function retryAfterSeconds(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Math.min(Number(value), MAX_SECONDS)
  const sentAt = headers.get('date')?.trim() ?? ''
  if (!HTTP_DATE.test(value) || !HTTP_DATE.test(sentAt)) return null
  const seconds = Math.ceil((Date.parse(value) - Date.parse(sentAt)) / SECOND_MS)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_SECONDS) : null
}
