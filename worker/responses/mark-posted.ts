import { and, eq, notExists, type SQL, sql } from 'drizzle-orm'
import { batchEndingIn } from '#db/client.ts'
import { replyPosts, reviewResponses } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { copyResponse } from '../reviews/answered.ts'
import { answersChanged, RESPONSE } from '../reviews/reactions.ts'
import type { ResponseView } from '../reviews/review-view.ts'
import type { ResponseId } from '../rules/responses.ts'
import { announce } from '../webhooks/announce.ts'
import { ownResponse, responseNotFound, responseView } from './require-response.ts'

/**
 * Marks a response as posted, as stated by the owner. If we post it ourselves, only the platform's statement counts.
 * @throws DomainError `not_found`
 */
export async function markPosted(ctx: MemberContext, input: ResponseId): Promise<ResponseView> {
  const own = ownResponse(ctx, input.id)
  const select = ctx.db.select().from(reviewResponses).where(own)
  const [row] = await batchEndingIn(ctx.db, takeOwnersWord(ctx, own), select)
  if (!row) throw responseNotFound()
  return responseView(row)
}

/**
 * Statements that mark responses as posted, except those that we post ourselves.
 * @param which condition on `review_responses`, true only for responses that the caller may change
 */
export function takeOwnersWord(ctx: MemberContext, which: SQL | undefined) {
  const { db } = ctx
  const at = ctx.now()
  const isPostedByUs = db
    .select({ reviewId: replyPosts.reviewId })
    .from(replyPosts)
    .where(sql`${replyPosts.reviewId} = ${reviewResponses.reviewId}`)
  const mark = db
    .update(reviewResponses)
    .set({ postedToPlatform: true, postedAt: at, updatedAt: at })
    .where(and(which, sql`NOT ${reviewResponses.postedToPlatform}`, notExists(isPostedByUs)))
  const isMarked = and(which, eq(reviewResponses.postedAt, at), reviewResponses.postedToPlatform)
  const ofMarked = db.select({ id: reviewResponses.reviewId }).from(reviewResponses).where(isMarked)
  return [
    mark,
    ...responsePublished(ctx, ctx.organization.id, sql`${isMarked}`),
    copyResponse(ctx, {
      which: sql`reviews.id IN ${ofMarked} AND reviews.organization_id = ${ctx.organization.id}`,
    }),
  ] as const
}

/**
 * Statements to run after replies have become visible on their platform. They must directly follow the statement that
 * records this.
 *
 * @param which condition on `review_responses`
 */
export function responsePublished(ctx: BackgroundContext, organizationId: string, which: SQL) {
  return [
    ...announce(ctx, organizationId, [
      {
        event: 'response.published',
        data: RESPONSE,
        from: sql`review_responses JOIN reviews ON reviews.id = review_responses.review_id WHERE changes() > 0 AND ${which}`,
      },
    ]),
    answersChanged(ctx, organizationId, sql`(SELECT business_id FROM review_responses WHERE ${which})`),
  ]
}
