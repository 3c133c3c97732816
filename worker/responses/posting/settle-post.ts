import { and, eq, sql } from 'drizzle-orm'
import { replyPosts, reviewResponses } from '#db/schema/index.ts'
import type { BackgroundContext } from '../../context.ts'
import { copyResponse, forgetPlatformAnswer } from '../../reviews/answered.ts'
import { HOUR_MS } from '../../rules/durations.ts'
import { reviewNameOf } from '../../sources/google-business-profile/google-business-profile.ts'
import { responsePublished } from '../mark-posted.ts'
import { type ClaimedPost, isHeldBy } from './claim-post.ts'
import { afterOutcome, type Outcome } from './outcome.ts'

/**
 * Records the outcome of a step and releases the reply. Returns false if the reply was changed meanwhile: then the
 * newer version still has to be sent, and the outcome only updates which version the platform may show now.
 */
export async function settlePost(
  ctx: BackgroundContext,
  post: ClaimedPost,
  outcome: Outcome,
): Promise<boolean> {
  const next = afterOutcome(post, outcome, ctx.now())
  const guard = and(isHeldBy(post), eq(replyPosts.version, post.version))
  const isLive = next?.state === 'live'
  const record = next
    ? ctx.db
        .update(replyPosts)
        .set({ ...next, leaseUntil: null })
        .where(guard)
        .returning({ reviewId: replyPosts.reviewId })
    : ctx.db.delete(replyPosts).where(guard).returning({ reviewId: replyPosts.reviewId })
  const inform =
    next === null
      ? forgetPlatformAnswer(ctx, post, sql`changes() > 0`)
      : ctx.db
          .update(reviewResponses)
          .set({
            postedToPlatform: isLive,
            postedAt: isLive ? (post.sentAt ?? ctx.now()) : null,
            platformResponseId: isLive
              ? `${reviewNameOf(post.placeId ?? '', post.platformReviewId)}/reply`
              : null,
          })
          .where(
            and(
              eq(reviewResponses.reviewId, post.reviewId),
              eq(reviewResponses.organizationId, post.organizationId),
              eq(reviewResponses.postedToPlatform, !isLive),
              sql`changes() > 0`,
            ),
          )
  const giveBack = ctx.db
    .update(replyPosts)
    .set({
      leaseUntil: null,
      // Accepted or perhaps accepted: our reply may be visible on the platform.
      sentVersion: next?.sentVersion ?? null,
      sentAt: next?.sentAt ?? null,
      sentText: next?.sentText ?? null,
      isUnsure: next?.isUnsure ?? false,
    })
    .where(isHeldBy(post))
  const copy = copyResponse(ctx, {
    which: sql`reviews.id = ${post.reviewId} AND reviews.organization_id = ${post.organizationId}`,
  })
  const isOurs = sql`review_responses.review_id = ${post.reviewId}`
  const announced = isLive ? responsePublished(ctx, post.organizationId, isOurs) : []
  const [recorded] = await ctx.db.batch([record, inform, ...announced, giveBack, copy])
  return recorded.length > 0
}

const WAIT_MS = HOUR_MS
export const POST_GAVE_UP = 'Something went wrong on our side several times. We’ll try again in an hour.'

/** Marks a reply as failed after the last delivery of its message has failed; it is retried later. */
export async function giveUpPost(ctx: BackgroundContext, reviewId: number): Promise<void> {
  const now = ctx.now()
  const giveUp = ctx.db.statement(sql`
    UPDATE reply_posts SET lease_until = NULL, due_at = ${now + WAIT_MS}, attempts = attempts + 1,
      state = iif(sent_version IS version, state, 'failed'),
      reason = iif(sent_version IS version, reason, ${POST_GAVE_UP})
    WHERE review_id = ${reviewId} AND due_at <= ${now}`)
  await ctx.db.batch([giveUp, copyResponse(ctx, { which: sql`reviews.id = ${reviewId}` })])
}
