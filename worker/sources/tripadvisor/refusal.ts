import { failure, requireJson, retryAfterSeconds, statusRefusal } from '../failure.ts'
import { at, parseJson, textAt } from '../json.ts'
import type { SourceAnswer, SourceError } from '../source.ts'

const SENTENCES = {
  key: "TripAdvisor doesn't accept this service's key. The operator has to enter a valid one.",
  restricted:
    "TripAdvisor doesn't accept this service's key from its current domain. The operator has to allow that domain for the key.",
  spent: "Our request quota for TripAdvisor's API is used up. The next collection will ask again.",
} as const

export function refusal(answer: SourceAnswer): SourceError | null {
  switch (answer.status) {
    case 401:
      return failure('tripadvisor', 'not_allowed', { message: SENTENCES.key })
    case 403:
      return failure('tripadvisor', 'not_allowed', { message: SENTENCES.restricted })
    case 429:
      return failure('tripadvisor', 'quota', {
        message: SENTENCES.spent,
        retryAfterSeconds: retryAfterSeconds(answer.headers),
      })
    default:
      return statusRefusal('tripadvisor', answer, errorMessageOf(parseJson(answer.body)) !== '')
  }
}

/** @throws SourceError for an error response, a truncated one, or one that isn't JSON */
export function requireAnswer(body: string): unknown {
  const answer = requireJson('tripadvisor', body)
  const message = errorMessageOf(answer)
  if (message !== '') throw messageRefusal(message)
  return answer
}

/**
 * Message of an error in the API's format or in one of its gateway's two formats; '' if the response isn't an error.
 */
function errorMessageOf(answer: unknown): string {
  if (Array.isArray(at(answer, 'data'))) return ''
  return textAt(answer, 'error', 'message') || textAt(answer, 'message') || textAt(answer, 'Message')
}

function messageRefusal(message: string): SourceError {
  if (/not authorized|explicit deny|forbidden/i.test(message)) {
    return failure('tripadvisor', 'not_allowed', { message: SENTENCES.restricted })
  }
  if (/limit|too many/i.test(message)) return failure('tripadvisor', 'quota', { message: SENTENCES.spent })
  if (/key|unauthorized/i.test(message))
    return failure('tripadvisor', 'not_allowed', { message: SENTENCES.key })
  return /not found|not exist/i.test(message)
    ? failure('tripadvisor', 'not_found')
    : failure('tripadvisor', 'unavailable')
}
