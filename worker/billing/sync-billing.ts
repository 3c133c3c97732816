import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { batch, columns } from '#db/client.ts'
import { billingEvents, organizationBilling, users } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { wasRolledBack } from '../platform/all-or-nothing.ts'
import { type DueWork, doDue, every } from '../platform/due.ts'
import { isContested, type Subscription } from '../rules/billing.ts'
import { HOUR_MS } from '../rules/durations.ts'
import { isLocalCustomer, localState } from './local-payments.ts'
import { storeBilling } from './store-billing.ts'
import { storedSubscription } from './stored-subscription.ts'
import { askStripe, StripeRefusal } from './stripe/ask-stripe.ts'
import { type CustomerState, customerState, InvoicePayments } from './stripe/customer-state.ts'
import { tellPayer } from './tell-payer.ts'

const TOO_BUSY = 'Your plan is being changed at this moment. Please try again.'

interface BillingEvent {
  id: string
  type: string
}

export async function findCustomer(ctx: BackgroundContext, customerId: string) {
  const [row] = await ctx.db
    .select({
      ...columns(organizationBilling, 'organizationId', 'customerId', 'userId', 'syncedAt'),
      email: users.email,
    })
    .from(organizationBilling)
    .leftJoin(users, eq(users.id, organizationBilling.userId))
    .where(eq(organizationBilling.customerId, customerId))
  return row
}

/** Maximum attempts, each after a different report was stored meanwhile. */
const MAX_ATTEMPTS = 10

/**
 * Stores the provider's current state with the resulting plan, the payer's notifications and the event, all or nothing.
 * Repeated calls in any order end in the provider's state.
 *
 * @param event inserted in the same batch, which fails if it already exists
 * @throws DomainError `unavailable` if the provider doesn't respond, or other reports keep coming first
 */
export async function syncBilling(
  ctx: BackgroundContext,
  customerId: string,
  event?: BillingEvent,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await syncOnce(ctx, customerId, event)
    } catch (error) {
      if (!wasRolledBack(error)) throw error
      if (attempt === MAX_ATTEMPTS) throw new DomainError('unavailable', TOO_BUSY, { cause: error })
    }
  }
}

async function syncOnce(ctx: BackgroundContext, customerId: string, event?: BillingEvent): Promise<void> {
  // Read before the provider is asked.
  const customer = await findCustomer(ctx, customerId)
  if (!customer) return
  const { organizationId, syncedAt } = customer
  const { subscription, superfluous } = isLocalCustomer(customerId)
    ? { subscription: await localState(ctx, organizationId), superfluous: [] }
    : await customerState(ctx, customerId)
  for (const one of superfluous) await endSuperfluous(ctx, one)
  const known = subscription ?? (await ofFormerPayer(ctx, organizationId))
  await batch(ctx.db, [
    ...(event ? [ctx.db.insert(billingEvents).values({ ...event, createdAt: ctx.now() })] : []),
    ...storeBilling(ctx, { organizationId, subscription: known, syncedAt }),
    // Only the end of a former payer's subscription concerns the next one.
    ...(await tellPayer(ctx, customer, subscription ?? (known?.status === 'ended' ? known : null))),
  ])
}

/** Returns a former payer's stored subscription, with the status `ended` unless it has a later cancellation date. */
async function ofFormerPayer(ctx: BackgroundContext, organizationId: string): Promise<Subscription | null> {
  const stored = await storedSubscription(ctx, organizationId)
  const isOver = stored !== null && (stored.cancelsAt ?? 0) <= ctx.now()
  return isOver ? { ...stored, status: 'ended' } : stored
}

const CHECKS: DueWork<typeof organizationBilling> = {
  table: organizationBilling,
  key: 'organizationId',
  dueAt: 'checkAt',
  backOff: every(HOUR_MS),
  limit: 20,
  fault: 'billing_check_failed',
}

/** Checks with the provider when something was due, because an event may never come. Part of the minute's tick. */
export function checkDueBilling(ctx: BackgroundContext): Promise<number> {
  return doDue(ctx, CHECKS, ({ customerId }) => syncBilling(ctx, customerId))
}

/** Cancels a subscription at once, and refunds it unless its payment is contested. */
async function endSuperfluous(
  ctx: BackgroundContext,
  { raw: { id, latest_invoice: invoice }, subscription }: CustomerState['superfluous'][number],
): Promise<void> {
  await unlessRefused(
    askStripe(ctx, { method: 'DELETE', path: `/v1/subscriptions/${id}`, answer: v.object({}) }),
  )
  if (!invoice || isContested(subscription)) return
  const fields = { invoice, status: 'paid' }
  const { data } = await askStripe(ctx, { path: '/v1/invoice_payments', fields, answer: InvoicePayments })
  for (const { payment } of data) {
    if (!payment.payment_intent) continue
    const refund = askStripe(ctx, {
      method: 'POST',
      path: '/v1/refunds',
      idempotencyKey: `superfluous-${payment.payment_intent}`,
      fields: { payment_intent: payment.payment_intent, reason: 'duplicate' },
      answer: v.object({}),
    })
    await unlessRefused(refund)
  }
}

/** Ignores Stripe's refusal to end or refund something twice. */
async function unlessRefused(asked: Promise<unknown>): Promise<void> {
  await asked.catch((error: unknown) => {
    if (!(error instanceof StripeRefusal)) throw error
  })
}
