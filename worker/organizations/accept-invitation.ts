import { and, eq, gt, sql } from 'drizzle-orm'
import { organizationInvitations, organizationSubscriptions, organizations } from '#db/schema/index.ts'
import type { Context, SignedInContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { audit } from '../identity/log/audit.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { requireVerified } from '../identity/sessions/require-proof.ts'
import { enterOrganization } from '../identity/sessions/session-store.ts'
import { onlyIfChanged, wasRolledBack } from '../platform/all-or-nothing.ts'
import { sha256Hex } from '../platform/ids.ts'
import { emailKey, type LinkToken } from '../rules/auth.ts'
import { INVITATION_GONE, type InvitationOffer, ROLE_NAMES } from '../rules/organizations.ts'
import { allowance } from '../rules/plans.ts'
import { seatsTaken } from './invite.ts'

/**
 * What the link of an invitation is about. Looking at it changes nothing: mail programs open links, too.
 *
 * @throws DomainError `not_found` for a link that never was, has ended or was used
 */
export async function lookAtInvitation(ctx: Context, { token }: LinkToken): Promise<InvitationOffer> {
  const { organizationName, email, role, businessCount, key } = await requireInvitation(ctx, token)
  const user = ctx.session?.user
  return {
    organizationName,
    email,
    role,
    businessCount,
    isYours: user ? user.isVerified && emailKey(user.email) === key : null,
  }
}

/**
 * Makes the caller a member, and goes on in the organization. One statement checks address and seat: of many who accept at
 * once, as many get in as there are seats.
 *
 * @throws DomainError `not_found`; `email_not_verified`; `not_permitted` for an account of another address; `plan_limit`
 */
export async function acceptInvitation(ctx: SignedInContext, { token }: LinkToken): Promise<{ id: string }> {
  const invitation = await requireInvitation(ctx, token)
  requireVerified(ctx)
  const { user } = ctx.session
  const { organizationId, tokenHash, plan, key, role } = invitation
  if (emailKey(user.email) !== key) throw anotherAddress(invitation.email)
  const seats = allowance(plan, 'seats')
  const now = ctx.now()
  const enter = ctx.db.statement(sql`
    INSERT INTO organization_users (organization_id, user_id, role, business_ids, is_active, joined_at, created_at)
    SELECT invitation.organization_id, users.id, invitation.role, invitation.business_ids, 1, ${now}, ${now}
    FROM organization_invitations AS invitation JOIN users ON users.email_key = invitation.email_key
    WHERE invitation.token_hash = ${tokenHash} AND invitation.expires_at > ${now}
      AND users.id = ${user.id} AND users.email_verified_at IS NOT NULL
      AND (SELECT count(*) FROM organization_users AS member
        WHERE member.organization_id = invitation.organization_id AND member.is_active = 1) < ${seats}
    ON CONFLICT (organization_id, user_id) DO UPDATE SET role = excluded.role, business_ids = excluded.business_ids,
      is_active = 1, joined_at = excluded.joined_at
      WHERE organization_users.is_active = 0`)
  try {
    await ctx.db.batch([
      enter,
      onlyIfChanged(ctx),
      recordAction(ctx, {
        organizationId,
        action: 'member_joined',
        subject: ROLE_NAMES[role].toLowerCase(),
      }),
      ctx.db.delete(organizationInvitations).where(eq(organizationInvitations.tokenHash, tokenHash)),
      enterOrganization(ctx, organizationId),
    ])
  } catch (error) {
    if (!wasRolledBack(error)) throw error
    // It is told apart only now: the link was used at the same moment, or the seats are taken.
    await requireInvitation(ctx, token)
    throw new DomainError('plan_limit', `${seatsTaken(plan, seats)} Ask the person who invited you.`)
  }
  await audit(ctx, 'member_joined', 'done', { organizationId, detail: role })
  return { id: organizationId }
}

function anotherAddress(email: string): DomainError {
  return new DomainError(
    'not_permitted',
    `This invitation is for ${email}. Sign in with the account for that address.`,
  )
}

async function requireInvitation(ctx: Context, token: string) {
  const tokenHash = await sha256Hex(token)
  const [row] = await ctx.db
    .select({
      organizationId: organizationInvitations.organizationId,
      organizationName: organizations.name,
      email: organizationInvitations.email,
      key: organizationInvitations.emailKey,
      role: organizationInvitations.role,
      businessCount: sql<number | null>`CASE WHEN ${organizationInvitations.businessIds} IS NOT NULL THEN
        (SELECT count(*) FROM businesses WHERE businesses.organization_id = ${organizationInvitations.organizationId}
          AND businesses.id IN (SELECT value FROM json_each(${organizationInvitations.businessIds}))) END`,
      plan: organizationSubscriptions.planType,
    })
    .from(organizationInvitations)
    .innerJoin(organizations, eq(organizations.id, organizationInvitations.organizationId))
    .leftJoin(organizationSubscriptions, eq(organizationSubscriptions.organizationId, organizations.id))
    .where(
      and(eq(organizationInvitations.tokenHash, tokenHash), gt(organizationInvitations.expiresAt, ctx.now())),
    )
  if (!row) throw new DomainError('not_found', INVITATION_GONE)
  return { ...row, tokenHash, plan: row.plan ?? 'free' }
}
