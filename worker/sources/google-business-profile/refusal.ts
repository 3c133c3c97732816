import { failure, statusRefusal } from '../failure.ts'
import { type GoogleApiError, generalRefusal, googleApiErrorOf, requireApiAnswer } from '../google-api.ts'
import { parseJson } from '../json.ts'
import type { SourceAnswer, SourceError } from '../source.ts'

const SENTENCES = {
  scope:
    'Google was connected without the permission to manage the business profile. Connect it again and leave that permission ticked.',
  disabled:
    "Google's Business Profile API is not switched on for this service. The operator has to switch it on.",
  notApproved:
    'Google has not approved this service for its Business Profile API yet. The operator has to apply to Google; until then, reviews can only be added in another way.',
  suspended:
    "Google has closed its Business Profile API to this service. The operator has to settle it in Google's console.",
  notManager:
    'The connected Google account does not manage this location, or no longer does. Have the account added to the business profile, or connect one that manages the location.',
  unverified:
    'Google provides no reviews for this location, usually because it is not verified yet. Verify it in your business profile.',
  gone: 'Google no longer knows this location in your business profile. Choose it again.',
} as const

export function refusal(answer: SourceAnswer): SourceError | null {
  if (answer.status >= 200 && answer.status < 300) return null
  const error = googleApiErrorOf(parseJson(answer.body))
  return (error && errorRefusal(error, answer.headers)) ?? byStatus(answer, error !== null)
}

/** Meaning of an error; null if its name says no more than the status. */
function errorRefusal(error: GoogleApiError, headers = new Headers()): SourceError | null {
  switch (error.status) {
    case 'UNAUTHENTICATED':
    case 'invalid_grant':
      return failure('google', 'reconnect')
    case 'PERMISSION_DENIED':
      return denied(error)
    case 'NOT_FOUND':
      return failure('google', 'not_found', { message: SENTENCES.gone })
    case 'INVALID_ARGUMENT':
      // It must be the page token, because nothing else changes between two requests.
      return failure('google', 'cursor_expired')
    case 'FAILED_PRECONDITION':
      return failure('google', 'not_allowed', { message: SENTENCES.unverified })
    default:
      return generalRefusal(error, headers, SENTENCES.notApproved)
  }
}

/** Reasons concerning this service's own project, billing or key: owners can't do anything about them. */
const OF_PROJECT = /^(?:CONSUMER|API_KEY|BILLING|USER_PROJECT|RESOURCE_PROJECT|SERVICE_NOT)_/

function denied({ reason }: GoogleApiError): SourceError {
  if (OF_PROJECT.test(reason)) return failure('google', 'not_offered', { message: SENTENCES.suspended })
  switch (reason) {
    case 'ACCESS_TOKEN_SCOPE_INSUFFICIENT':
      return failure('google', 'reconnect', { message: SENTENCES.scope })
    case 'SERVICE_DISABLED':
      return failure('google', 'not_offered', { message: SENTENCES.disabled })
    default:
      return failure('google', 'not_allowed', { message: SENTENCES.notManager })
  }
}

/** Refusal by status, for responses without a known error, such as pages from servers in front of the API. */
function byStatus(answer: SourceAnswer, isStated: boolean): SourceError | null {
  switch (answer.status) {
    case 400:
      return failure('google', 'cursor_expired')
    case 401:
      return failure('google', 'reconnect')
    case 403:
      return failure('google', 'not_allowed', { message: SENTENCES.notManager })
    case 404:
      return failure('google', 'not_found', { message: SENTENCES.gone })
    default:
      return statusRefusal('google', answer, isStated)
  }
}

/** @throws SourceError for an error response, a truncated one, or one that isn't JSON */
export function requireAnswer(body: string): object {
  return requireApiAnswer(body, errorRefusal)
}
