import { and, asc, eq, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { organizations, organizationUsers } from '#db/schema/index.ts'
import type { SignedInContext } from '../context.ts'
import { defaultOrganization } from '../identity/accounts/home.ts'
import { wasRolledBack } from '../platform/all-or-nothing.ts'

/**
 * The organization that the caller owns; made now where there is none, which is so only for accounts that gave theirs
 * up: signing up makes one. However often and however many at once ask, there is one.
 */
export async function createDefaultOrganization(ctx: SignedInContext) {
  const known = await findOwn(ctx)
  if (known) return known
  const { id: userId, email, fullName } = ctx.session.user
  const made = defaultOrganization(ctx, { userId, email, fullName })
  const stopWhereOneIs = ctx.db.statement(sql`SELECT json('one is there') AS stop FROM organization_users
      WHERE user_id = ${userId} AND role = 'owner' AND is_active = 1 LIMIT 1`)
  try {
    await ctx.db.batch([stopWhereOneIs, ...made.statements])
  } catch (error) {
    if (!wasRolledBack(error)) throw error
  }
  const own = await findOwn(ctx)
  if (!own) throw new Error('the organization was made above')
  return own
}

async function findOwn(ctx: SignedInContext) {
  const isOwner = and(
    eq(organizationUsers.userId, ctx.session.user.id),
    eq(organizationUsers.role, 'owner'),
    eq(organizationUsers.isActive, true),
  )
  const [own] = await ctx.db
    .select(columns(organizations, 'id', 'name'))
    .from(organizationUsers)
    .innerJoin(organizations, eq(organizations.id, organizationUsers.organizationId))
    .where(isOwner)
    .orderBy(asc(organizationUsers.joinedAt))
    .limit(1)
  return own
}
