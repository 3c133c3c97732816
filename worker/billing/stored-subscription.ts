import { eq } from 'drizzle-orm'
import { organizationBilling } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { NO_SUBSCRIPTION, OTHER_PAYER, type Subscription } from '../rules/billing.ts'

export async function storedSubscription(
  ctx: BackgroundContext,
  organizationId: string,
): Promise<Subscription | null> {
  const [row] = await billingQuery(ctx, organizationId)
  return row ? subscriptionOf(row) : null
}

export function billingQuery(ctx: BackgroundContext, organizationId: string) {
  return ctx.db
    .select()
    .from(organizationBilling)
    .where(eq(organizationBilling.organizationId, organizationId))
}

export function subscriptionOf(row: typeof organizationBilling.$inferSelect): Subscription | null {
  const { subscriptionId, paidPlan, status, payment, periodStartedAt, periodEndsAt, cancelsAt } = row
  if (subscriptionId === null || paidPlan === 'free' || status === 'none') return null
  return {
    id: subscriptionId,
    plan: paidPlan,
    status,
    payment,
    periodStartedAt: periodStartedAt ?? 0,
    periodEndsAt: periodEndsAt ?? 0,
    cancelsAt,
  }
}

/** The caller's active subscription. @throws DomainError `conflict` if there is none; as `requirePayer` */
export async function requireSubscription(ctx: MemberContext) {
  const [row] = await billingQuery(ctx, ctx.organization.id)
  const subscription = row && subscriptionOf(row)
  if (!subscription || subscription.status === 'ended') throw new DomainError('conflict', NO_SUBSCRIPTION)
  requirePayer(ctx, row)
  return { customerId: row.customerId, subscription }
}

/**
 * Only the payer may change the payment. @throws DomainError `not_permitted` for everybody else, including the
 * organization's owner
 */
export function requirePayer(
  ctx: MemberContext,
  { userId }: Pick<typeof organizationBilling.$inferSelect, 'userId'>,
): void {
  if (userId !== ctx.session.user.id) throw new DomainError('not_permitted', OTHER_PAYER)
}
