import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { CONNECTION_PROVIDER_NAMES, type ConnectionProvider } from '../rules/connections.ts'
import { allowsPlatform, planName } from '../rules/plans.ts'

/** @throws DomainError `plan_limit` where the plan does not have the platform: what can't be used is not connected */
export function requirePlatform({ organization }: MemberContext, provider: ConnectionProvider): void {
  if (allowsPlatform(organization.plan, provider)) return
  const reason = `${CONNECTION_PROVIDER_NAMES[provider]} is not part of your ${planName(organization.plan)} plan.`
  throw new DomainError('plan_limit', reason)
}
