import { and, type Column, eq, not, type SQL, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { organizationSubscriptions, organizations, organizationUsers } from '#db/schema/index.ts'
import type { ActingContext, BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { liveBusinesses, reachOf } from '../platform/business-access.ts'
import { ORGANIZATION_GONE } from '../rules/organizations.ts'
import { canNeedApproval, ROLES } from '../rules/permissions.ts'

/**
 * An organization with the caller's role and its plan, as in a session.
 *
 * @throws DomainError `not_found` unless the caller is an active member
 */
export async function requireMembership(ctx: BackgroundContext & Pick<ActingContext, 'session'>, id: string) {
  const acting = await actingFor(ctx, id, ctx.session.user.id)
  if (!acting) throw new DomainError('not_found', ORGANIZATION_GONE)
  return acting.organization
}

/**
 * True while the organization waits to be erased with its last member's account. Nothing is collected, sent or done in
 * its name meanwhile, unless the deletion is undone.
 */
export function awaitsErasure(organizationId: Column | SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM organization_users AS member JOIN account_deletions USING (user_id)
    WHERE member.organization_id = ${organizationId} AND member.is_active = 1)`
}

/**
 * Context for acting in a member's name, even in their absence; null if they aren't an active member, or their account
 * waits to be erased.
 *
 * @param userId the member's id, or SQL that reads it
 */
export async function actingFor(
  ctx: BackgroundContext,
  organizationId: string,
  userId: string | SQL,
): Promise<ActingContext | null> {
  const [row] = await ctx.db
    .select({
      ...columns(organizations, 'id', 'name'),
      ...columns(organizationUsers, 'userId', 'role', 'businessIds', 'suggestsOnly'),
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
        not(awaitsErasure(organizationUsers.organizationId)),
      ),
    )
  const role = ROLES.find((known) => known === row?.role)
  if (!row || !role) return null
  const { userId: id, plan, businessIds, suggestsOnly, live, ...organization } = row
  return {
    ...ctx,
    session: { user: { id } },
    organization: {
      ...organization,
      role,
      plan: plan ?? 'free',
      businessIds: reachOf(role, businessIds, live),
      suggestsOnly: suggestsOnly && canNeedApproval(role),
    },
  }
}

/**
 * SQL for the existing businesses among `businessIds`: `stored` is their ids as a JSON list, `names` their names,
 * `areThere` true if there are any.
 *
 * @param businessIds null for all
 */
export function chosenBusinesses(
  organizationId: string,
  businessIds: readonly string[] | null,
): { stored: SQL; names: SQL; areThere: SQL } {
  if (businessIds === null) return { stored: sql`NULL`, names: sql`NULL`, areThere: sql`1` }
  const chosen = sql`FROM businesses WHERE organization_id = ${organizationId} AND deleted_at IS NULL
    AND id IN (SELECT value FROM json_each(${JSON.stringify(businessIds)}))`
  return {
    stored: sql`(SELECT json_group_array(id) ${chosen})`,
    names: sql`(SELECT group_concat(name, ', ') FROM (SELECT name ${chosen} ORDER BY name))`,
    areThere: sql`EXISTS (SELECT 1 ${chosen})`,
  }
}

/** Statement that gives a limited member access to a business that they have created. */
export function reachOwnBusiness({ db, organization, session }: MemberContext, businessId: string) {
  return db.statement(sql`
    UPDATE organization_users SET business_ids = json_insert(business_ids, '$[#]', ${businessId})
    WHERE organization_id = ${organization.id} AND user_id = ${session.user.id} AND business_ids IS NOT NULL
      AND EXISTS (SELECT 1 FROM businesses WHERE id = ${businessId} AND organization_id = ${organization.id})`)
}

/** Statements that remove deleted businesses from the limits of members and invitations. */
export function forgetGoneBusinesses({ db }: Pick<BackgroundContext, 'db'>, organizationId: string) {
  const isThere = sql`EXISTS (SELECT 1 FROM businesses WHERE id = value)`
  const left = sql`business_ids = (SELECT json_group_array(value) FROM json_each(business_ids) WHERE ${isThere})`
  const hasGone = sql`organization_id = ${organizationId} AND business_ids IS NOT NULL
    AND EXISTS (SELECT 1 FROM json_each(business_ids) WHERE NOT ${isThere})`
  return [
    db.statement(sql`UPDATE organization_users SET ${left} WHERE ${hasGone}`),
    db.statement(sql`UPDATE organization_invitations SET ${left} WHERE ${hasGone}`),
  ] as const
}
