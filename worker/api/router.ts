import { alertsRouter, notificationsRouter } from './alerts-router.ts'
import { askingRouter } from './asking-router.ts'
import { apiKeysRouter, assistantsRouter, authRouter, profileRouter } from './auth-router.ts'
import { billingRouter, creditsRouter } from './billing-router.ts'
import { businessesRouter } from './businesses-router.ts'
import { casesRouter } from './cases-router.ts'
import { collectionRouter, connectionsRouter, importsRouter, platformsRouter } from './collection-router.ts'
import { accountRouter, archivesRouter } from './data-management-router.ts'
import { createCallerFactory, router } from './init.ts'
import { actionsRouter, competitorsRouter, insightsRouter } from './insights-router.ts'
import { operatorRouter } from './operator-router.ts'
import { organizationsRouter } from './organizations-router.ts'
import { reportsRouter } from './reports-router.ts'
import { postLinksRouter, responsesRouter } from './responses-router.ts'
import {
  notesRouter,
  reviewsRouter,
  savedViewsRouter,
  tagsRouter,
  templatesRouter,
} from './reviews-router.ts'
import { analyticsRouter, screensRouter } from './screens-router.ts'
import { webhooksRouter } from './webhooks-router.ts'
import { widgetsRouter } from './widgets-router.ts'

export const appRouter = router({
  account: accountRouter,
  actions: actionsRouter,
  alerts: alertsRouter,
  analytics: analyticsRouter,
  apiKeys: apiKeysRouter,
  archives: archivesRouter,
  asking: askingRouter,
  assistants: assistantsRouter,
  imports: importsRouter,
  platforms: platformsRouter,
  auth: authRouter,
  billing: billingRouter,
  businesses: businessesRouter,
  cases: casesRouter,
  collection: collectionRouter,
  competitors: competitorsRouter,
  connections: connectionsRouter,
  credits: creditsRouter,
  insights: insightsRouter,
  notes: notesRouter,
  notifications: notificationsRouter,
  operator: operatorRouter,
  organizations: organizationsRouter,
  profile: profileRouter,
  reports: reportsRouter,
  postLinks: postLinksRouter,
  responses: responsesRouter,
  reviews: reviewsRouter,
  savedViews: savedViewsRouter,
  screens: screensRouter,
  tags: tagsRouter,
  templates: templatesRouter,
  webhooks: webhooksRouter,
  widgets: widgetsRouter,
})
export type AppRouter = typeof appRouter

/** Creates callers of the procedures for loaders, in process instead of over HTTP. */
export const createApi = createCallerFactory(appRouter)
export type ApiCaller = ReturnType<typeof createApi>
