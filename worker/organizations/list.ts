import { and, asc, eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { organizationSubscriptions, organizations, organizationUsers } from '#db/schema/index.ts'
import type { SignedInContext } from '../context.ts'
import type { OrganizationItem } from '../rules/organizations.ts'
import { ROLES } from '../rules/permissions.ts'

/** The organizations that the caller belongs to, the one they have belonged to for the longest time first. */
export async function listOrganizations(ctx: SignedInContext) {
  return { items: organizationsOf(ctx, await organizationsQuery(ctx)), nextCursor: null }
}

export function organizationsQuery(ctx: SignedInContext) {
  return ctx.db
    .select({
      ...columns(organizations, 'id', 'name', 'slug'),
      role: organizationUsers.role,
      plan: organizationSubscriptions.planType,
    })
    .from(organizationUsers)
    .innerJoin(organizations, eq(organizations.id, organizationUsers.organizationId))
    .leftJoin(organizationSubscriptions, eq(organizationSubscriptions.organizationId, organizations.id))
    .where(and(eq(organizationUsers.userId, ctx.session.user.id), eq(organizationUsers.isActive, true)))
    .orderBy(asc(organizationUsers.joinedAt))
}

export function organizationsOf(
  ctx: SignedInContext,
  rows: Awaited<ReturnType<typeof organizationsQuery>>,
): OrganizationItem[] {
  return rows.flatMap(({ plan, ...row }) => {
    const role = ROLES.find((known) => known === row.role)
    if (!role) return []
    return [{ ...row, role, plan: plan ?? 'free', isCurrent: row.id === ctx.session.organization.id }]
  })
}
