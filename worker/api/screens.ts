import { ListBusinessesInput } from '../rules/businesses.ts'
import { ConnectScreenInput } from '../rules/connections.ts'
import { ListReviewsInput, ReviewStatsInput } from '../rules/reviews.ts'
import { SourcesInput } from '../rules/source-health.ts'
import { businessesScreen } from '../screens/businesses.ts'
import { connectScreen } from '../screens/connect.ts'
import { dashboardScreen } from '../screens/dashboard.ts'
import { reviewsScreen } from '../screens/reviews.ts'
import { securityScreen } from '../screens/security.ts'
import { sourcesScreen } from '../screens/sources.ts'
import { member, router, signedIn } from './init.ts'

/** One procedure a screen: what the screen shows, read in one round trip. */
export const screensRouter = router({
  dashboard: member.input(ReviewStatsInput).query(({ ctx, input }) => dashboardScreen(ctx, input)),
  reviews: member.input(ListReviewsInput).query(({ ctx, input }) => reviewsScreen(ctx, input)),
  security: signedIn.query(({ ctx }) => securityScreen(ctx)),
  sources: member.input(SourcesInput).query(({ ctx, input }) => sourcesScreen(ctx, input)),
  connect: member.input(ConnectScreenInput).query(({ ctx, input }) => connectScreen(ctx, input)),
  businesses: member.input(ListBusinessesInput).query(({ ctx, input }) => businessesScreen(ctx, input)),
})
