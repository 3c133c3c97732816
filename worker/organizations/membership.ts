import { and, eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { organizationSubscriptions, organizations, organizationUsers } from '#db/schema/index.ts'
import type { ActingContext, BackgroundContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limitOf } from '../platform/business-access.ts'
import { ORGANIZATION_GONE } from '../rules/organizations.ts'
import { ROLES } from '../rules/permissions.ts'

/**
 * An organization with the caller's role and its plan, as the session has those of the present one.
 *
 * @throws DomainError `not_found` for one the caller is no active member of, whether it exists or not
 */
export async function requireMembership(ctx: BackgroundContext & Pick<ActingContext, 'session'>, id: string) {
  const [row] = await ctx.db
    .select({
      ...columns(organizations, 'id', 'name'),
      ...columns(organizationUsers, 'role', 'businessIds'),
      plan: organizationSubscriptions.planType,
    })
    .from(organizationUsers)
    .innerJoin(organizations, eq(organizations.id, organizationUsers.organizationId))
    .leftJoin(organizationSubscriptions, eq(organizationSubscriptions.organizationId, organizations.id))
    .where(
      and(
        eq(organizationUsers.organizationId, id),
        eq(organizationUsers.userId, ctx.session.user.id),
        eq(organizationUsers.isActive, true),
      ),
    )
  const role = ROLES.find((known) => known === row?.role)
  if (!row || !role) throw new DomainError('not_found', ORGANIZATION_GONE)
  return { ...row, role, plan: row.plan ?? 'free', businessIds: limitOf(role, row.businessIds) }
}
