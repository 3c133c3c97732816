import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { organizationUsers } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { countSeats } from '../identity/accounts/home.ts'
import { endKeysOf } from '../identity/keys/keys.ts'
import { audit } from '../identity/log/audit.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { endSessionsOf } from '../identity/sessions/session-store.ts'
import { endAlerts } from '../notifications/recipients.ts'
import { onlyIfChanged, onlyWhile, wasRolledBack } from '../platform/all-or-nothing.ts'
import { type ChangeRoleInput, MEMBER_GONE, type MemberId, ROLE_NAMES } from '../rules/organizations.ts'
import { can, INSUFFICIENT_PERMISSIONS, mayManage, ROLES } from '../rules/permissions.ts'
import { switchOffMadeBy } from '../webhooks/endpoints.ts'

const LAST_OWNER = 'An organization needs an owner. Make somebody else the owner first.'

/** `freeReviews` from reviews/assign.ts, which this folder can't import. */
export type FreeReviews = (ctx: MemberContext, userId: string) => Statement

/**
 * Changes a member's role. Ends the keys, endpoints and invitations they created that need a stronger role, and
 * unassigns reviews that they can no longer answer.
 *
 * @throws DomainError `not_found`; `not_permitted` unless both the old and the new role are weaker than the caller's;
 * `conflict` for the last owner
 */
export async function changeRole(
  ctx: MemberContext,
  { userId, role }: ChangeRoleInput,
  freeReviews: FreeReviews,
): Promise<void> {
  if (!mayManage(ctx.organization.role, role)) throw notPermitted()
  const [changed] = await ctx.db.batch([
    ctx.db
      .update(organizationUsers)
      .set({ role })
      .where(and(isMember(ctx, userId), mayBeManaged(ctx), isNotLastOwner(ctx)))
      .returning({ userId: organizationUsers.userId }),
    recordAction(ctx, {
      organizationId: ctx.organization.id,
      action: 'role_changed',
      subject: ROLE_NAMES[role].toLowerCase(),
      aboutUserId: userId,
    }),
    ...endAuthority(ctx, ctx.organization.id, userId),
    freeReviews(ctx, userId),
  ])
  if (changed.length === 0) throw await refusal(ctx, userId)
  await audit(ctx, 'role_changed', 'done', { organizationId: ctx.organization.id, detail: role })
}

/**
 * Ends a membership, its sessions in this organization, and whatever acts for the member: keys, endpoints, invitations.
 *
 * @throws DomainError `not_found`; `not_permitted` if the member's role isn't weaker than the caller's; `conflict` for
 * the last owner
 */
export async function removeMember(
  ctx: MemberContext,
  { userId }: MemberId,
  freeReviews: FreeReviews,
): Promise<void> {
  await endMembership(ctx, { userId, action: 'member_removed' }, freeReviews, mayBeManaged(ctx))
  await audit(ctx, 'member_removed', 'done', { organizationId: ctx.organization.id })
}

/** Ends the caller's own membership, whatever their role. @throws DomainError `conflict` for the last owner */
export async function leaveOrganization(ctx: MemberContext, freeReviews: FreeReviews): Promise<void> {
  await endMembership(ctx, { userId: ctx.session.user.id, action: 'member_left' }, freeReviews, sql`1`)
  await audit(ctx, 'member_left', 'done', { organizationId: ctx.organization.id })
}

/** Statements for the caller to leave. They change nothing for the last owner. */
export function leaveStatements(ctx: MemberContext, freeReviews: FreeReviews) {
  return endStatements(ctx, { userId: ctx.session.user.id, action: 'member_left' }, freeReviews, sql`1`)
}

function endStatements(
  ctx: MemberContext,
  { userId, action }: { userId: string; action: 'member_removed' | 'member_left' },
  freeReviews: FreeReviews,
  condition: SQL,
) {
  return [
    ctx.db
      .update(organizationUsers)
      .set({ isActive: false })
      .where(and(isMember(ctx, userId), condition, isNotLastOwner(ctx))),
    recordAction(ctx, { organizationId: ctx.organization.id, action, aboutUserId: userId }),
    countSeats(ctx, ctx.organization.id),
    endSessionsOf(ctx, userId, { within: ctx.organization.id }),
    ...endAuthority(ctx, ctx.organization.id, userId),
    ...endAlerts(ctx, { organizationId: ctx.organization.id, userId }),
    freeReviews(ctx, userId),
  ] as const
}

async function endMembership(
  ctx: MemberContext,
  { userId, action }: { userId: string; action: 'member_removed' | 'member_left' },
  freeReviews: FreeReviews,
  condition: SQL,
): Promise<void> {
  const [end, ...consequences] = endStatements(ctx, { userId, action }, freeReviews, condition)
  try {
    await ctx.db.batch([end, onlyIfChanged(ctx), ...consequences])
  } catch (error) {
    if (!wasRolledBack(error)) throw error
    throw await refusal(ctx, userId)
  }
}

