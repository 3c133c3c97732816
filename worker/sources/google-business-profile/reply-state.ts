import { failure } from '../failure.ts'
import { at, textAt } from '../json.ts'
import { requireAnswer } from './refusal.ts'

interface ReplyState {
  /**
   * `live`: everybody can see it. `held`: Google is still reviewing it. `refused`: nobody will see it. `none`: there is
   * no reply.
   */
  state: 'live' | 'held' | 'refused' | 'none'
  /** Reason for the refusal, as a sentence for its owner, if Google gives one. */
  reason: string | null
}

/**
 * Reads a reply's state from the response to a request for its review, or to a request that sends or deletes the reply.
 */
export function parseReplyState(body: string): ReplyState {
  const answer = requireAnswer(body)
  if (['reviewId', 'starRating', 'reviewReply'].some((key) => Object.hasOwn(answer, key))) {
    return replyStateOf(at(answer, 'reviewReply'))
  }
  const isReply = Object.hasOwn(answer, 'comment') || Object.hasOwn(answer, 'reviewReplyState')
  // The response to a deletion is `{}`.
  if (!isReply && Object.keys(answer).length > 0) throw failure('google', 'format_changed')
  return replyStateOf(answer)
}

/** Replies from before Google introduced states have none and are live. */
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
      // PENDING, or a newer state: poll again.
      return { state: 'held', reason: null }
  }
}

/** Only the `PolicyViolation`s that can affect a reply. Google may add more. */
const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['ACCOUNT_RESTRICTED_AND_EDIT_REJECTED', 'The Google account is restricted at the moment.'],
  [
    'ACCOUNT_RESTRICTED_AND_SUSPENDED',
    'The business profile is suspended, because its Google account is restricted.',
  ],
  ['ASSOCIATED_ACCOUNT_SUSPENDED', 'A Google account of this business profile is suspended.'],
  ['BUSINESS_INELIGIBLE', "Google says that this business can't have a business profile."],
  ['OWNERSHIP_REVOKED', 'Another Google account has taken over this business profile.'],
  ['LOCATION_SUSPENDED', 'The business profile is suspended.'],
  ['LOCATION_DISABLED', 'The business profile is switched off.'],
  ['LOCATION_VERIFICATION_REQUIRED', 'The business profile is not verified.'],
  ['EDITING_RESTRICTION', 'Google accepts no changes to this business profile at the moment.'],
  ['FAKE_ENGAGEMENT', 'Google considers it content meant to sway ratings.'],
  ['ADULT_THEMED', 'Google finds adult content in it.'],
  ['SEXUALLY_EXPLICIT', 'Google finds sexual content in it.'],
  ['ADVERTISING_AND_SOLICITATION', 'Google finds advertising or an offer in it.'],
  ['DANGEROUS', 'Google finds content in it that encourages dangerous acts.'],
  ['GIBBERISH_AND_REPETITIVE', 'Google finds it unclear or repetitive.'],
  ['REPETITIVE', 'Google finds it repetitive: many of your replies use the same text.'],
  ['UNCLEAR', "Google can't make out what it says."],
  ['ILLEGAL', 'Google finds illegal content in it.'],
  ['OFF_TOPIC', 'Google thinks it has nothing to do with the review.'],
  ['OFFENSIVE', 'Google finds it offensive.'],
  ['VIOLENCE_AND_GORE', 'Google finds violence in it.'],
  ['CHILD_SAFETY', 'Google finds content in it that endangers children.'],
  ['HARASSMENT', 'Google finds harassment in it.'],
  ['HATE_SPEECH', 'Google finds hate speech in it.'],
  ['IMPERSONATION', 'Google thinks it impersonates someone else.'],
  ['MISINFORMATION', 'Google finds harmful false information in it.'],
  ['MISREPRESENTATION', 'Google finds it misleading.'],
  ['OBSCENITY_AND_PROFANITY', 'Google finds obscene or vulgar words in it.'],
  ['PERSONAL_INFO', 'Google finds personal information in it, such as a name, a phone number or an address.'],
  ['PRIVACY', 'Google thinks it invades someone’s privacy.'],
  ['REGULATED_GOODS_AND_SERVICES', 'Google finds an offer of regulated goods or services in it.'],
  ['MODERATION_ERROR', "Google couldn't check it. Send it again."],
])

function violationSentence(violation: string): string | null {
  if (violation === '' || violation === 'POLICY_VIOLATION_UNSPECIFIED') return null
  return SENTENCES.get(violation) ?? 'Google says that it violates its policies.'
}
