import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { at, textAt } from '../at.ts'
import { failure } from '../failure.ts'
import { apiAnswer } from './api-answer.ts'
import { violationSentence } from './policy-violation.ts'

/** What has become of a reply at Google. */
export interface ReplyState {
  /** `live`: everybody sees it. `held`: Google still looks at it. `refused`: nobody will see it. `none`: there is none. */
  state: 'live' | 'held' | 'refused' | 'none'
  /** Why it was refused, as a sentence for its owner, where Google says. */
  reason: string | null
}

/**
 * Reads the state of a reply out of the answer for its review, or the answer to sending or deleting it.
 *
 * @throws SourceError for an error answer, a broken or changed format
 */
export function parseReplyState(body: string): ReplyState {
  const answer = apiAnswer(body)
  if (['reviewId', 'starRating', 'reviewReply'].some((key) => Object.hasOwn(answer, key))) {
    return replyStateOf(at(answer, 'reviewReply'))
  }
  const isReply = Object.hasOwn(answer, 'comment') || Object.hasOwn(answer, 'reviewReplyState')
  // Deleting is answered with `{}`.
  if (!isReply && Object.keys(answer).length > 0) throw failure(PLATFORM_NAMES.google, 'format_changed')
  return replyStateOf(answer)
}

/** The state of a reply object. Replies from before Google told states have none and are on show. */
export function replyStateOf(reply: unknown): ReplyState {
  const stated = textAt(reply, 'reviewReplyState')
  if (stated === '' && textAt(reply, 'comment') === '') return { state: 'none', reason: null }
  switch (stated) {
    case '':
    case 'REVIEW_REPLY_STATE_UNSPECIFIED':
    case 'APPROVED':
      return { state: 'live', reason: null }
    case 'REJECTED':
      return { state: 'refused', reason: violationSentence(textAt(reply, 'policyViolation')) }
    default:
      // PENDING, or a state that came later: it is asked about again.
      return { state: 'held', reason: null }
  }
}
