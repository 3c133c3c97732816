import { askPlatform } from '../../connections/access-token.ts'
import { accessTokenFor } from '../../connections/source-token.ts'
import type { BackgroundContext } from '../../context.ts'
import { orRelease } from '../../platform/due.ts'
import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { MAX_REPLY_BYTES, postedBytes, TOO_LONG_FOR_GOOGLE } from '../../rules/responses.ts'
import { reviewNameOf } from '../../sources/google-business-profile/google-business-profile.ts'
import { replyRefusal, replyRequest, reviewRequest } from '../../sources/google-business-profile/reply.ts'
import { parseReplyState } from '../../sources/google-business-profile/reply-state.ts'
import type { SourceAnswer } from '../../sources/source.ts'
import { type ClaimedPost, claimPost, recordSending, releasePost } from './claim-post.ts'
import { failedOutcome, type Outcome } from './outcome.ts'
import { sendPost } from './send-post.ts'
import { settlePost } from './settle-post.ts'

const GOOGLE = PLATFORM_NAMES.google
const AUTHOR_MAY_NOT = 'Whoever wrote it may no longer post replies. Edit it to post it yourself.'
const BAD_REQUEST = 400
/** Checks before an accepted reply that can't be found counts as missing: it may not be visible at once. */
const CHECKS_BEFORE_MISSING = 2

/**
 * Sends the newest version of a reply; sending it again is harmless. The row in the outbox decides what to do, because
 * the worker may die at any line and messages may be delivered twice.
 *
 * @throws unexpected errors, such as a database fault; the message should then be delivered again
 */
export async function postReply(ctx: BackgroundContext, reviewId: number): Promise<void> {
  const post = await claimPost(ctx, reviewId)
  if (!post) return
  const step = async () => {
    const outcome = await stepOf(ctx, post).catch(failedOutcome)
    const isSettled = outcome !== null && (await settlePost(ctx, post, outcome))
    // The reply was changed meanwhile.
    if (!isSettled) await sendPost(ctx, reviewId)
  }
  await orRelease(step, () => releasePost(ctx, post), { event: 'reply_post_release_failed', reviewId })
}

/** @returns null if the reply was changed before anything was sent */
async function stepOf(ctx: BackgroundContext, post: ClaimedPost): Promise<Outcome | null> {
  const { text, placeId } = post
  if (placeId === null) return { kind: 'disconnected', reason: `${GOOGLE} is no longer connected.` }
  const reviewName = reviewNameOf(placeId, post.platformReviewId)
  if (post.sentVersion === post.version) {
    const build = (token: string) => reviewRequest(reviewName, token)
    return ask(ctx, post, build, (answer) => afterCheck(answer, post.checks))
  }
  if (text !== null && !post.mayPost) return { kind: 'refused', reason: AUTHOR_MAY_NOT }
  if (text !== null && post.authorVerifiedAt === null) {
    return { kind: 'on hold', reason: 'It goes out once you have confirmed your e-mail address.' }
  }
  if (text !== null && postedBytes(text) > MAX_REPLY_BYTES) {
    return { kind: 'refused', reason: TOO_LONG_FOR_GOOGLE }
  }
  if (!(await recordSending(ctx, post))) {
    await releasePost(ctx, post)
    return null
  }
  const build = (token: string) => replyRequest(reviewName, text, token)
  return ask(ctx, post, build, text === null ? afterRemoval : afterSending)
}

function afterSending(answer: SourceAnswer): Outcome {
  const refused = replyRefusal(answer)
  if (refused && answer.status === BAD_REQUEST) return { kind: 'refused', reason: refused.message }
  if (refused) throw refused
  // Right after sending, the state is always that Google reviews it.
  return { kind: 'sent' }
}

function afterRemoval(answer: SourceAnswer): Outcome {
  const refused = replyRefusal(answer)
  // The reply is gone, and perhaps the review too.
  if (refused && refused.kind !== 'not_found') throw refused
  return { kind: 'gone' }
}

function afterCheck(answer: SourceAnswer, checks: number): Outcome {
  const refused = replyRefusal(answer)
  if (refused) throw refused
  const { state, reason } = parseReplyState(answer.body)
  switch (state) {
    case 'live':
      return { kind: 'live' }
    case 'held':
      return { kind: 'undecided' }
    case 'refused':
      return { kind: 'refused', reason: reason ?? `${GOOGLE} gave no reason.` }
    case 'none':
      return checks < CHECKS_BEFORE_MISSING
        ? { kind: 'undecided' }
        : { kind: 'refused', reason: 'It was deleted there.' }
  }
}

function ask(
  ctx: BackgroundContext,
  { organizationId, businessId }: ClaimedPost,
  build: (token: string) => Request,
  read: (answer: SourceAnswer) => Outcome,
): Promise<Outcome> {
  const source = { organizationId, businessId, platform: 'google' } as const
  return askPlatform(ctx, GOOGLE, (refused) => accessTokenFor(ctx, source, refused), build, read)
}
