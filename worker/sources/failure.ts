import { DAY_MS, SECOND_MS } from '../rules/durations.ts'
import { FAILURES, type SourceErrorKind } from '../rules/failures.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import { parseJson } from './json.ts'
import { type FoundPlace, type SourceAnswer, SourceError } from './source.ts'

/** A SourceError with the kind's own sentence and retry notice, unless `message` or `retryNotice` is given. */
export function failure(
  platform: Platform,
  kind: SourceErrorKind,
  options: {
    message?: string | undefined
    retryNotice?: string | undefined
    retryAfterSeconds?: number | null
    movedTo?: FoundPlace | null
  } = {},
): SourceError {
  return new SourceError(kind, options.message ?? FAILURES[kind].sentence(PLATFORM_NAMES[platform]), options)
}

/** A truncated response; it is requested again. */
export function brokeOff(platform: Platform): SourceError {
  const message = `${PLATFORM_NAMES[platform]}'s answer was cut off.`
  return failure(platform, 'unavailable', { message })
}

/** The platform demands a captcha, which the product never solves. */
export function captcha(platform: Platform): SourceError {
  const message = `${PLATFORM_NAMES[platform]} asked for a captcha. We don't solve captchas: we stopped, and try again next time.`
  return new SourceError('blocked', message, { recordedAs: 'warning' })
}

/** A request refused by the platform with an error that the business's owner can't fix. */
export function requestRefused(platform: Platform): SourceError {
  const message = `${PLATFORM_NAMES[platform]} didn't accept our request. The operator has to look into it.`
  return failure(platform, 'blocked', { message })
}

/**
 * Refusal implied by the status alone; null for 2xx. Redirects count as refusals, because review lists never move.
 *
 * @param isStated true if the body is one of the platform's own errors, so the format hasn't changed
 */
export function statusRefusal(
  platform: Platform,
  { status, headers }: SourceAnswer,
  isStated = false,
): SourceError | null {
  if (status >= 200 && status < 300) return null
  const wait = { retryAfterSeconds: retryAfterSeconds(headers) }
  if (status === 429) return failure(platform, 'rate_limited', wait)
  if (status === 404 || status === 410) return failure(platform, 'not_found')
  if (status === 408 || status >= 500) return failure(platform, 'unavailable', wait)
  if (status === 401 || status === 403 || status < 400) return failure(platform, 'blocked', wait)
  return isStated ? requestRefused(platform) : failure(platform, 'format_changed')
}

/** @throws SourceError for a truncated body, and for a page instead of JSON */
export function requireJson(platform: Platform, body: string): unknown {
  const answer = parseJson(body)
  if (answer !== undefined) return answer
  throw /^\s{0,99}([[{]|$)/.test(body) ? brokeOff(platform) : failure(platform, 'format_changed')
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const MAX_SECONDS = DAY_MS / SECOND_MS

/**
 * Seconds that the response asks us to wait, 0 to a day; null if it doesn't. A date is counted from the response's own
 * `Date`, so that a wrong clock on either side does no harm; without a `Date` header, a date is ignored.
 */
export function retryAfterSeconds(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Math.min(Number(value), MAX_SECONDS)
  const sentAt = headers.get('date')?.trim() ?? ''
  if (!HTTP_DATE.test(value) || !HTTP_DATE.test(sentAt)) return null
  const seconds = Math.ceil((Date.parse(value) - Date.parse(sentAt)) / SECOND_MS)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_SECONDS) : null
}
