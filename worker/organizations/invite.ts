import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { organizationInvitations } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError, fieldError } from '../errors.ts'
import { requireMail } from '../identity/accounts/mails.ts'
import { LIMITS, triesOf } from '../identity/limits/tries.ts'
import { audit } from '../identity/log/audit.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { requireVerified } from '../identity/sessions/require-proof.ts'
import { limitOf, liveBusinesses, reachOf } from '../platform/business-access.ts'
import { randomToken, sha256Hex } from '../platform/ids.ts'
import { prune } from '../platform/prune.ts'
import { emailKey } from '../rules/auth.ts'
import { DAY_MS } from '../rules/durations.ts'
import {
  BUSINESSES_GONE,
  INVITATION_DAYS,
  INVITATION_GONE,
  type InvitationId,
  type InviteInput,
  ROLE_NAMES,
} from '../rules/organizations.ts'
import { INSUFFICIENT_PERMISSIONS, mayManage } from '../rules/permissions.ts'
import { allowance, planName, upgradeAdvice } from '../rules/plans.ts'
import { chosenBusinesses } from './membership.ts'

export const KEPT_DAYS = 30

const NOTHING_TO_SEE = 'The businesses in this invitation were deleted. Withdraw it and send a new one.'

/**
 * Emails somebody a link that makes them a member. Inviting the same address again ends the former link. Open
 * invitations occupy a seat, so that nobody is invited in vain. Only sent invitations count against the limits.
 *
 * @throws DomainError `not_permitted` for a role that isn't weaker than the caller's; `email_not_verified`; `too_many`;
 * `conflict` for `email` of a member; `not_found` for `businessIds` if none of them exists; `plan_limit` without a free
 * seat
 */
export async function invite(ctx: MemberContext, input: InviteInput): Promise<{ id: string }> {
  const { email, role, businessIds } = input
  const { organization, session } = ctx
  if (!mayManage(organization.role, role)) throw new DomainError('not_permitted', INSUFFICIENT_PERMISSIONS)
  requireVerified(ctx)
  requireMail(ctx)
  const key = emailKey(email)
  const tries = triesOf(ctx, [
    { limit: LIMITS.invitationsOrganization, key: organization.id },
    { limit: LIMITS.unaskedMailsAddress, key },
  ])
  const token = randomToken()
  const now = ctx.now()
  const seats = allowance(organization.plan, 'seats')
  const { stored, names, areThere } = chosenBusinesses(organization.id, businessIds)
  const [invited] = await ctx.db.batch([
    ctx.db.statement<{ id: string }>(sql`
      INSERT INTO organization_invitations (id, organization_id, email, email_key, role, business_ids, invited_by, token_hash,
        expires_at, created_at)
      SELECT ${ctx.createId()}, ${organization.id}, ${email}, ${key}, ${role}, ${stored}, ${session.user.id},
        ${await sha256Hex(token)}, ${now + INVITATION_DAYS * DAY_MS}, ${now}
      WHERE NOT (${isMemberAt(organization.id, key)}) AND ${areThere} AND ${tries.areLeft}
        AND (SELECT count(*) FROM organization_users WHERE organization_id = ${organization.id} AND is_active = 1)
          + (SELECT count(*) FROM organization_invitations WHERE organization_id = ${organization.id}
            AND expires_at > ${now} AND email_key <> ${key}) < ${seats}
      ON CONFLICT (organization_id, email_key) DO UPDATE SET email = excluded.email, role = excluded.role,
        business_ids = excluded.business_ids, invited_by = excluded.invited_by, token_hash = excluded.token_hash, expires_at = excluded.expires_at
      RETURNING id`),
    (await invitation(ctx, input, token)).statement,
    recordAction(ctx, {
      organizationId: organization.id,
      action: 'member_invited',
      subject: sql`${email} || coalesce(' to see ' || ${names} || ' only', '')`,
    }),
    ...tries.count,
  ])
  const [row] = invited.results
  if (!row) throw await refusal(ctx, { key, seats, areThere, tries })
  await audit(ctx, 'member_invited', 'done', { organizationId: organization.id, detail: role })
  return row
}

/**
 * Emails a new link for the invitation as it is stored now, not as the sender's screen shows it; the former link ends.
 *
 * @throws DomainError `not_found`; `conflict` if all its businesses were deleted; as `invite`
 */
