import type { MemberContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { hasFeature, lockedFeature } from '../../rules/plans.ts'

/** @throws DomainError `plan_limit` without the plan that has the API */
export function requireApiAccess({ organization }: Pick<MemberContext, 'organization'>): void {
  if (hasFeature(organization.plan, 'hasApiAccess')) return
  throw new DomainError('plan_limit', lockedFeature('hasApiAccess'))
}
