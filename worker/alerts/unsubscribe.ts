import { eq } from 'drizzle-orm'
import { alertRecipients, organizations, users } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { MailBlock } from '../platform/mail-layout.ts'
import { keyedHash } from '../platform/seal.ts'
import {
  type SetSubscriptionInput,
  SUBSCRIPTION_GONE,
  type SubscriptionToken,
  type SubscriptionView,
} from '../rules/alerts.ts'

/** The recipient's id with a signature, so that the link works for as long as the mail exists, without a stored row. */
function unsubscribeToken(ctx: BackgroundContext, recipientId: string): string {
  return `${recipientId}.${proofOf(ctx.settings.SESSION_SECRET, recipientId)}`
}

function proofOf(secret: string, recipientId: string): string {
  return keyedHash(secret, 'unsubscribe', recipientId)
}

/** URL of the unsubscribe page, and the headers for mail programs' own unsubscribe button (RFC 8058). */
export function unsubscribeLink(ctx: BackgroundContext, recipientId: string) {
  const { APP_ORIGIN } = ctx.settings
  const query = `unsubscribe?token=${unsubscribeToken(ctx, recipientId)}`
  const headers = {
    'List-Unsubscribe': `<${APP_ORIGIN}/api/${query}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return { url: `${APP_ORIGIN}/${query}`, headers }
}

/** @throws DomainError `not_found` if the link isn't ours or the recipient is gone */
export async function getSubscription(
  ctx: BackgroundContext,
  input: SubscriptionToken,
): Promise<SubscriptionView> {
  const id = recipientOf(ctx, input.token)
  const [row] = await ctx.db
    .select({
      ownEmail: alertRecipients.email,
      userEmail: users.email,
      organizationName: organizations.name,
      alertStars: alertRecipients.alertStars,
      digest: alertRecipients.digest,
      takesMail: alertRecipients.takesMail,
    })
    .from(alertRecipients)
    .innerJoin(organizations, eq(organizations.id, alertRecipients.organizationId))
    .leftJoin(users, eq(users.id, alertRecipients.userId))
    .where(eq(alertRecipients.id, id))
  if (!row) throw subscriptionGone()
  const { ownEmail, userEmail, ...view } = row
  return { ...view, email: ownEmail ?? userEmail ?? '' }
}

/**
 * Idempotent.
 *
 * @throws DomainError `not_found`
 */
export async function setSubscription(ctx: BackgroundContext, input: SetSubscriptionInput): Promise<void> {
  const id = recipientOf(ctx, input.token)
  const changed = await ctx.db
    .update(alertRecipients)
    .set({ takesMail: input.takesMail, updatedAt: ctx.now() })
    .where(eq(alertRecipients.id, id))
    .returning({ id: alertRecipients.id })
  if (changed.length === 0) throw subscriptionGone()
}

function recipientOf(ctx: BackgroundContext, token: string): string {
  const { SESSION_SECRET, SESSION_SECRET_PREVIOUS } = ctx.settings
  const [id = '', proof] = token.split('.')
  for (const secret of [SESSION_SECRET, SESSION_SECRET_PREVIOUS]) {
    if (secret !== undefined && proof === proofOf(secret, id)) return id
  }
  throw subscriptionGone()
}

export function subscriptionGone(): DomainError {
  return new DomainError('not_found', SUBSCRIPTION_GONE)
}

export function mailFooter(why: string, origin: string | null, unsubscribeUrl: string): MailBlock {
  return {
    footer: why,
    links: [
      ...(origin === null ? [] : [{ label: 'Change what you get', url: `${origin}/app/notifications` }]),
      { label: 'Unsubscribe', url: unsubscribeUrl },
    ],
  }
}
