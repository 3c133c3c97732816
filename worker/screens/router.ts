import { member, router, signedIn } from '../api/init.ts'
import { ListBusinessesInput } from '../rules/businesses.ts'
import { ListReviewsInput, ReviewStatsInput } from '../rules/reviews.ts'
import { businessesScreen } from './businesses.ts'
import { dashboardScreen } from './dashboard.ts'
import { reviewsScreen } from './reviews.ts'
import { securityScreen } from './security.ts'

/** One procedure a screen: what the screen shows, read in one round trip. */
export const screensRouter = router({
  dashboard: member.input(ReviewStatsInput).query(({ ctx, input }) => dashboardScreen(ctx, input)),
  reviews: member.input(ListReviewsInput).query(({ ctx, input }) => reviewsScreen(ctx, input)),
  security: signedIn.query(({ ctx }) => securityScreen(ctx)),
  businesses: member.input(ListBusinessesInput).query(({ ctx, input }) => businessesScreen(ctx, input)),
})
