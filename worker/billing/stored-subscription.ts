import { eq } from 'drizzle-orm'
import { organizationBilling } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { NO_SUBSCRIPTION, type Subscription } from '../rules/billing.ts'

/** An organization's subscription as it was stored last; null where nothing was ever bought. */
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

/** The subscription that goes on. @throws DomainError `conflict` where there is none */
export async function requireSubscription(ctx: BackgroundContext, organizationId: string) {
  const [row] = await billingQuery(ctx, organizationId)
  const subscription = row && subscriptionOf(row)
  if (!subscription || subscription.status === 'ended') throw new DomainError('conflict', NO_SUBSCRIPTION)
  return { customerId: row.customerId, subscription }
}
