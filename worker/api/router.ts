import { arrivalsRouter } from '../arrivals/router.ts'
import { businessesRouter } from '../businesses/router.ts'
import { collectionRouter } from '../collection/router.ts'
import { connectionsRouter } from '../connections/router.ts'
import type { Context } from '../context.ts'
import { profileRouter } from '../identity/profile/router.ts'
import { authRouter } from '../identity/router.ts'
import { notificationsRouter } from '../notifications/router.ts'
import { organizationsRouter } from '../organizations/router.ts'
import { responsesRouter } from '../responses/router.ts'
import { reviewsRouter } from '../reviews/router.ts'
import { screensRouter } from '../screens/router.ts'
import { createCallerFactory, router } from './init.ts'

export const appRouter = router({
  arrivals: arrivalsRouter,
  auth: authRouter,
  businesses: businessesRouter,
  collection: collectionRouter,
  connections: connectionsRouter,
  notifications: notificationsRouter,
  organizations: organizationsRouter,
  profile: profileRouter,
  responses: responsesRouter,
  reviews: reviewsRouter,
  screens: screensRouter,
})
export type AppRouter = typeof appRouter

const createCaller = createCallerFactory(appRouter)

/** The same procedures in process, for loaders. */
export function createApi(ctx: Context) {
  return createCaller(ctx)
}
export type ApiCaller = ReturnType<typeof createApi>
