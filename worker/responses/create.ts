import { and, eq, type SQL, sql } from 'drizzle-orm'
import { reviewResponses } from '#db/schema/index.ts'
import type { ActingContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { businessName, recordAction } from '../identity/log/record-action.ts'
import { ifRolledBack, onlyWhile } from '../platform/all-or-nothing.ts'
import { copyResponse } from '../reviews/answered.ts'
import { answersChanged } from '../reviews/reactions.ts'
import { requireReview } from '../reviews/require-review.ts'
import type { ResponseView } from '../reviews/review-view.ts'
import type { CreateResponseInput } from '../rules/responses.ts'
import { draftUseOf } from './draft-use.ts'
import { endPostLinks } from './post-links.ts'
import { markPost, type PostTime, requirePostable } from './posting/mark-post.ts'
import { sendMarked } from './posting/send-post.ts'
import { responseView } from './require-response.ts'
import { endSuggestion, isSuggested, suggestionChanged } from './suggestions.ts'

/**
 * Stores a response, and posts it if the review's platform is connected. Sending the same text again, for example after
 * a lost response, returns the stored one.
 *
 * @param isMeant SQL condition; everything is rolled back if it is false
 * @throws DomainError `not_found`; `conflict` if the review already has a response, or if the approved text is no longer
 * suggested; `invalid_input` if the platform doesn't accept the text
 */
export async function createResponse(
  ctx: ActingContext,
  input: CreateResponseInput,
  isMeant?: SQL,
): Promise<ResponseView> {
  const { row, marked } = await storeResponse(ctx, input, { isMeant })
  await sendMarked(ctx, marked)
  return responseView(row)
}

/**
 * Stores a response that nobody has read, to be posted at `time`, after a delay.
 *
 * @throws DomainError as `createResponse`
 */
export async function createAutomaticResponse(
  ctx: ActingContext,
  input: CreateResponseInput,
  time: PostTime,
): Promise<void> {
  await storeResponse(ctx, input, { time })
}

async function storeResponse(
  ctx: ActingContext,
  input: CreateResponseInput,
  { time: automatic, isMeant }: { time?: PostTime; isMeant?: SQL | undefined },
) {
  const review = await requireReview(ctx, input.reviewId)
  const [draftUse] = await Promise.all([
    draftUseOf(ctx, review.id, input.text),
    requirePostable(ctx, input.text, sql`${review.id}`),
  ])
  const now = ctx.now()
  const id = ctx.createId()
  const others = sql`EXISTS (SELECT 1 FROM review_responses WHERE review_id = ${review.id} AND id <> ${id})`
  const isApproved = sql`(${isSuggested(ctx, sql`${review.id}`, input.text)} OR ${others})`
  const stored = ctx.db.batch([
    ctx.db
      .insert(reviewResponses)
      .values({
        id,
        reviewId: review.id,
        organizationId: ctx.organization.id,
        businessId: review.businessId,
        userId: ctx.session.user.id,
        responseText: input.text,
        ...draftUse,
        ...(automatic && { draftSource: 'automatic' as const }),
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: reviewResponses.reviewId })
      .returning(),
    recordAction(ctx, {
      organizationId: ctx.organization.id,
      action: 'reply_created',
      subject: businessName(ctx.organization.id, review.businessId),
    }),
    markPost(ctx, id, automatic),
    copyResponse(ctx, {
      which: sql`reviews.id = ${review.id} AND reviews.organization_id = ${ctx.organization.id} AND answer.id = ${id}`,
      responded: sql`1`,
    }),
    answersChanged(ctx, ctx.organization.id, sql`(${review.businessId})`),
    // If the review has another reply, that is what the caller is told.
    ...(input.asSuggested ? [onlyWhile(ctx, isApproved)] : []),
    ...endSuggestion(ctx, sql`${review.id}`),
    ...(isMeant ? [onlyWhile(ctx, isMeant)] : []),
    endPostLinks(ctx, review.id),
  ])
  const [inserted, , marked] = await (input.asSuggested
    ? stored.catch(ifRolledBack(suggestionChanged))
    : stored)
  const row = inserted[0] ?? (await storedAlready(ctx, input))
  if (!row)
    throw new DomainError(
      'conflict',
      'You or a colleague have answered this review already. Change that answer instead.',
    )
  return { row, marked }
}

async function storedAlready(ctx: ActingContext, { reviewId, text }: CreateResponseInput) {
  const [row] = await ctx.db
    .select()
    .from(reviewResponses)
    .where(
      and(
        eq(reviewResponses.reviewId, Number(reviewId)),
        eq(reviewResponses.organizationId, ctx.organization.id),
        eq(reviewResponses.userId, ctx.session.user.id),
        eq(reviewResponses.responseText, text),
      ),
    )
  return row
}
