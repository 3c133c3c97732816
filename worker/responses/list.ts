import { and, desc, eq, sql } from 'drizzle-orm'
import { reviewResponses } from '#db/schema/index.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { isOwn } from '../platform/business-access.ts'
import type { ListResponsesInput, ResponsesOfReview } from '../rules/responses.ts'
import type { ResponseView } from '../rules/views.ts'
import { responseView } from './require-response.ts'

/** The response of a review; null when there is none, or when the review is not the caller's. */
export async function findResponse(
  ctx: MemberContext,
  input: ResponsesOfReview,
): Promise<ResponseView | null> {
  const rows = await ctx.db
    .select()
    .from(reviewResponses)
    .where(and(eq(reviewResponses.reviewId, Number(input.reviewId)), isOwn(ctx, reviewResponses)))
  return rows[0] ? responseView(rows[0]) : null
}

/** The responses of a business, newest first. @throws DomainError `not_found` */
export async function listResponses(
  ctx: MemberContext,
  { businessId, cursor, limit }: ListResponsesInput,
): Promise<{ items: ResponseView[]; nextCursor: string | null }> {
  const { id } = await requireBusiness(ctx, businessId)
  const rows = await ctx.db
    .select()
    .from(reviewResponses)
    .where(
      and(
        eq(reviewResponses.businessId, id),
        eq(reviewResponses.organizationId, ctx.organization.id),
        cursor &&
          sql`(${reviewResponses.createdAt}, ${reviewResponses.reviewId}) < (${cursor.createdAt}, ${cursor.reviewId})`,
      ),
    )
    .orderBy(desc(reviewResponses.createdAt), desc(reviewResponses.reviewId))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map(responseView),
    nextCursor: last && rows.length > limit ? `${last.createdAt}.${last.reviewId}` : null,
  }
}
