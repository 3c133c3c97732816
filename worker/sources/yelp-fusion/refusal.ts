import { DAY_MS, SECOND_MS } from '../../rules/durations.ts'
import { failure, retryAfterSeconds, statusRefusal } from '../failure.ts'
import { at, parseJson, textAt } from '../json.ts'
import type { FoundPlace, SourceAnswer, SourceError } from '../source.ts'
import { isEncid } from '../yelp-public/locate.ts'

const SENTENCES = {
  key: "Yelp doesn't accept this service's key. The operator has to enter a valid one.",
  plan: "This service's plan with Yelp doesn't include reviews. The operator has to change the plan.",
  moved:
    'Yelp has merged this listing with another one. Open your business on Yelp and enter its new address here.',
  busy: "Yelp's API received too many requests at once.",
  spent: "Today's quota for Yelp's API is used up. It resets at midnight UTC.",
} as const

/** Error code for a business with nothing to show: Yelp's API hides businesses without a recommended review. */
export const NOTHING_TO_SHOW = 'BUSINESS_UNAVAILABLE'

export function refusal(answer: SourceAnswer): SourceError | null {
  if (answer.status >= 200 && answer.status < 300) return null
  const error = parseJson(answer.body)
  // A business with nothing to show isn't an error: `parse` returns an empty page.
  if (errorCodeOf(error) === NOTHING_TO_SHOW) return null
  return errorRefusal(error, answer.headers) ?? byStatus(answer, errorCodeOf(error) !== '')
}

/** Code of an error in the current format or that of 2016; '' if the response isn't an error. */
export function errorCodeOf(answer: unknown): string {
  return textAt(answer, 'error', 'code') || textAt(answer, 'error', 'id')
}

export function errorRefusal(error: unknown, headers = new Headers()): SourceError | null {
  switch (errorCodeOf(error)) {
    case 'TOKEN_INVALID':
    case 'TOKEN_MISSING':
    case 'UNAUTHORIZED_ACCESS_TOKEN':
      return failure('yelp', 'not_allowed', { message: SENTENCES.key })
    // A missing listing would be BUSINESS_NOT_FOUND; here the endpoint for its reviews is missing.
    case 'NOT_FOUND':
      return failure('yelp', 'not_allowed', { message: SENTENCES.plan })
    case 'BUSINESS_NOT_FOUND':
      return failure('yelp', 'not_found')
    case 'BUSINESS_MIGRATED':
      return failure('yelp', 'not_found', { message: SENTENCES.moved, movedTo: mergedInto(error) })
    case 'TOO_MANY_REQUESTS_PER_SECOND':
      return failure('yelp', 'rate_limited', { message: SENTENCES.busy, retryAfterSeconds: 1 })
    case 'ACCESS_LIMIT_REACHED':
      return failure('yelp', 'quota', {
        message: SENTENCES.spent,
        retryAfterSeconds: secondsUntilReset(headers),
      })
    case 'INTERNAL_ERROR':
    case 'SERVICE_UNAVAILABLE':
      return failure('yelp', 'unavailable', { retryAfterSeconds: retryAfterSeconds(headers) })
    default:
      return null
  }
}

/** Null if the response names no listing. */
function mergedInto(error: unknown): FoundPlace | null {
  const id = at(error, 'error', 'new_business_id') ?? at(error, 'new_business_id')
  return isEncid(id) ? { id, url: `https://www.yelp.com/biz/${id}` } : null
}

/** A refusal without a known code: 401 and 403 must be about the key, the only credential. */
function byStatus(answer: SourceAnswer, isStated: boolean): SourceError | null {
  if (answer.status === 401 || answer.status === 403) {
    return failure('yelp', 'not_allowed', { message: SENTENCES.key })
  }
  return statusRefusal('yelp', answer, isStated)
}

/**
 * Seconds until the allowance resets, relative to the response's own `Date`, as in `retryAfterSeconds`; null if either
 * time is missing.
 */
function secondsUntilReset(headers: Headers): number | null {
  const untilMs = Date.parse(headers.get('ratelimit-resettime') ?? '') - Date.parse(headers.get('date') ?? '')
  if (!Number.isFinite(untilMs)) return retryAfterSeconds(headers)
  return Math.ceil(Math.min(Math.max(untilMs, 0), DAY_MS) / SECOND_MS)
}
