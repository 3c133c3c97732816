import { and, desc, eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { reviewRevisions } from '#db/schema/index.ts'
import { type BusinessNames, businessChoicesQuery, namesOf } from '../businesses/list.ts'
import type { MemberContext } from '../context.ts'
import { iso } from '../rules/durations.ts'
import type { ReviewId } from '../rules/reviews.ts'
import type { ReviewDetail } from '../rules/views.ts'
import { onlyReview, reviewQuery } from './require-review.ts'
import { reviewView, type ShownResult } from './review-view.ts'

const MAX_REVISIONS = 50

/** A review with its former versions, the last one first, at most 50. @throws DomainError `not_found` */
export async function getReview(ctx: MemberContext, input: ReviewId): Promise<ReviewDetail> {
  const [answer, choices, revisions] = await ctx.db.batch([
    reviewQuery(ctx, input.id),
    businessChoicesQuery(ctx),
    revisionsQuery(ctx, input.id),
  ])
  return reviewDetail(answer, revisions, namesOf(choices))
}

/** Builds the detail from the results of `reviewQuery` and `revisionsQuery`. */
export function reviewDetail(
  answer: ShownResult,
  revisions: Awaited<ReturnType<typeof revisionsQuery>>,
  names: BusinessNames,
): ReviewDetail {
  return {
    ...reviewView(onlyReview(answer), names),
    revisions: revisions.map(({ rating, reviewText, replacedAt }) => ({
      rating,
      review: reviewText,
      replacedAt: iso(replacedAt),
    })),
  }
}

/** The former versions of a review, to be read in a batch. */
export function revisionsQuery(ctx: MemberContext, id: string) {
  return ctx.db
    .select(columns(reviewRevisions, 'rating', 'reviewText', 'replacedAt'))
    .from(reviewRevisions)
    .where(
      and(eq(reviewRevisions.reviewId, Number(id)), eq(reviewRevisions.organizationId, ctx.organization.id)),
    )
    .orderBy(desc(reviewRevisions.replacedAt))
    .limit(MAX_REVISIONS)
}
