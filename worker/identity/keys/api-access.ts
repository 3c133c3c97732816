import type { MemberContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { type EnforcedBy, hasFeature, lockedFeature } from '../../rules/plans.ts'

const OPENED: EnforcedBy<'key'> = 'hasApiAccess'

/** @throws DomainError `plan_limit` if the plan doesn't include the API */
export function requireApiAccess({ organization }: Pick<MemberContext, 'organization'>): void {
  if (hasFeature(organization.plan, OPENED)) return
  throw new DomainError('plan_limit', lockedFeature(OPENED))
}
