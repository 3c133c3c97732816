import { member, router } from '../api/init.ts'
import { ListReviewsInput, ReviewId, ReviewStatsInput } from '../rules/reviews.ts'
import { findPlatformPage } from './find-platform-page.ts'
import { getReview } from './get.ts'
import { listReviews } from './list.ts'
import { reviewStats } from './stats.ts'

export const reviewsRouter = router({
  list: member.input(ListReviewsInput).query(({ ctx, input }) => listReviews(ctx, input)),
  get: member.input(ReviewId).query(({ ctx, input }) => getReview(ctx, input)),
  platformPage: member.input(ReviewId).query(({ ctx, input }) => findPlatformPage(ctx, input)),
  stats: member.input(ReviewStatsInput).query(({ ctx, input }) => reviewStats(ctx, input)),
})
