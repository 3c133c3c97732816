import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { alertRecipients, organizations } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError, fieldError } from '../errors.ts'
import { requireMail } from '../identity/accounts/mails.ts'
import { LIMITS, type Limit, triesOf } from '../identity/limits/tries.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { requireVerified } from '../identity/sessions/require-proof.ts'
import { randomToken, sha256Hex } from '../platform/ids.ts'
import {
  type AddRecipientInput,
  MAX_RECIPIENTS,
  type RecipientId,
  type SubscriptionToken,
  type SubscriptionView,
} from '../rules/alerts.ts'
import { emailKey } from '../rules/auth.ts'
import { DAY_MS } from '../rules/durations.ts'
import { nextDigestAt } from './schedule.ts'
import { subscriptionGone } from './unsubscribe.ts'

const LINK_DAYS = 7
/** Limit on emails to unconfirmed addresses. */
const ASKED: Limit = {
  name: 'recipients-organization',
  max: 20,
  windowMs: DAY_MS,
  message: 'You have reached today’s limit. Please continue tomorrow.',
}

/**
 * Asks somebody without an account whether they want emails about reviews; nothing else is sent to them until they
 * agree. Adding an address that is unconfirmed or unsubscribed asks again. Uses the caller's times and quiet hours.
 *
 * @throws DomainError `email_not_verified`; `too_many`; `conflict` for `email` if the address is already confirmed;
 * `plan_limit` if the organization has the maximum
 */
export async function addRecipient(ctx: MemberContext, input: AddRecipientInput): Promise<void> {
  requireVerified(ctx)
  requireMail(ctx)
  const { organization, session } = ctx
  const tries = triesOf(ctx, [
    { limit: ASKED, key: organization.id },
    { limit: LIMITS.unaskedMailsAddress, key: emailKey(input.email) },
  ])
  const token = randomToken()
  const now = ctx.now()
  const [stored] = await ctx.db.batch([
    ctx.db.statement<{
      id: string
    }>(sql`INSERT INTO alert_recipients (id, organization_id, email, alert_stars, digest, digest_weekday, digest_minute, quiet_from,
          quiet_until, time_zone, is_zone_chosen, token_hash, token_expires_at, alert_after, digest_after, created_at, updated_at)
        SELECT ${ctx.createId()}, ${organization.id}, ${input.email}, ${input.alertStars}, ${input.digest}, digest_weekday,
          digest_minute, quiet_from, quiet_until, time_zone, 1, ${await sha256Hex(token)}, ${now + LINK_DAYS * DAY_MS}, 0, 0,
          ${now}, ${now}
        FROM alert_recipients WHERE organization_id = ${organization.id} AND user_id = ${session.user.id}
          AND ((SELECT count(*) FROM alert_recipients WHERE organization_id = ${organization.id} AND user_id IS NULL)
              < ${MAX_RECIPIENTS}
            OR EXISTS (SELECT 1 FROM alert_recipients WHERE organization_id = ${organization.id} AND email = ${input.email}))
          AND ${tries.areLeft}
        ON CONFLICT (organization_id, email) DO UPDATE SET alert_stars = excluded.alert_stars, digest = excluded.digest,
          token_hash = excluded.token_hash, token_expires_at = excluded.token_expires_at, updated_at = excluded.updated_at
        WHERE alert_recipients.confirmed_at IS NULL OR alert_recipients.takes_mail = 0
        RETURNING id`),
    (await question(ctx, input.email, token)).statement,
    recordAction(ctx, { organizationId: organization.id, action: 'recipient_added', subject: input.email }),
    ...tries.count,
  ])
  if (stored.results.length > 0) return
  await tries.requireLeft()
  throw await refusal(ctx, input.email)
}

