import { and, eq, gt, sql } from 'drizzle-orm'
import { alertRecipients, organizations } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { sha256Hex } from '../platform/ids.ts'
import type { SubscriptionToken, SubscriptionView } from '../rules/alerts.ts'
import { nextDigestAt } from './schedule.ts'
import { subscriptionGone } from './unsubscribe.ts'

/**
 * Returns the question behind a link mailed to somebody without an account. Changes nothing: mail programs open
 * links, too.
 *
 * @throws DomainError `not_found` for a link that never was, has ended or was used
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
 * Somebody wants the mails: from now on they get them, about what comes in from now on.
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
