import { findPlatformPage } from '../reviews/find-platform-page.ts'
import { getReview } from '../reviews/get.ts'
import { listReviews } from '../reviews/list.ts'
import { reviewStats } from '../reviews/stats.ts'
import { ListReviewsInput, ReviewId, ReviewStatsInput } from '../rules/reviews.ts'
import { member, router, verb } from './init.ts'

export const reviewsRouter = router({
  list: member.input(ListReviewsInput).query(verb(listReviews)),
  get: member.input(ReviewId).query(verb(getReview)),
  platformPage: member.input(ReviewId).query(verb(findPlatformPage)),
  stats: member.input(ReviewStatsInput).query(verb(reviewStats)),
})
