import { and, desc, eq, gt, isNotNull } from 'drizzle-orm'
import * as v from 'valibot'
import { columns } from '#db/client.ts'
import { billingCheckouts, type organizationBilling } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { LIMITS, requireTry } from '../identity/limits/tries.ts'
import { audit } from '../identity/log/audit.ts'
import { requireVerified } from '../identity/sessions/require-proof.ts'
import { actualAddress } from '../platform/outbound.ts'
import {
  type CheckoutInput,
  type CheckoutOutcome,
  type ConfirmCheckoutInput,
  effectivePlan,
  isContested,
  type PaidPlan,
} from '../rules/billing.ts'
import { DAY_MS } from '../rules/durations.ts'
import { planName } from '../rules/plans.ts'
import { requireCustomer } from './customer.ts'
import { isLocalCustomer, requireSaleMode } from './local-payments.ts'
import { billingQuery, storedSubscription, subscriptionOf } from './stored-subscription.ts'
import { askStripe, requirePrice, StripeRefusal } from './stripe/ask-stripe.ts'
import { syncBilling } from './sync-billing.ts'

const CHECKOUT_LIFE_MS = DAY_MS
const OTHER_CHECKOUT =
  'Another checkout of this organization was opened at the same moment. Please try again.'
const OTHER_REQUEST = 'This key was used for another plan. Use a new one.'

const Session = v.object({ id: v.string(), url: v.nullable(v.string()) })

/**
 * Only one checkout is open at a time, so that nobody pays twice.
 *
 * @returns the URL of the checkout
 * @throws DomainError `email_not_verified`; `conflict` if a plan is already paid, the key was used for another plan, or
 * nothing is for sale; `too_many`; `unavailable` if the provider doesn't respond
 */
export async function openCheckout(ctx: MemberContext, input: CheckoutInput): Promise<{ url: string }> {
  requireVerified(ctx)
  const mode = requireSaleMode(ctx.settings, 'stripe', 'local')
  await requireTry(ctx, LIMITS.billingOrganization, ctx.organization.id)
  if (mode === 'local') {
    await requireNoPlan(ctx)
    return { url: `/checkout?${new URLSearchParams({ plan: input.plan })}` }
  }
  const checkout = await takeCheckout(ctx, input)
  if (checkout.url !== null) return { url: checkout.url }
  const customerId = await requireCustomer(ctx)
  await endCheckouts(
    ctx,
    (await openCheckouts(ctx)).filter(({ id }) => id !== checkout.id),
    customerId,
  )
  await requireNoPlan(ctx)
  const { sessionId, url } = await openSession(ctx, checkout, customerId)
  await ctx.db.update(billingCheckouts).set({ sessionId, url }).where(ownCheckout(ctx, checkout.id))
  await audit(ctx, 'checkout_opened', 'done', { detail: input.plan })
  return { url: await onlyOpenUrl(ctx, input.plan, customerId) }
}

/** Returns the URL of the newest open checkout; each call expires all others it sees. */
async function onlyOpenUrl(ctx: MemberContext, plan: PaidPlan, customerId: string): Promise<string> {
  const [newest, ...others] = await openCheckouts(ctx)
  await endCheckouts(ctx, others, customerId)
  if (!newest?.url || newest.planType !== plan) throw new DomainError('conflict', OTHER_CHECKOUT)
  return newest.url
}

type OpenCheckout = Awaited<ReturnType<typeof openCheckouts>>[number]

function openCheckouts(ctx: MemberContext) {
  return ctx.db
    .select(columns(billingCheckouts, 'id', 'sessionId', 'planType', 'url'))
    .from(billingCheckouts)
    .where(
      and(
        eq(billingCheckouts.organizationId, ctx.organization.id),
        isNotNull(billingCheckouts.sessionId),
        gt(billingCheckouts.createdAt, ctx.now() - CHECKOUT_LIFE_MS),
      ),
    )
    .orderBy(desc(billingCheckouts.createdAt), desc(billingCheckouts.id))
}

function ownCheckout(ctx: MemberContext, id: string) {
  return and(eq(billingCheckouts.organizationId, ctx.organization.id), eq(billingCheckouts.id, id))
}

/** Ignores a plan whose payment is contested: it isn't active, and ends once the new one is paid. */
async function requireNoPlan(ctx: MemberContext): Promise<void> {
  const [row] = await billingQuery(ctx, ctx.organization.id)
  const stored = row && subscriptionOf(row)
  if (!stored || stored.status === 'ended') return
  // A former owner's subscription ends by itself; the next owner needn't wait for that.
  if (stored.cancelsAt !== null && (await isOfFormerPayer(ctx, row, stored.id))) return
  // The dispute may be over, but no event has reported that yet.
  if (isContested(stored)) await syncBilling(ctx, row.customerId)
  const subscription = isContested(stored) ? await storedSubscription(ctx, ctx.organization.id) : stored
  if (!subscription || subscription.status === 'ended' || isContested(subscription)) return
  throw new DomainError(
    'conflict',
    `You already have the ${planName(subscription.plan)} plan. Switch plans instead of buying another one.`,
  )
}

/**
 * True if the checkout is of a former payer's customer. Unless payments are local, the row already has the caller's own
 * customer.
 */
