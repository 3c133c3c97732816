import { DAY_MS, SECOND_MS } from '../../rules/durations.ts'
import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { at, textAt } from '../at.ts'
import { failure } from '../failure.ts'
import { parseJson } from '../json-body.ts'
import { retryAfterSeconds } from '../retry-after.ts'
import type { SourceAnswer, SourceError } from '../source.ts'
import { statusRefusal } from '../status-refusal.ts'

const NAME = PLATFORM_NAMES.yelp

const SENTENCES = {
  key: "Yelp doesn't accept the key of this service. Whoever runs it has to enter a valid one.",
  plan: "The plan that this service has with Yelp doesn't include reviews. Whoever runs it has to change the plan.",
  moved:
    'Yelp has merged this listing with another one. Open your business on Yelp and enter its new address here.',
  busy: "Yelp's API had too many questions at once. We wait a moment and try again.",
  spent: "Today's allowance for asking Yelp's API is used up. It starts anew at midnight UTC.",
} as const

/** What is said of a business that has nothing to show; Yelp's API hides those without a recommended review. */
export const NOTHING_TO_SHOW = 'BUSINESS_UNAVAILABLE'

/** Recognises an answer to `request` that is no list of excerpts; null when it looks like one. */
export function refusal(answer: SourceAnswer): SourceError | null {
  if (answer.status >= 200 && answer.status < 300) return null
  const code = errorCodeOf(parseJson(answer.body))
  // Nothing to show is an answer: `parse` makes an empty page of it.
  if (code === NOTHING_TO_SHOW) return null
  return codeRefusal(code, answer.headers) ?? byStatus(answer)
}

/** The code of an error body, in the present form or in that of 2016; '' when the body is no error. */
export function errorCodeOf(answer: unknown): string {
  return textAt(answer, 'error', 'code') || textAt(answer, 'error', 'id')
}

/** The business that a listing was merged into; null when the answer names none. */
export function newBusinessIdOf(answer: unknown): string | null {
  const id = at(answer, 'error', 'new_business_id') ?? at(answer, 'new_business_id')
  return typeof id === 'string' ? id : null
}

/** The error that a code of Yelp stands for; null for codes that say no more than the status. */
export function codeRefusal(code: string, headers = new Headers()): SourceError | null {
  switch (code) {
    case 'TOKEN_INVALID':
    case 'TOKEN_MISSING':
    case 'UNAUTHORIZED_ACCESS_TOKEN':
      return failure(NAME, 'not_allowed', { message: SENTENCES.key })
    // The listing itself would be BUSINESS_NOT_FOUND; what isn't found here is the way to its reviews.
    case 'NOT_FOUND':
      return failure(NAME, 'not_allowed', { message: SENTENCES.plan })
    case 'BUSINESS_NOT_FOUND':
      return failure(NAME, 'not_found')
    case 'BUSINESS_MIGRATED':
      return failure(NAME, 'not_found', { message: SENTENCES.moved })
    case 'TOO_MANY_REQUESTS_PER_SECOND':
      return failure(NAME, 'rate_limited', { message: SENTENCES.busy, retryAfterSeconds: 1 })
    case 'ACCESS_LIMIT_REACHED':
      return failure(NAME, 'quota', {
        message: SENTENCES.spent,
        retryAfterSeconds: secondsUntilReset(headers),
      })
    case 'INTERNAL_ERROR':
    case 'SERVICE_UNAVAILABLE':
      return failure(NAME, 'unavailable', { retryAfterSeconds: retryAfterSeconds(headers) })
    default:
      return null
  }
}

/** A refusal without a code that is known: 401 and 403 are about the key, since nothing else is asked with. */
function byStatus(answer: SourceAnswer): SourceError | null {
  if (answer.status === 401 || answer.status === 403) {
    return failure(NAME, 'not_allowed', { message: SENTENCES.key })
  }
  return statusRefusal(NAME, answer)
}

/** Counted from the answer's own `Date`, as `retryAfterSeconds` does; null when either time is missing. */
function secondsUntilReset(headers: Headers): number | null {
  const untilMs = Date.parse(headers.get('ratelimit-resettime') ?? '') - Date.parse(headers.get('date') ?? '')
  if (!Number.isFinite(untilMs)) return retryAfterSeconds(headers)
  return Math.ceil(Math.min(Math.max(untilMs, 0), DAY_MS) / SECOND_MS)
}
