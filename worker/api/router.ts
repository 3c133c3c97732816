import { alertsRouter } from './alerts.ts'
import { apiKeysRouter, authRouter, profileRouter } from './auth.ts'
import { billingRouter, creditsRouter } from './billing.ts'
import { businessesRouter } from './businesses.ts'
import { collectionRouter } from './collection.ts'
import { connectionsRouter } from './connections.ts'
import { accountRouter, archivesRouter } from './data-management.ts'
import { importsRouter } from './imports.ts'
import { savedViewsRouter, templatesRouter } from './inbox.ts'
import { createCallerFactory, router } from './init.ts'
import { competitorsRouter, insightsRouter } from './insights.ts'
import { notificationsRouter } from './notifications.ts'
import { organizationsRouter } from './organizations.ts'
import { reportsRouter } from './reports.ts'
import { responsesRouter } from './responses.ts'
import { reviewsRouter } from './reviews.ts'
import { analyticsRouter, screensRouter } from './screens.ts'
import { webhooksRouter } from './webhooks.ts'

export const appRouter = router({
  account: accountRouter,
  alerts: alertsRouter,
  analytics: analyticsRouter,
  apiKeys: apiKeysRouter,
  archives: archivesRouter,
  imports: importsRouter,
  auth: authRouter,
  billing: billingRouter,
  businesses: businessesRouter,
  collection: collectionRouter,
  competitors: competitorsRouter,
  connections: connectionsRouter,
  credits: creditsRouter,
  insights: insightsRouter,
  notifications: notificationsRouter,
  organizations: organizationsRouter,
  profile: profileRouter,
  reports: reportsRouter,
  responses: responsesRouter,
  reviews: reviewsRouter,
  savedViews: savedViewsRouter,
  screens: screensRouter,
  templates: templatesRouter,
  webhooks: webhooksRouter,
})
export type AppRouter = typeof appRouter

/** The same procedures, called in process by loaders. */
export const createApi = createCallerFactory(appRouter)
export type ApiCaller = ReturnType<typeof createApi>