function question(ctx: MemberContext, to: string, token: string) {
  const { settings, session } = ctx
  const asker = session.user.email
  return ctx.mail.prepare(
    {
      to,
      // No name, because anyone can sign up with any name. The address is verified.
      subject: 'Do you want e-mails about new reviews?',
      blocks: [
        'Hello,',
        `${asker} would like you to get e-mails about new reviews of their businesses. You don’t need an account for that.`,
        {
          label: 'Yes, send me these e-mails',
          url: `${settings.APP_ORIGIN}/recipients/confirm?token=${token}`,
        },
        `The link works for ${LINK_DAYS} days. If you don’t want these e-mails, you don’t need to do anything: you get none unless you agree.`,
      ],
      kind: 'recipient',
    },
    sql`changes() > 0`,
  )
}

async function refusal(ctx: MemberContext, email: string): Promise<DomainError> {
  const [known] = (
    await ctx.db.statement<{ id: string }>(
      sql`SELECT id FROM alert_recipients WHERE organization_id = ${ctx.organization.id} AND email = ${email}`,
    )
  ).results
  return known
    ? fieldError('conflict', 'email', 'This address already gets these e-mails.')
    : new DomainError(
        'plan_limit',
        `You can add ${MAX_RECIPIENTS} people without an account. Remove one to add another.`,
      )
}

/**
 * Changes nothing, because mail programs open links, too.
 *
 * @throws DomainError `not_found` if the link never existed, has expired or was used
 */
export async function lookAtQuestion(
  ctx: BackgroundContext,
  input: SubscriptionToken,
): Promise<SubscriptionView> {
  const { recipient, organizationName } = await requireQuestion(ctx, input)
  const { email, alertStars, digest, takesMail } = recipient
  return { email: email ?? '', organizationName, alertStars, digest, takesMail }
}

/**
 * Subscribes the recipient. Only reviews and notifications from now on are sent.
 *
 * @throws DomainError `not_found`
 */
export async function confirmRecipient(ctx: BackgroundContext, input: SubscriptionToken): Promise<void> {
  const { recipient } = await requireQuestion(ctx, input)
  const now = ctx.now()
  const confirmed = await ctx.db
    .update(alertRecipients)
    .set({
      confirmedAt: now,
      takesMail: true,
      tokenHash: null,
      tokenExpiresAt: null,
      nextAlertAt: null,
      alertAfter: sql`coalesce((SELECT max(seq) FROM notifications
        WHERE notifications.organization_id = alert_recipients.organization_id), 0)`,
      nextDigestAt: nextDigestAt(recipient, now),
      digestAfter: sql`(SELECT last FROM review_ids)`,
      updatedAt: now,
    })
    .where(
      and(
        eq(alertRecipients.id, recipient.id),
        eq(alertRecipients.organizationId, recipient.organizationId),
        eq(alertRecipients.tokenHash, recipient.tokenHash ?? ''),
      ),
    )
    .returning({ id: alertRecipients.id })
  if (confirmed.length === 0) throw subscriptionGone()
}

async function requireQuestion(ctx: BackgroundContext, { token }: SubscriptionToken) {
  const [row] = await ctx.db
    .select({ recipient: alertRecipients, organizationName: organizations.name })
    .from(alertRecipients)
    .innerJoin(organizations, eq(organizations.id, alertRecipients.organizationId))
    .where(
      and(
        eq(alertRecipients.tokenHash, await sha256Hex(token)),
        gt(alertRecipients.tokenExpiresAt, ctx.now()),
      ),
    )
  if (!row) throw subscriptionGone()
  return row
}

/** @throws DomainError `not_found`, including for a member's id: members manage their own emails */
export async function removeRecipient(ctx: MemberContext, input: RecipientId): Promise<void> {
  const { id: organizationId } = ctx.organization
  const isIt = and(
    eq(alertRecipients.id, input.id),
    eq(alertRecipients.organizationId, organizationId),
    isNull(alertRecipients.userId),
  )
  const subject = sql`(SELECT email FROM alert_recipients WHERE ${isIt})`
  const [, removed] = await ctx.db.batch([
    recordAction(ctx, { organizationId, action: 'recipient_removed', subject }, sql`${subject} IS NOT NULL`),
    ctx.db.delete(alertRecipients).where(isIt).returning({ id: alertRecipients.id }),
  ])
  if (removed.length === 0) throw new DomainError('not_found', 'This recipient has already been removed.')
}
