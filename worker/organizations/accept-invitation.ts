import { and, eq, gt, sql } from 'drizzle-orm'
import {
  organizationInvitations,
  organizationSubscriptions,
  organizations,
  profiles,
  users,
} from '#db/schema/index.ts'
import type { Context, HashingContext, SignedInContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { addAccount } from '../identity/accounts/account-store.ts'
import { requirePasswordTry } from '../identity/accounts/email-link.ts'
import { countSeats } from '../identity/accounts/home.ts'
import { proofStatements } from '../identity/accounts/verify-email.ts'
import { type FindWelcome, mayJoinByAddress } from '../identity/links/find-or-make-account.ts'
import { audit } from '../identity/log/audit.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { recordPassword, requireGoodPassword } from '../identity/passwords/new-password.ts'
import { hashPassword } from '../identity/passwords/password-hash.ts'
import { rememberDevice } from '../identity/sessions/known-devices.ts'
import { requireVerified } from '../identity/sessions/require-proof.ts'
import { enterOrganization, keptUntil, openSession } from '../identity/sessions/session-store.ts'
import { beginAlerts } from '../notifications/recipients.ts'
import { OAuthRefusal } from '../oauth/refusal.ts'
import { onlyIfChanged, wasRolledBack } from '../platform/all-or-nothing.ts'
import { sha256Hex } from '../platform/ids.ts'
import { emailKey, type JoinInput, type LinkToken } from '../rules/auth.ts'
import { invitationTokenIn } from '../rules/oauth.ts'
import { INVITATION_GONE, type InvitationOffer, ROLE_NAMES } from '../rules/organizations.ts'
import { allowance } from '../rules/plans.ts'
import { seatsTaken } from './invite.ts'

/**
 * Returns the invitation of a link. Changes nothing, because mail programs open links, too.
 *
 * @throws DomainError `not_found` if the link never existed, has expired or was used
 */
export async function lookAtInvitation(ctx: Context, { token }: LinkToken): Promise<InvitationOffer> {
  const { inviterName, inviterEmail, key, ...invitation } = await requireInvitation(ctx, token)
  const { organizationName, email, role, businessCount, hasAccount } = invitation
  const user = ctx.session?.user
  return {
    organizationName,
    inviter: inviterEmail === null ? null : { name: inviterName ?? '', email: inviterEmail },
    email,
    role,
    businessCount,
    hasAccount,
    isYours: user ? emailKey(user.email) === key : null,
  }
}

/**
 * Makes the caller a member and switches to the organization. Concurrent calls can't exceed the seats. The link was
 * mailed to the address, so accepting also verifies the address for the session's account.
 *
 * @throws DomainError `not_found`; `not_permitted` for an account with another address; `email_not_verified` for a
 * program acting for an unverified account; `plan_limit`
 */
export async function acceptInvitation(ctx: SignedInContext, { token }: LinkToken): Promise<{ id: string }> {
  const invitation = await requireInvitation(ctx, token)
  const { id: sessionId, user, token: accessToken } = ctx.session
  const { organizationId, role } = invitation
  if (accessToken) requireVerified(ctx)
  if (emailKey(user.email) !== invitation.key) throw anotherAddress(invitation.email)
  // Somebody else may be claiming the account concurrently, which ends its sessions.
  const isSignedIn = sql`EXISTS (SELECT 1 FROM sessions WHERE sessions.id = ${sessionId})`
  const proof = user.isVerified ? [] : proofStatements(ctx, user, { but: sessionId, condition: isSignedIn })
  try {
    await ctx.db.batch([
      enterOrganization(ctx, organizationId),
      ...proof,
      ...enterStatements(ctx, invitation, user.id),
    ])
  } catch (error) {
    if (!wasRolledBack(error)) throw error
    throw await refusal(ctx, token)
  }
  if (!user.isVerified) await audit(ctx, 'email_verified', 'done', { email: user.email })
  await audit(ctx, 'member_joined', 'done', { organizationId, detail: role })
  return { id: organizationId }
}

/**
 * Creates an account for the invited address, its membership, and a session in the organization, all or nothing. The
 * link was mailed to the address and so verifies it. The account gets no organization of its own until it asks for one.
 *
 * @throws DomainError `not_found`; `invalid_input` for `password`; `conflict` for an address with an account, verified
 * or not; `too_many`; `plan_limit`
 */
export async function joinByInvitation(ctx: HashingContext, input: JoinInput): Promise<{ id: string }> {
  const { token, password, fullName, keep } = input
  const invitation = await requireInvitation(ctx, token)
  const { organizationId, email, role } = invitation
  if (invitation.hasAccount) throw hasAccountNow()
  await requireGoodPassword(ctx, password, { name: fullName, email })
  await requirePasswordTry(ctx, invitation)
  const passwordHash = await hashPassword(password, ctx)
  const userId = ctx.createId()
  const keepUntil = keep ? keptUntil(ctx) : null
  const session = await openSession(ctx, { userId, organizationId, aal: 'aal1', amr: ['pwd'], keepUntil })
  const device = await rememberDevice(ctx, userId)
  try {
    await ctx.db.batch([
      ...addAccount(ctx, { userId, email, fullName, passwordHash, isVerified: true }),
      recordPassword(ctx, userId, passwordHash),
      ...enterStatements(ctx, invitation, userId),
      ...session.statements,
      ...device.statements,
    ])
  } catch (error) {
    if (wasRolledBack(error)) throw await refusal(ctx, token)
    // The unique index on email_key decides between concurrent calls.
    const { hasAccount } = await requireInvitation(ctx, token)
    throw hasAccount ? hasAccountNow() : error
  }
  for (const cookie of [...session.cookies, device.cookie]) ctx.answerHeaders.append('set-cookie', cookie)
  await audit(ctx, 'sign_up', 'done', { userId, organizationId, email })
  await audit(ctx, 'member_joined', 'done', { userId, organizationId, detail: role })
  return { id: organizationId }
}

/**
 * Finds the invitation that `target` leads to, for a new account identified by a provider. Like an account that joins
 * with a password, the new account becomes a member and gets no organization of its own.
 *
 * @throws OAuthRefusal `expired` for an invitation that has ended; `uninvited` for another address; `seats`
 */
export function welcomeByInvitation(ctx: Context, target: string): FindWelcome {
  return async ({ userId, email }) => {
    const token = invitationTokenIn(target)
    if (token === null) return null
    const ended = (cause: unknown) => new OAuthRefusal('expired', 'the invitation has ended', { cause })
    const invitation = await requireInvitation(ctx, token).catch((cause: unknown) => {
      throw cause instanceof DomainError ? ended(cause) : cause
    })
    if (emailKey(email) !== invitation.key || !mayJoinByAddress(email))
      throw new OAuthRefusal('uninvited', 'the invitation is for another address')
    const { organizationId, role } = invitation
    return {
      organizationId,
      statements: enterStatements(ctx, invitation, userId),
      target: '/app',
      recordJoined: () => audit(ctx, 'member_joined', 'done', { userId, organizationId, detail: role }),
      refusal: async () => {
        const why = await refusal(ctx, token).catch((cause: unknown) => ended(cause))
        return why instanceof OAuthRefusal ? why : new OAuthRefusal('seats', 'no seat is free')
      },
    }
  }
}

type Invitation = Awaited<ReturnType<typeof requireInvitation>>

/**
 * Statements that make the account of the invited, verified address a member and use up the invitation, or roll back.
 */
function enterStatements(ctx: Context, invitation: Invitation, userId: string) {
  const { organizationId, tokenHash, role, plan } = invitation
  const now = ctx.now()
  return [
    ctx.db.statement(sql`
      INSERT INTO organization_users (organization_id, user_id, role, business_ids, is_active, joined_at, created_at)
      SELECT invitation.organization_id, users.id, invitation.role, invitation.business_ids, 1, ${now}, ${now}
      FROM organization_invitations AS invitation JOIN users ON users.email_key = invitation.email_key
      WHERE invitation.token_hash = ${tokenHash} AND invitation.expires_at > ${now}
        AND users.id = ${userId} AND users.email_verified_at IS NOT NULL
        AND (SELECT count(*) FROM organization_users AS member
          WHERE member.organization_id = invitation.organization_id AND member.is_active = 1) < ${allowance(plan, 'seats')}
      ON CONFLICT (organization_id, user_id) DO UPDATE SET role = excluded.role, business_ids = excluded.business_ids,
        is_active = 1, joined_at = excluded.joined_at
        WHERE organization_users.is_active = 0`),
    onlyIfChanged(ctx),
    recordAction(ctx, {
      organizationId,
      action: 'member_joined',
      subject: ROLE_NAMES[role].toLowerCase(),
      userId,
    }),
    countSeats(ctx, organizationId),
    beginAlerts(ctx, { organizationId, userId }),
    ctx.db.delete(organizationInvitations).where(eq(organizationInvitations.tokenHash, tokenHash)),
  ] as const
}

async function refusal(ctx: Context, token: string): Promise<DomainError> {
  const { plan } = await requireInvitation(ctx, token)
  return new DomainError(
    'plan_limit',
    `${seatsTaken(plan, allowance(plan, 'seats'))} Ask the person who invited you.`,
  )
}

function hasAccountNow(): DomainError {
  return new DomainError(
    'conflict',
    'This address already has an account. Reload this page and sign in to join.',
  )
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
      inviterName: profiles.fullName,
      inviterEmail: users.email,
      hasAccount: sql<boolean>`EXISTS (SELECT 1 FROM users AS invited
        WHERE invited.email_key = ${organizationInvitations.emailKey})`.mapWith(Boolean),
      email: organizationInvitations.email,
      key: organizationInvitations.emailKey,
      role: organizationInvitations.role,
      businessCount: sql<number | null>`CASE WHEN ${organizationInvitations.businessIds} IS NOT NULL THEN
        (SELECT count(*) FROM businesses WHERE businesses.organization_id = ${organizationInvitations.organizationId} AND businesses.deleted_at IS NULL
          AND businesses.id IN (SELECT value FROM json_each(${organizationInvitations.businessIds}))) END`,
      plan: organizationSubscriptions.planType,
    })
    .from(organizationInvitations)
    .innerJoin(organizations, eq(organizations.id, organizationInvitations.organizationId))
    .leftJoin(organizationSubscriptions, eq(organizationSubscriptions.organizationId, organizations.id))
    .leftJoin(users, eq(users.id, organizationInvitations.invitedBy))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(
      and(eq(organizationInvitations.tokenHash, tokenHash), gt(organizationInvitations.expiresAt, ctx.now())),
    )
  if (!row) throw new DomainError('not_found', INVITATION_GONE)
  return { ...row, tokenHash, plan: row.plan ?? 'free' }
}
