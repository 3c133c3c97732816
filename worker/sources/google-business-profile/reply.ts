import { MAX_REPLY_BYTES } from '../../rules/responses.ts'
import { failure } from '../failure.ts'
import type { SourceAnswer, SourceError } from '../source.ts'
import { apiRequest, isReviewName, REVIEWS_URL } from './google-business-profile.ts'
import { refusal } from './refusal.ts'

/**
 * Sends a reply, which replaces the one before, or deletes it.
 *
 * @param reviewName `accounts/…/locations/…/reviews/…`
 * @param text null to delete
 * @throws SourceError `reconnect` without a token, `wrong_listing` for what is no review's name
 */
export function replyRequest(
  reviewName: string,
  text: string | null,
  accessToken: string | undefined,
): Request {
  const change =
    text === null ? ({ method: 'DELETE' } as const) : ({ method: 'PUT', body: { comment: text } } as const)
  return apiRequest(`${addressOf(reviewName)}/reply`, accessToken, change)
}

/** Asks for one review, to see what has become of its reply. Throws as `replyRequest`. */
export function reviewRequest(reviewName: string, accessToken: string | undefined): Request {
  return apiRequest(addressOf(reviewName), accessToken)
}

/**
 * Recognises an answer to one of the two that did not do what was asked. As `refusal`, but here nothing is paged: an
 * invalid argument is a reply that Google does not take as it is, and what is not found is the review (or, in answer to
 * deleting, its reply).
 */
export function replyRefusal(answer: SourceAnswer): SourceError | null {
  const refused = refusal(answer)
  switch (refused?.kind) {
    case 'cursor_expired':
      return failure('google', 'not_allowed', {
        message: `Google did not take this reply. It may be up to ${MAX_REPLY_BYTES} bytes long; shorten it or write it anew.`,
      })
    case 'not_found':
      return failure('google', 'not_found', {
        message: "Google no longer shows this review, so it can't be answered there.",
      })
    case 'rate_limited':
      return failure('google', 'rate_limited', {
        message: 'Google takes only so many replies a minute.',
        retryNotice: 'We send this one in a while.',
        retryAfterSeconds: refused.retryAfterSeconds,
      })
    default:
      return refused
  }
}

function addressOf(reviewName: string): string {
  if (!isReviewName(reviewName)) throw failure('google', 'wrong_listing')
  return `${REVIEWS_URL}/${reviewName}`
}