export async function resendInvitation(
  ctx: MemberContext,
  { invitationId }: InvitationId,
): Promise<{ id: string }> {
  const [row] = await ctx.db
    .select({
      ...columns(organizationInvitations, 'email', 'role', 'businessIds'),
      live: liveBusinesses(organizationInvitations.organizationId).as('live_businesses'),
    })
    .from(organizationInvitations)
    .where(isInvitation(ctx, invitationId))
  if (!row) throw new DomainError('not_found', INVITATION_GONE)
  const { live, ...invited } = row
  const businessIds = limitOf(row.role, row.businessIds) && reachOf(row.role, row.businessIds, live)
  if (businessIds?.length === 0) throw new DomainError('conflict', NOTHING_TO_SEE)
  return invite(ctx, { ...invited, businessIds: businessIds && [...businessIds] })
}

/** Statement for the invitation email, sent only if the preceding statement stored the invitation. */
function invitation(ctx: MemberContext, { email, role, businessIds }: InviteInput, token: string) {
  const { settings, session } = ctx
  return ctx.mail.prepare(
    {
      to: email,
      // Without the names of the inviter and the organization, which anyone can choose. The address is verified.
      subject: `${session.user.email} asks you to help with their reviews`,
      blocks: [
        'Hello,',
        `${session.user.email} asks you to help with the reviews of ${businessIds ? 'some of ' : ''}their businesses, as ${role === 'admin' ? 'an' : 'a'} ${ROLE_NAMES[role].toLowerCase()}.`,
        { label: 'See the invitation', url: `${settings.APP_ORIGIN}/invitations/${token}` },
        `The link works for ${INVITATION_DAYS} days. If you don’t know who this is, you can ignore this e-mail.`,
      ],
      kind: 'invitation',
    },
    sql`changes() > 0`,
  )
}

function isMemberAt(organizationId: string, key: string) {
  return sql`EXISTS (SELECT 1 FROM users JOIN organization_users AS member ON member.user_id = users.id
    WHERE users.email_key = ${key} AND member.organization_id = ${organizationId} AND member.is_active = 1)`
}

async function refusal(
  ctx: MemberContext,
  {
    key,
    seats,
    areThere,
    tries,
  }: { key: string; seats: number; areThere: SQL; tries: ReturnType<typeof triesOf> },
): Promise<DomainError> {
  const { id, plan } = ctx.organization
  const { results } = await ctx.db.statement<{ isMember: number; areThere: number }>(
    sql`SELECT ${isMemberAt(id, key)} AS isMember, ${areThere} AS areThere`,
  )
  const [found] = results
  if (found?.isMember) return fieldError('conflict', 'email', 'This person is already a member.')
  if (!found?.areThere) return fieldError('not_found', 'businessIds', BUSINESSES_GONE)
  await tries.requireLeft()
  return new DomainError('plan_limit', seatsTaken(plan, seats))
}

export function seatsTaken(plan: string, seats: number): string {
  return seats === 1
    ? `The ${planName(plan)} plan is for one person.${upgradeAdvice(plan, 'Choose a larger plan to work together.')}`
    : `All ${seats} seats of the ${planName(plan)} plan are taken, open invitations included.${upgradeAdvice(plan, 'Remove somebody, or choose a larger plan.') || ' Remove somebody first.'}`
}

/** Deletes an invitation, so that its link ends. @throws DomainError `not_found` */
export async function withdrawInvitation(ctx: MemberContext, { invitationId }: InvitationId): Promise<void> {
  const { id: organizationId } = ctx.organization
  const isIt = isInvitation(ctx, invitationId)
  const subject = sql`(SELECT email FROM organization_invitations WHERE ${isIt})`
  const [, withdrawn] = await ctx.db.batch([
    recordAction(
      ctx,
      { organizationId, action: 'invitation_withdrawn', subject },
      sql`${subject} IS NOT NULL`,
    ),
    ctx.db.delete(organizationInvitations).where(isIt).returning({ id: organizationInvitations.id }),
  ])
  if (withdrawn.length === 0) throw new DomainError('not_found', INVITATION_GONE)
  await audit(ctx, 'invitation_withdrawn', 'done', { organizationId })
}

export function endInvitations({ db }: BackgroundContext, organizationIds: readonly string[]) {
  return db
    .delete(organizationInvitations)
    .where(inArray(organizationInvitations.organizationId, [...organizationIds]))
}

/** Deletes invitations that ended a month ago; until then the inviter sees that they weren't accepted. */
export async function forgetOldInvitations(ctx: BackgroundContext): Promise<void> {
  const until = ctx.now() - KEPT_DAYS * DAY_MS
  await prune(ctx.db, { key: organizationInvitations.id, time: organizationInvitations.expiresAt }, until)
}

function isInvitation({ organization }: MemberContext, invitationId: string): SQL | undefined {
  return and(
    eq(organizationInvitations.id, invitationId),
    eq(organizationInvitations.organizationId, organization.id),
  )
}
