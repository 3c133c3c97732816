import { sql } from 'drizzle-orm'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { memberCanBeLimited } from '../platform/business-access.ts'
import { type LimitMemberInput, MEMBER_GONE, type RequireApprovalInput } from '../rules/organizations.ts'
import { canNeedApproval, ROLES } from '../rules/permissions.ts'
import type { FreeReviews } from './members.ts'
import { chosenBusinesses } from './membership.ts'

const NEEDING_APPROVAL = JSON.stringify(ROLES.filter(canNeedApproval))

/**
 * Limits a member or viewer to some businesses of the organization, or removes the limit, from their next request on.
 * Reviews of other businesses that were assigned to them become unassigned.
 *
 * @throws DomainError `not_found` if the user isn't a member or is an owner or admin, or if none of the businesses
 * exists
 */
export async function limitMember(
  ctx: MemberContext,
  { userId, businessIds }: LimitMemberInput,
  freeReviews: FreeReviews,
): Promise<void> {
  const { id: organizationId } = ctx.organization
  const { stored, names, areThere } = chosenBusinesses(organizationId, businessIds)
  const [limited] = await ctx.db.batch([
    ctx.db.statement<{ user_id: string }>(sql`UPDATE organization_users SET business_ids = ${stored}
      WHERE organization_id = ${organizationId} AND user_id = ${userId} AND is_active = 1
        AND ${memberCanBeLimited(sql`organization_users`)}
        AND ${areThere}
      RETURNING user_id`),
    recordAction(ctx, {
      organizationId,
      action: businessIds === null ? 'access_widened' : 'access_changed',
      subject: names,
      aboutUserId: userId,
    }),
    freeReviews(ctx, userId),
  ])
  if (limited.results.length === 0) throw new DomainError('not_found', MEMBER_GONE)
}

/**
 * Starts or stops requiring approval for a member's replies, from their next request on and for replies in the outbox.
 *
 * @throws DomainError `not_found` if the user isn't a member, or is an owner or admin
 */
export async function requireApproval(
  ctx: MemberContext,
  { userId, suggestsOnly }: RequireApprovalInput,
): Promise<void> {
  const { id: organizationId } = ctx.organization
  const [changed] = await ctx.db.batch([
    ctx.db.statement<{
      user_id: string
    }>(sql`UPDATE organization_users SET suggests_only = ${suggestsOnly ? 1 : 0}
      WHERE organization_id = ${organizationId} AND user_id = ${userId} AND is_active = 1
        AND role IN (SELECT value FROM json_each(${NEEDING_APPROVAL}))
      RETURNING user_id`),
    recordAction(ctx, {
      organizationId,
      action: suggestsOnly ? 'approval_required' : 'approval_lifted',
      aboutUserId: userId,
    }),
  ])
  if (changed.results.length === 0) throw new DomainError('not_found', MEMBER_GONE)
}
