import { AnalyticsInput, LocationsInput } from '../rules/analytics.ts'
import { AskScreenInput } from '../rules/asking.ts'
import { AuditFilters } from '../rules/audit-log.ts'
import { ListBusinessesInput } from '../rules/businesses.ts'
import { CasesInput } from '../rules/cases.ts'
import { ConnectScreenInput } from '../rules/connections.ts'
import { ListReviewsInput, OpenReviewInput, ReviewStatsInput } from '../rules/reviews.ts'
import { SourcesInput } from '../rules/source-health.ts'
import { WidgetsInput } from '../rules/widgets.ts'
import { analyticsScreen, locationComparison } from '../screens/analytics-screen.ts'
import { askScreen } from '../screens/ask-screen.ts'
import { businessesScreen } from '../screens/businesses-screen.ts'
import { casesScreen } from '../screens/cases-screen.ts'
import { connectScreen } from '../screens/connect-screen.ts'
import { creditsScreen } from '../screens/credits-screen.ts'
import { dashboardScreen } from '../screens/dashboard-screen.ts'
import { dataManagementScreen } from '../screens/data-management-screen.ts'
import { helpScreen } from '../screens/help-screen.ts'
import { reportsScreen } from '../screens/reports-screen.ts'
import { reviewsScreen, tagsScreen, templatesScreen } from '../screens/reviews-screen.ts'
import { securityScreen } from '../screens/security-screen.ts'
import { sourcesScreen } from '../screens/sources-screen.ts'
import { auditLogScreen, teamScreen } from '../screens/team-screen.ts'
import { widgetsScreen } from '../screens/widgets-screen.ts'
import { allowedTo, anyone, member, router, signedIn, verb, withFeature } from './init.ts'

/** One procedure per screen: everything it shows, read in one round trip. */
export const screensRouter = router({
  dashboard: member.input(ReviewStatsInput).query(verb(dashboardScreen)),
  ask: member.input(AskScreenInput).query(verb(askScreen)),
  reviews: member.input(ListReviewsInput).input(OpenReviewInput).query(verb(reviewsScreen)),
  help: anyone.query(verb(helpScreen)),
  team: member.query(verb(teamScreen)),
  auditLog: allowedTo('organization.own').input(AuditFilters).query(verb(auditLogScreen)),
  templates: member.query(verb(templatesScreen)),
  tags: member.query(verb(tagsScreen)),
  security: signedIn.query(verb(securityScreen)),
  sources: member.input(SourcesInput).query(verb(sourcesScreen)),
  cases: member.input(CasesInput).query(verb(casesScreen)),
  widgets: member.input(WidgetsInput).query(verb(widgetsScreen)),
  connect: member.input(ConnectScreenInput).query(verb(connectScreen)),
  analytics: withFeature('hasLocationComparison').input(AnalyticsInput).query(verb(analyticsScreen)),
  reports: withFeature('hasCustomReports').query(verb(reportsScreen)),
  credits: member.query(verb(creditsScreen)),
  dataManagement: signedIn.query(verb(dataManagementScreen)),
  businesses: member.input(ListBusinessesInput).query(verb(businessesScreen)),
})

export const analyticsRouter = router({
  locations: withFeature('hasLocationComparison').input(LocationsInput).query(verb(locationComparison)),
})
