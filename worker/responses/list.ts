import { and, desc, eq } from 'drizzle-orm'
import { reviewResponses } from '#db/schema/index.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import type { ResponsesOfBusiness, ResponsesOfReview } from '../rules/responses.ts'
import { MAX_PAGE_REVIEWS } from '../rules/reviews.ts'
import type { ResponseView } from '../rules/views.ts'
import { responseView } from './response-view.ts'

/** The response of a review; null when there is none, or when the review is not the caller's. */
export async function findResponse(
  ctx: MemberContext,
  input: ResponsesOfReview,
): Promise<ResponseView | null> {
  const rows = await ctx.db
    .select()
    .from(reviewResponses)
    .where(
      and(
        eq(reviewResponses.reviewId, Number(input.reviewId)),
        eq(reviewResponses.organizationId, ctx.organization.id),
      ),
    )
  return rows[0] ? responseView(rows[0]) : null
}

/**
 * The newest responses of a business, at most 100.
 *
 * @throws DomainError `not_found`
 */
export async function listResponses(
  ctx: MemberContext,
  input: ResponsesOfBusiness,
): Promise<{ items: ResponseView[]; nextCursor: null }> {
  const business = await requireBusiness(ctx, input.businessId)
  const rows = await ctx.db
    .select()
    .from(reviewResponses)
    .where(eq(reviewResponses.businessId, business.id))
    .orderBy(desc(reviewResponses.createdAt), desc(reviewResponses.reviewId))
    .limit(MAX_PAGE_REVIEWS)
  return { items: rows.map(responseView), nextCursor: null }
}