async function isOfFormerPayer(
  ctx: MemberContext,
  { customerId, userId }: typeof organizationBilling.$inferSelect,
  subscriptionId: string,
): Promise<boolean> {
  if (isLocalCustomer(customerId)) return userId !== ctx.session.user.id
  const path = `/v1/subscriptions/${subscriptionId}`
  const { customer } = await askStripe(ctx, { path, answer: v.object({ customer: v.string() }) })
  return customer !== customerId
}

/** Creates the checkout if the idempotency key is new. */
async function takeCheckout(ctx: MemberContext, { plan, idempotencyKey }: CheckoutInput) {
  const now = ctx.now()
  const key = idempotencyKey ?? ctx.createId()
  const organizationId = ctx.organization.id
  const [, [checkout]] = await ctx.db.batch([
    ctx.db
      .insert(billingCheckouts)
      .values({ id: ctx.createId(), organizationId, idempotencyKey: key, planType: plan, createdAt: now })
      .onConflictDoNothing(),
    ctx.db
      .select(columns(billingCheckouts, 'id', 'planType', 'url', 'createdAt'))
      .from(billingCheckouts)
      .where(
        and(
          eq(billingCheckouts.organizationId, organizationId),
          eq(billingCheckouts.idempotencyKey, key),
          gt(billingCheckouts.createdAt, now - CHECKOUT_LIFE_MS),
        ),
      ),
  ])
  // Checkouts older than a day have also expired at the provider.
  if (!checkout || checkout.planType !== plan) throw new DomainError('conflict', OTHER_REQUEST)
  return { ...checkout, plan }
}

/** Expires checkouts and forgets them. Updates the billing state if one was paid meanwhile. */
async function endCheckouts(
  ctx: MemberContext,
  ended: readonly OpenCheckout[],
  customerId: string,
): Promise<void> {
  for (const { id, sessionId } of ended) {
    try {
      const path = `/v1/checkout/sessions/${sessionId}/expire`
      await askStripe(ctx, { method: 'POST', path, answer: v.object({}) })
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      // The checkout is already paid or expired.
      await syncBilling(ctx, customerId)
    }
    await ctx.db.delete(billingCheckouts).where(ownCheckout(ctx, id))
  }
}

async function openSession(
  ctx: MemberContext,
  { id, plan }: { id: string; plan: PaidPlan },
  customerId: string,
): Promise<{ sessionId: string; url: string }> {
  const { APP_ORIGIN, UPSTREAM_ORIGIN } = ctx.settings
  const organizationId = ctx.organization.id
  const { id: sessionId, url } = await askStripe(ctx, {
    method: 'POST',
    path: '/v1/checkout/sessions',
    idempotencyKey: `checkout-${id}`,
    answer: Session,
    fields: {
      mode: 'subscription',
      customer: customerId,
      'line_items[0][price]': await requirePrice(ctx, plan),
      'line_items[0][quantity]': 1,
      success_url: `${APP_ORIGIN}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${APP_ORIGIN}/checkout?plan=${plan}&outcome=abandoned`,
      client_reference_id: organizationId,
      'subscription_data[metadata][plan]': plan,
      'subscription_data[metadata][organization]': organizationId,
      // Stripe adds taxes and legally required details to invoices.
      'automatic_tax[enabled]': true,
      'tax_id_collection[enabled]': true,
      'customer_update[address]': 'auto',
      'customer_update[name]': 'auto',
    },
  })
  if (url === null) throw new Error('a new checkout has no address')
  return { sessionId, url: actualAddress(new URL(url), UPSTREAM_ORIGIN) }
}

const PaidSession = v.object({ customer: v.nullable(v.string()), status: v.nullable(v.string()) })
const GONE = 'This checkout does not exist.'

/**
 * Asks Stripe directly, because its event may come later or never.
 *
 * @throws DomainError `not_found` for somebody else's checkout; `too_many`; `unavailable`
 */
export async function confirmCheckout(
  ctx: MemberContext,
  { sessionId }: ConfirmCheckoutInput,
): Promise<CheckoutOutcome> {
  requireSaleMode(ctx.settings, 'stripe')
  await requireTry(ctx, LIMITS.billingConfirmation, ctx.organization.id)
  const [row] = await billingQuery(ctx, ctx.organization.id)
  if (!row) throw new DomainError('not_found', GONE)
  const { customer, status } = await sessionOf(ctx, sessionId)
  if (customer !== row.customerId) throw new DomainError('not_found', GONE)
  if (status !== 'complete') return { outcome: 'open', plan: ctx.organization.plan }
  await syncBilling(ctx, row.customerId)
  const [stored] = await billingQuery(ctx, ctx.organization.id)
  const plan = effectivePlan(stored ? subscriptionOf(stored) : null, ctx.now())
  return { outcome: plan === 'free' ? 'processing' : 'paid', plan }
}

async function sessionOf(ctx: MemberContext, sessionId: string) {
  try {
    const path = `/v1/checkout/sessions/${sessionId}`
    return await askStripe(ctx, { path, answer: PaidSession })
  } catch (error) {
    if (error instanceof StripeRefusal) throw new DomainError('not_found', GONE, { cause: error })
    throw error
  }
}
