import { type SQL, sql } from 'drizzle-orm'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { allowsPlatform, PLANS, platformNotIncluded } from '../rules/plans.ts'
import type { Platform } from '../rules/platforms.ts'

/** @throws DomainError `plan_limit` for a platform that the plan does not include */
export function requirePlatform({ organization }: MemberContext, platform: Platform): void {
  if (allowsPlatform(organization.plan, platform)) return
  throw new DomainError('plan_limit', platformNotIncluded(organization.plan, platform))
}

/** True where the present plan has the platform, inside a statement: it may have been lowered since it was read. */
export function planHas(platform: Platform, organizationId: SQL): SQL {
  if (allowsPlatform('free', platform)) return sql`true`
  const plans = JSON.stringify(PLANS.filter((plan) => allowsPlatform(plan, platform)))
  return sql`EXISTS (SELECT 1 FROM organization_subscriptions AS held WHERE held.organization_id = ${organizationId}
    AND held.plan_type IN (SELECT value FROM json_each(${plans})))`
}
