import { failure, requestRefused, statusRefusal } from '../failure.ts'
import { type GoogleApiError, generalRefusal, googleApiErrorOf } from '../google-api.ts'
import { parseJson } from '../json.ts'
import type { SourceAnswer, SourceError } from '../source.ts'

const SENTENCES = {
  key: "Google's Places API doesn't accept this service's key. The operator has to check the key, its restrictions, the billing and that the API is switched on.",
  notApproved:
    "Google allows this service no requests to its Places API. The operator has to raise the quota in Google's console.",
  gone: 'Google no longer knows this place by its old ID. Open it on Google Maps and enter its link here again.',
} as const

export function refusal(answer: SourceAnswer): SourceError | null {
  if (answer.status >= 200 && answer.status < 300) return null
  const error = googleApiErrorOf(parseJson(answer.body))
  return (error && errorRefusal(error, answer.headers)) ?? byStatus(answer, error !== null)
}

export function errorRefusal(error: GoogleApiError, headers = new Headers()): SourceError | null {
  switch (error.status) {
    case 'UNAUTHENTICATED':
    case 'PERMISSION_DENIED':
      return keyRefused()
    case 'NOT_FOUND':
      return placeGone()
    case 'INVALID_ARGUMENT':
      return invalidArgument(error)
    default:
      return generalRefusal(error, headers, SENTENCES.notApproved)
  }
}

export function keyRefused(): SourceError {
  return failure('google', 'not_allowed', { message: SENTENCES.key })
}

export function placeGone(): SourceError {
  return failure('google', 'not_found', { message: SENTENCES.gone })
}

/** Google uses the same status for invalid keys and for ids that never existed. */
function invalidArgument({ reason, message }: GoogleApiError): SourceError {
  if (reason === 'API_KEY_INVALID' || /^API key /i.test(message)) return keyRefused()
  return /place id/i.test(message) ? placeGone() : requestRefused('google')
}

function byStatus(answer: SourceAnswer, isStated: boolean): SourceError | null {
  if (answer.status === 401 || answer.status === 403) return keyRefused()
  return answer.status === 404 ? placeGone() : statusRefusal('google', answer, isStated)
}
