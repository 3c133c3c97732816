import { and, sql } from 'drizzle-orm'
import { reviewResponses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { ifRolledBack, onlyWhile } from '../platform/all-or-nothing.ts'
import { copyResponse } from '../reviews/answered.ts'
import type { ResponseView } from '../reviews/review-view.ts'
import type { UpdateResponseInput } from '../rules/responses.ts'
import { markPost, requirePostable } from './posting/mark-post.ts'
import { sendMarked } from './posting/send-post.ts'
import { nameOfOwn, ownResponse, responseNotFound, responseView, reviewOfOwn } from './require-response.ts'
import { endSuggestion, isSuggested, suggestionChanged } from './suggestions.ts'

const CHANGED = 'This reply was changed meanwhile. Read it, then save again to replace it.'

/**
 * Changes the text of a response, also on the platform if it is connected. Deletes a suggested reply to the same
 * review.
 *
 * @throws DomainError `not_found`; `conflict` if the stored text isn't `insteadOf`, or if the approved text is no longer
 * suggested; `invalid_input` if the platform doesn't accept the text
 */
export async function updateResponse(ctx: MemberContext, input: UpdateResponseInput): Promise<ResponseView> {
  const { text, insteadOf = null, asSuggested = false } = input
  const now = ctx.now()
  const own = ownResponse(ctx, input.id)
  const isSameText = sql`${reviewResponses.responseText} = ${text}`
  // False if the same edit is sent again, for example after a lost answer; null without `insteadOf`.
  const isOther = sql`${reviewResponses.responseText} NOT IN (${insteadOf}, ${text})`
  const ofReview = ctx.db.select({ id: reviewResponses.reviewId }).from(reviewResponses).where(own)
  const isUnchanged = sql`NOT EXISTS (SELECT 1 FROM review_responses WHERE ${own} AND ${isOther})`
  // A repeated approval finds the text stored and the suggestion gone.
  const isApproved = sql`(${isSuggested(ctx, sql`(${ofReview})`, text)}
    OR EXISTS (SELECT 1 FROM review_responses WHERE ${own} AND ${isSameText}))`
  await requirePostable(ctx, text, ofReview)
  const [, updated, , marked] = await ctx.db
    .batch([
      onlyWhile(ctx, asSuggested ? sql`${isUnchanged} AND ${isApproved}` : isUnchanged),
      ctx.db
        .update(reviewResponses)
        .set({
          responseText: text,
          editedAt: now,
          updatedAt: now,
          // The platform still shows the former text.
          postedToPlatform: sql`${isSameText} AND ${reviewResponses.postedToPlatform}`,
          postedAt: sql`iif(${isSameText}, ${reviewResponses.postedAt}, NULL)`,
        })
        .where(own)
        .returning(),
      recordAction(ctx, {
        organizationId: ctx.organization.id,
        action: 'reply_changed',
        subject: nameOfOwn(ctx, input.id),
      }),
      markPost(ctx, input.id),
      copyResponse(ctx, { which: reviewOfOwn(ctx, input.id), responded: sql`1` }),
      ...endSuggestion(ctx, sql`(${ofReview})`),
    ])
    .catch(
      ifRolledBack(async () => {
        const [other] = await ctx.db
          .select({ id: reviewResponses.id })
          .from(reviewResponses)
          .where(and(own, isOther))
        return asSuggested && !other ? suggestionChanged() : new DomainError('conflict', CHANGED)
      }),
    )
  const row = updated[0]
  if (!row) throw responseNotFound()
  await sendMarked(ctx, marked)
  return responseView(row)
}
