import { and, eq, type SQL } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { organizationSubscriptions, organizations, organizationUsers } from '#db/schema/index.ts'
import type { ActingContext, BackgroundContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { liveBusinesses, reachOf } from '../platform/business-access.ts'
import { ORGANIZATION_GONE } from '../rules/organizations.ts'
import { ROLES } from '../rules/permissions.ts'

/**
 * An organization with the caller's role and its plan, as the session has those of the present one.
 *
 * @throws DomainError `not_found` for one the caller is no active member of, whether it exists or not
 */
export async function requireMembership(ctx: BackgroundContext & Pick<ActingContext, 'session'>, id: string) {
  const acting = await actingFor(ctx, id, ctx.session.user.id)
  if (!acting) throw new DomainError('not_found', ORGANIZATION_GONE)
  return acting.organization
}

/**
 * The context of what is done in a member's name, also while that person is not there; null for who is no active member.
 *
 * @param userId theirs, or an expression that reads it
 */
export async function actingFor(
  ctx: BackgroundContext,
  organizationId: string,
  userId: string | SQL,
): Promise<ActingContext | null> {
  const [row] = await ctx.db
    .select({
      ...columns(organizations, 'id', 'name'),
      ...columns(organizationUsers, 'userId', 'role', 'businessIds'),
      live: liveBusinesses(organizationUsers.organizationId).as('live_businesses'),
      plan: organizationSubscriptions.planType,
    })
    .from(organizationUsers)
    .innerJoin(organizations, eq(organizations.id, organizationUsers.organizationId))
    .leftJoin(organizationSubscriptions, eq(organizationSubscriptions.organizationId, organizations.id))
    .where(
      and(
        eq(organizationUsers.organizationId, organizationId),
        eq(organizationUsers.userId, userId),
        eq(organizationUsers.isActive, true),
      ),
    )
  const role = ROLES.find((known) => known === row?.role)
  if (!row || !role) return null
  const { userId: id, plan, businessIds, live, ...organization } = row
  return {
    ...ctx,
    session: { user: { id } },
    organization: {
      ...organization,
      role,
      plan: plan ?? 'free',
      businessIds: reachOf(role, businessIds, live),
    },
  }
}
