import { sql } from 'drizzle-orm'
import { reviewResponses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { copyResponse } from '../reviews/answered.ts'
import type { ResponseView } from '../reviews/review-view.ts'
import type { UpdateResponseInput } from '../rules/responses.ts'
import { markPost, requirePostable } from './posting/mark-post.ts'
import { sendMarked } from './posting/send-post.ts'
import { nameOfOwn, ownResponse, responseNotFound, responseView, reviewOfOwn } from './require-response.ts'
import { endSuggestion } from './suggestions.ts'

/**
 * Changes a response, also at its platform if connected, and ends a suggestion for its review.
 * @throws DomainError `not_found`, `invalid_input` for a text that the platform doesn't accept
 */
export async function updateResponse(ctx: MemberContext, input: UpdateResponseInput): Promise<ResponseView> {
  const now = ctx.now()
  const own = ownResponse(ctx, input.id)
  const isSameText = sql`${reviewResponses.responseText} = ${input.text}`
  const ofReview = ctx.db.select({ id: reviewResponses.reviewId }).from(reviewResponses).where(own)
  await requirePostable(ctx, input.text, ofReview)
  const [updated, , marked] = await ctx.db.batch([
    ctx.db
      .update(reviewResponses)
      .set({
        responseText: input.text,
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
  const row = updated[0]
  if (!row) throw responseNotFound()
  await sendMarked(ctx, marked)
  return responseView(row)
}
