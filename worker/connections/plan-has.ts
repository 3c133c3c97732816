import { type SQL, sql } from 'drizzle-orm'
import type { ConnectionProvider } from '../rules/connections.ts'
import { allowsPlatform, PLANS } from '../rules/plans.ts'

/**
 * True where the plan that holds in an organization has the platform, in the statement that connects it: the plan may
 * have been lowered since its owner went to the platform. A plan that is unknown counts as free.
 */
export function planHas(provider: ConnectionProvider, organizationId: SQL): SQL {
  if (allowsPlatform('free', provider)) return sql`true`
  const plans = JSON.stringify(PLANS.filter((plan) => allowsPlatform(plan, provider)))
  return sql`EXISTS (SELECT 1 FROM organization_subscriptions AS held WHERE held.organization_id = ${organizationId}
    AND held.plan_type IN (SELECT value FROM json_each(${plans})))`
}
