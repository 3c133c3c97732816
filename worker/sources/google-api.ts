import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'
import { failure, requestRefused, requireJson, retryAfterSeconds } from './failure.ts'
import { at, listAt, textAt } from './json.ts'
import type { SourceError } from './source.ts'

/** Google counts its allowances by the minute. */
const MINUTE_SECONDS = MINUTE_MS / SECOND_MS

export interface GoogleApiError {
  /** Name of the error, such as `PERMISSION_DENIED`; of the token endpoint `invalid_grant`. '' when it has none. */
  status: string
  /** The cause where Google names one, such as `SERVICE_DISABLED`; else ''. */
  reason: string
  message: string
  /** The allowance that was exceeded and what it is counted by (`1/min/{project}`); else ''. */
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

/** What an error means in all of Google's APIs; null for others. `notApproved` is said where the allowance is zero. */
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

/** An allowance that is used up: that of a day, or as usual that of a minute. */
function exhausted({ quota }: GoogleApiError, headers: Headers): SourceError {
  const wait = retryAfterSeconds(headers)
  if (quota.unit.startsWith('1/d/')) return failure('google', 'quota', { retryAfterSeconds: wait })
  return failure('google', 'rate_limited', { retryAfterSeconds: wait ?? MINUTE_SECONDS })
}

/** The object of a JSON body; `{}` is a whole answer. @throws SourceError for an error answer, or none in JSON */
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

/** Refuses an answer none of whose keys is known: Google adds keys as it likes, but then it has renamed them all. */
export function requireSomeKey(answer: object, known: readonly string[]): void {
  const keys = Object.keys(answer)
  if (keys.length > 0 && !known.some((key) => keys.includes(key))) throw failure('google', 'format_changed')
}