/** @throws DomainError `not_found` if the user isn't a member or is the caller */
export async function requireOtherMember(ctx: MemberContext, { userId }: MemberId): Promise<void> {
  const [member] = await ctx.db
    .select({ userId: organizationUsers.userId })
    .from(organizationUsers)
    .where(isMember(ctx, userId))
  if (!member || userId === ctx.session.user.id) throw new DomainError('not_found', MEMBER_GONE)
}

/** Makes another member the owner; the caller becomes an admin. @throws DomainError `not_found` */
export async function makeOwner(ctx: MemberContext, { userId }: MemberId): Promise<void> {
  const own = ctx.session.user.id
  const isOwner = sql`EXISTS (SELECT 1 FROM organization_users WHERE organization_id = ${ctx.organization.id}
    AND user_id = ${own} AND role = 'owner' AND is_active = 1) AND ${userId} <> ${own}`
  try {
    await ctx.db.batch([
      onlyWhile(ctx, isOwner),
      ctx.db.update(organizationUsers).set({ role: 'owner' }).where(isMember(ctx, userId)),
      onlyIfChanged(ctx),
      ctx.db.update(organizationUsers).set({ role: 'admin' }).where(isMember(ctx, own)),
      recordAction(ctx, {
        organizationId: ctx.organization.id,
        action: 'ownership_transferred',
        aboutUserId: userId,
      }),
      ...endAuthority(ctx, ctx.organization.id, own),
    ])
  } catch (error) {
    if (!wasRolledBack(error)) throw error
    throw new DomainError('not_found', MEMBER_GONE)
  }
  await audit(ctx, 'ownership_transferred', 'done', { organizationId: ctx.organization.id })
}

function isMember(ctx: MemberContext, userId: string): SQL | undefined {
  return and(
    eq(organizationUsers.organizationId, ctx.organization.id),
    eq(organizationUsers.userId, userId),
    eq(organizationUsers.isActive, true),
  )
}

function mayBeManaged(ctx: MemberContext): SQL {
  const roles = ROLES.filter((role) => mayManage(ctx.organization.role, role))
  return sql`${organizationUsers.role} IN (SELECT value FROM json_each(${JSON.stringify(roles)}))`
}

function isNotLastOwner(ctx: MemberContext): SQL | undefined {
  return or(
    sql`${organizationUsers.role} <> 'owner'`,
    sql`(SELECT count(*) FROM organization_users AS owner WHERE owner.organization_id = ${ctx.organization.id}
      AND owner.role = 'owner' AND owner.is_active = 1) > 1`,
  )
}

async function refusal(ctx: MemberContext, userId: string): Promise<DomainError> {
  const [member] = await ctx.db
    .select({ role: organizationUsers.role })
    .from(organizationUsers)
    .where(isMember(ctx, userId))
  if (!member) return new DomainError('not_found', MEMBER_GONE)
  const isOwn = userId === ctx.session.user.id
  const isLastOwner = member.role === 'owner' && (isOwn || ctx.organization.role === 'owner')
  return isLastOwner ? new DomainError('conflict', LAST_OWNER) : notPermitted()
}

function notPermitted(): DomainError {
  return new DomainError('not_permitted', INSUFFICIENT_PERMISSIONS)
}

const INVITING = JSON.stringify(
  ROLES.flatMap((own) => ROLES.filter((other) => mayManage(own, other)).map((other) => [own, other])),
)
const MANAGING = JSON.stringify(ROLES.filter((role) => can(role, 'api.manage')))

/**
 * Statements that end whatever acts for a user beyond their role: keys, endpoints and open invitations. They check the
 * membership as left by the batch, so they change nothing if the user may still create these.
 */
function endAuthority(ctx: BackgroundContext, organizationId: string, userId: string) {
  const seat = sql`FROM organization_users AS seat
    WHERE seat.organization_id = ${organizationId} AND seat.user_id = ${userId} AND seat.is_active = 1`
  const isOver = sql`NOT EXISTS (SELECT 1 ${seat} AND seat.role IN (SELECT value FROM json_each(${MANAGING})))`
  return [
    endKeysOf(ctx, { organizationId, userId }, isOver),
    ...switchOffMadeBy(ctx, { organizationId, userId }, isOver),
    ctx.db.statement(sql`
      DELETE FROM organization_invitations WHERE organization_id = ${organizationId} AND invited_by = ${userId}
        AND NOT EXISTS (SELECT 1 ${seat} AND EXISTS (SELECT 1 FROM json_each(${INVITING}) AS pair
          WHERE pair.value->>0 = seat.role AND pair.value->>1 = organization_invitations.role))`),
  ]
}
