import { MAX_REPLY_BYTES } from '../../rules/responses.ts'
import { failure } from '../failure.ts'
import type { SourceAnswer, SourceError } from '../source.ts'
import { apiRequest, isReviewName, REVIEWS_URL } from './google-business-profile.ts'
import { refusal } from './refusal.ts'

/**
 * Builds the request that creates, replaces or (`text` is null) deletes the reply to a review.
 *
 * @param reviewName `accounts/…/locations/…/reviews/…`
 * @throws SourceError `reconnect` without a token
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

/** @throws SourceError `reconnect` without a token */
export function reviewRequest(reviewName: string, accessToken: string | undefined): Request {
  return apiRequest(addressOf(reviewName), accessToken)
}

/**
 * Like `refusal`, for a request about one reply. An invalid argument can't be a page token here: it means that Google
 * doesn't accept the reply. 'Not found' is about the review or, when deleting, its reply.
 */
export function replyRefusal(answer: SourceAnswer): SourceError | null {
  const refused = refusal(answer)
  switch (refused?.kind) {
    case 'cursor_expired':
      return failure('google', 'not_allowed', {
        message: `Google did not accept this reply. It can be at most ${MAX_REPLY_BYTES} bytes long; shorten or rewrite it.`,
      })
    case 'not_found':
      return failure('google', 'not_found', {
        message: "Google no longer shows this review, so it can't be answered there.",
      })
    case 'rate_limited':
      return failure('google', 'rate_limited', {
        message: 'Google accepts only a limited number of replies a minute.',
        retryNotice: 'We’ll send this one a little later.',
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
