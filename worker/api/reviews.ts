import { findPlatformPage } from '../reviews/find-platform-page.ts'
import { getReview } from '../reviews/get.ts'
import { listReviews } from '../reviews/list.ts'
import { reviewStats } from '../reviews/stats.ts'
import { ListReviewsInput, ReviewId, ReviewStatsInput } from '../rules/reviews.ts'
import { member, router } from './init.ts'

export const reviewsRouter = router({
  list: member.input(ListReviewsInput).query(({ ctx, input }) => listReviews(ctx, input)),
  get: member.input(ReviewId).query(({ ctx, input }) => getReview(ctx, input)),
  platformPage: member.input(ReviewId).query(({ ctx, input }) => findPlatformPage(ctx, input)),
  stats: member.input(ReviewStatsInput).query(({ ctx, input }) => reviewStats(ctx, input)),
})
