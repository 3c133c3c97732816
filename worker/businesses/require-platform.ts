import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { allowsPlatform, planName } from '../rules/plans.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'

/** @throws DomainError `plan_limit` for a platform that the plan does not include: what can't be used is neither connected nor imported */
export function requirePlatform({ organization }: MemberContext, platform: Platform): void {
  if (allowsPlatform(organization.plan, platform)) return
  const name = PLATFORM_NAMES[platform]
  throw new DomainError('plan_limit', `${name} is not part of your ${planName(organization.plan)} plan.`)
}
