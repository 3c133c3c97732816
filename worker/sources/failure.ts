import { DAY_MS, SECOND_MS } from '../rules/durations.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import type { SourceErrorKind } from '../rules/source-error-kinds.ts'
import { parseJson } from './json.ts'
import { type FoundPlace, type SourceAnswer, SourceError } from './source.ts'

const SENTENCES: Record<SourceErrorKind, (name: string) => string> = {
  unavailable: (name) => `${name} didn't answer. We try again.`,
  rate_limited: (name) => `${name} asked us to slow down. We wait and try again.`,
  blocked: (name) =>
    `${name} refused to show us its reviews. This collection stops here; the next one tries again.`,
  consent: (name) =>
    `${name} showed its cookie consent page instead of reviews. We don't answer that in your place; the next collection tries again.`,
  limited_view: (name) =>
    `${name} shows visitors who aren't signed in only a limited view of this place, without its reviews.`,
  not_found: (name) =>
    `${name} no longer knows this listing. Check the link of this business; the reviews collected so far stay.`,
  wrong_listing: (name) => `This link does not lead to a business on ${name}.`,
  reconnect: (name) =>
    `The connection to ${name} no longer works. Connect it again; the reviews collected so far stay.`,
  not_allowed: (name) => `${name} doesn't let this account ask for reviews.`,
  not_offered: (name) => `${name} doesn't hand out reviews this way.`,
  quota: (name) => `The allowance for asking ${name} is used up. The next collection tries again.`,
  cursor_expired: (name) =>
    `${name} no longer knows the place in the list where we stopped reading. We start again from the newest review.`,
  format_changed: (name) =>
    `${name} changed how it sends reviews, so we can't read them at the moment. Nothing of this answer was saved.`,
}

/**
 * A SourceError with the sentence that its owner reads.
 *
 * @param options.message replaces the usual sentence of the kind
 */
export function failure(
  platform: Platform,
  kind: SourceErrorKind,
  options: {
    message?: string | undefined
    retryAfterSeconds?: number | null
    movedTo?: FoundPlace | null
  } = {},
): SourceError {
  return new SourceError(kind, options.message ?? SENTENCES[kind](PLATFORM_NAMES[platform]), options)
}

/** An answer whose end is missing. It is asked for again. */
export function brokeOff(platform: Platform): SourceError {
  const message = `${PLATFORM_NAMES[platform]}'s answer broke off in the middle. We try again.`
  return failure(platform, 'unavailable', { message })
}

/** The platform asks for a proof of being human, which the product never gives. */
export function captcha(platform: Platform): SourceError {
  const message = `${PLATFORM_NAMES[platform]} asked for a captcha. We don't solve captchas, so this collection stops here; the next one tries again.`
  return new SourceError('blocked', message, { toldAs: 'warning' })
}

/** What the status alone says, whatever the body; null for 2xx. A redirect is a refusal: no list of reviews ever moves. */
export function statusRefusal(platform: Platform, { status, headers }: SourceAnswer): SourceError | null {
  if (status >= 200 && status < 300) return null
  const wait = { retryAfterSeconds: retryAfterSeconds(headers) }
  if (status === 429) return failure(platform, 'rate_limited', wait)
  if (status === 404 || status === 410) return failure(platform, 'not_found')
  if (status === 408 || status >= 500) return failure(platform, 'unavailable', wait)
  if (status === 401 || status === 403 || status < 400) return failure(platform, 'blocked', wait)
  return failure(platform, 'format_changed')
}

/** The JSON of a body. @throws SourceError for a body that broke off, and for a page where JSON was asked for */
export function requireJson(platform: Platform, body: string): unknown {
  const answer = parseJson(body)
  if (answer !== undefined) return answer
  throw /^\s{0,99}([[{]|$)/.test(body) ? brokeOff(platform) : failure(platform, 'format_changed')
}

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
