import { and, asc, eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { organizationUsers, profiles, users } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { iso } from '../rules/durations.ts'
import type { MemberView } from '../rules/organizations.ts'
import { canNeedApproval, ROLES } from '../rules/permissions.ts'

/** Newest first. */
export async function listMembers(ctx: MemberContext) {
  return { items: membersOf(ctx, await membersQuery(ctx)).toReversed(), nextCursor: null }
}

/** Longest membership first. */
export function membersQuery(ctx: MemberContext) {
  return ctx.db
    .select({
      ...columns(organizationUsers, 'userId', 'role', 'suggestsOnly', 'joinedAt'),
      email: users.email,
      ...columns(profiles, 'fullName', 'avatarUrl'),
    })
    .from(organizationUsers)
    .innerJoin(users, eq(users.id, organizationUsers.userId))
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(
      and(eq(organizationUsers.organizationId, ctx.organization.id), eq(organizationUsers.isActive, true)),
    )
    .orderBy(asc(organizationUsers.joinedAt))
}

export function membersOf(ctx: MemberContext, rows: Awaited<ReturnType<typeof membersQuery>>): MemberView[] {
  return rows.map(({ role, suggestsOnly, joinedAt, ...row }) => ({
    ...row,
    suggestsOnly: suggestsOnly && canNeedApproval(role),
    // Safe: the database allows no others.
    role: ROLES.find((known) => known === role) ?? 'viewer',
    joinedAt: iso(joinedAt),
    isYou: row.userId === ctx.session.user.id,
  }))
}
