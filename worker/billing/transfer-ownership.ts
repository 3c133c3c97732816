import type { MemberContext } from '../context.ts'
import { requireRecentLogin } from '../identity/sessions/require-proof.ts'
import { makeOwner, requireOtherMember } from '../organizations/members.ts'
import type { MemberId } from '../rules/organizations.ts'
import { cancelForNextOwner } from './change-plan.ts'

/**
 * Hands the organization over to another member. What the caller pays ends with its period: the next owner pays for themselves.
 *
 * @throws DomainError `recent_login_needed`; `not_found`; `unavailable` where the payment provider does not answer, and nothing has changed
 */
export async function transferOwnership(ctx: MemberContext, next: MemberId): Promise<void> {
  requireRecentLogin(ctx)
  await requireOtherMember(ctx, next)
  await cancelForNextOwner(ctx)
  await makeOwner(ctx, next)
}
