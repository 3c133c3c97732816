import { reviewResponses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { requireReview } from '../reviews/require-review.ts'
import type { CreateResponseInput } from '../rules/responses.ts'
import type { ResponseView } from '../rules/views.ts'
import { responseView } from './response-view.ts'

/**
 * @throws DomainError `not_found` for a review that is not the caller's, `conflict` when it has a response already
 */
export async function createResponse(ctx: MemberContext, input: CreateResponseInput): Promise<ResponseView> {
  const review = await requireReview(ctx, input.reviewId)
  const now = ctx.now()
  const inserted = await ctx.db
    .insert(reviewResponses)
    .values({
      id: ctx.createId(),
      reviewId: review.id,
      organizationId: ctx.organization.id,
      businessId: review.businessId,
      userId: ctx.session.user.id,
      responseText: input.text,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: reviewResponses.reviewId })
    .returning()
  const row = inserted[0]
  if (!row) throw new DomainError('conflict', 'This review already has a response. Edit that one instead.')
  return responseView(row)
}
