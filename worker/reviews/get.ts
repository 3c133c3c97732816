import { businessChoicesQuery, namesOf } from '../businesses/list.ts'
import type { MemberContext } from '../context.ts'
import type { ReviewId } from '../rules/reviews.ts'
import type { ReviewView } from '../rules/views.ts'
import { onlyReview, reviewQuery } from './require-review.ts'
import { reviewView } from './review-view.ts'

/** @throws DomainError `not_found` */
export async function getReview(ctx: MemberContext, input: ReviewId): Promise<ReviewView> {
  const [rows, choices] = await ctx.db.batch([reviewQuery(ctx, input.id), businessChoicesQuery(ctx)])
  return reviewView(onlyReview(rows), namesOf(choices))
}
