import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'
import { failure, requestRefused, requireJson, retryAfterSeconds } from './failure.ts'
import { at, listAt, textAt } from './json.ts'
import type { SourceError } from './source.ts'

/** Google's rate limits are usually per minute. */
const MINUTE_SECONDS = MINUTE_MS / SECOND_MS

export interface GoogleApiError {
  /** Name of the error, such as `PERMISSION_DENIED`; `invalid_grant` for the token endpoint; '' if it has none. */
  status: string
  /** Reason of the error, such as `SERVICE_DISABLED`; '' if Google gives none. */
  reason: string
  message: string
  /** The exceeded quota and its unit (`1/min/{project}`); '' if there is none. */
  quota: { limit: string; unit: string }
}

export function googleApiErrorOf(answer: unknown): GoogleApiError | null {
  const error = at(answer, 'error')
  if (typeof error === 'string')
    return { status: error, reason: '', message: '', quota: { limit: '', unit: '' } }
  if (typeof error !== 'object' || error === null) return null
  const details = listAt(error, 'details').find((detail) => textAt(detail, 'reason') !== '')
  return {
    status: textAt(error, 'status'),
    reason: textAt(details, 'reason'),
    message: textAt(error, 'message'),
    quota: {
      limit: textAt(details, 'metadata', 'quota_limit_value'),
      unit: textAt(details, 'metadata', 'quota_unit'),
    },
  }
}

/**
 * Meaning of an error that is common to all Google APIs; null for others. A quota of zero means that Google hasn't
 * approved our access; `notApproved` is the message for it.
 */
export function generalRefusal(
  error: GoogleApiError,
  headers: Headers,
  notApproved: string,
): SourceError | null {
  switch (error.status) {
    case 'RESOURCE_EXHAUSTED':
      return error.quota.limit === '0'
        ? failure('google', 'not_offered', { message: notApproved })
        : exhausted(error, headers)
    case 'UNAVAILABLE':
    case 'INTERNAL':
    case 'DEADLINE_EXCEEDED':
    case 'ABORTED':
    case 'UNKNOWN':
      return failure('google', 'unavailable', { retryAfterSeconds: retryAfterSeconds(headers) })
    default:
      return null
  }
}

function exhausted({ quota }: GoogleApiError, headers: Headers): SourceError {
  const wait = retryAfterSeconds(headers)
  if (quota.unit.startsWith('1/d/')) return failure('google', 'quota', { retryAfterSeconds: wait })
  return failure('google', 'rate_limited', { retryAfterSeconds: wait ?? MINUTE_SECONDS })
}

/** `{}` is a valid response. @throws SourceError for an error response, or if it isn't JSON */
export function requireApiAnswer(
  body: string,
  errorRefusal: (error: GoogleApiError) => SourceError | null,
): object {
  const answer = requireJson('google', body)
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw failure('google', 'format_changed')
  const error = googleApiErrorOf(answer)
  if (error) throw errorRefusal(error) ?? requestRefused('google')
  return answer
}

/**
 * @throws SourceError `format_changed` for a response that has only unknown keys: Google may add keys, but here it must
 * have renamed them all. `{}` is accepted.
 */
export function requireSomeKey(answer: object, known: readonly string[]): void {
  const keys = Object.keys(answer)
  if (keys.length > 0 && !known.some((key) => keys.includes(key))) throw failure('google', 'format_changed')
}
