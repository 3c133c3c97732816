import * as v from 'valibot'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { LIMITS, requireTry } from '../identity/limits/tries.ts'
import { audit } from '../identity/log/audit.ts'
import {
  CONTESTED,
  dueOnSwitch,
  isContested,
  isLargerPlan,
  NO_SUBSCRIPTION,
  type Subscription,
  type SwitchPlanInput,
  type SwitchPreview,
} from '../rules/billing.ts'
import { isLocalCustomer, requireSaleMode, storeLocally } from './local-payments.ts'
import {
  billingQuery,
  requireSubscription,
  storedSubscription,
  subscriptionOf,
} from './stored-subscription.ts'
import { askStripe, requirePrice, StripeRefusal } from './stripe/ask-stripe.ts'
import { planItem, StripeSubscription } from './stripe/customer-state.ts'
import { syncBilling } from './sync-billing.ts'

const DECLINED = 'The payment was declined. Update your card, then switch again. Your plan has not changed.'

type Payable = Awaited<ReturnType<typeof requireSubscription>>

interface PlanChange {
  fields(there: StripeSubscription): Promise<Record<string, string | boolean>>
  local: Partial<Subscription>
}

/**
 * Switches to another plan at once: an upgrade is charged now, minus the unused part of the former plan; a downgrade
 * leaves a credit for later payments. A cancellation is revoked.
 *
 * @throws DomainError `conflict` without a subscription, or if the payment is declined or one is disputed;
 * `not_permitted` for anyone but the payer; `unavailable`
 */
export async function switchPlan(ctx: MemberContext, { plan }: SwitchPlanInput): Promise<void> {
  const payable = await requireChangeable(ctx)
  if (isContested(payable.subscription)) throw new DomainError('conflict', CONTESTED)
  await change(ctx, payable, {
    local: { plan, cancelsAt: null },
    async fields(there) {
      return {
        'items[0][id]': planItem(there).id,
        'items[0][price]': await requirePrice(ctx, plan),
        'metadata[plan]': plan,
        cancel_at_period_end: false,
        proration_behavior: isLargerPlan(plan, payable.subscription.plan)
          ? 'always_invoice'
          : 'create_prorations',
        payment_behavior: 'error_if_incomplete',
      }
    },
  })
  await audit(ctx, 'plan_switched', 'done', { detail: plan })
}

/**
 * Cancels the paid plan at the end of the paid period, or at once if its payment is contested. @throws DomainError as
 * `switchPlan`
 */
export async function cancelPlan(ctx: MemberContext): Promise<void> {
  await cancel(ctx, await requireChangeable(ctx))
  await audit(ctx, 'plan_cancelled', 'done')
}

/** Revokes a cancellation before the plan ends. @throws DomainError as `switchPlan` */
export async function resumePlan(ctx: MemberContext): Promise<void> {
  await change(ctx, await requireChangeable(ctx), {
    local: { cancelsAt: null },
    fields: async () => ({ cancel_at_period_end: false }),
  })
  await audit(ctx, 'plan_resumed', 'done')
}

/**
 * Cancels an organization's plan at the end of its period when the owner changes: the next owner pays for themselves.
 */
export async function cancelForNextOwner(ctx: MemberContext): Promise<void> {
  const [row] = await billingQuery(ctx, ctx.organization.id)
  const subscription = row && subscriptionOf(row)
  if (!subscription || subscription.status === 'ended' || subscription.cancelsAt !== null) return
  await cancel(ctx, { customerId: row.customerId, subscription })
}

async function cancel(ctx: MemberContext, payable: Payable): Promise<void> {
  const { subscription } = payable
  if (isContested(subscription)) return endNow(ctx, payable)
  await change(ctx, payable, {
    local: { cancelsAt: subscription.periodEndsAt },
    fields: async () => ({ cancel_at_period_end: true }),
  })
}

async function endNow(ctx: MemberContext, { customerId, subscription }: Payable): Promise<void> {
  if (isLocalCustomer(customerId)) return storeLocally(ctx, { ...subscription, status: 'ended' })
  try {
    const { path } = await requireOwn(ctx, { customerId, subscription })
    await askStripe(ctx, { method: 'DELETE', path, answer: v.object({}) })
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    await syncBilling(ctx, customerId)
    if (!(await hasEnded(ctx, subscription))) throw error
    return
  }
  await syncBilling(ctx, customerId)
}

/** True if a subscription ended, or was replaced by another one, since it was read. */
async function hasEnded(ctx: MemberContext, { id }: Subscription): Promise<boolean> {
  const stored = await storedSubscription(ctx, ctx.organization.id)
  return stored?.id !== id || stored.status === 'ended'
}

async function requireChangeable(ctx: MemberContext): Promise<Payable> {
  requireSaleMode(ctx.settings, 'stripe', 'local')
  await requireTry(ctx, LIMITS.billingOrganization, ctx.organization.id)
  return requireSubscription(ctx)
}

/** Reads a subscription at Stripe. A former payer's isn't changed: it runs to its end. */
async function requireOwn(ctx: MemberContext, { customerId, subscription }: Payable) {
  const path = `/v1/subscriptions/${subscription.id}`
  const there = await askStripe(ctx, { path, answer: StripeSubscription })
  if (there.customer !== customerId) throw new DomainError('conflict', NO_SUBSCRIPTION)
  return { path, there }
}

async function change(
  ctx: MemberContext,
  { customerId, subscription }: Payable,
  { fields, local }: PlanChange,
): Promise<void> {
  if (isLocalCustomer(customerId)) return storeLocally(ctx, { ...subscription, ...local })
  try {
    const { path, there } = await requireOwn(ctx, { customerId, subscription })
    await askStripe(ctx, { method: 'POST', path, fields: await fields(there), answer: v.object({}) })
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    // The subscription has ended or changed at Stripe, but no event has reported that yet.
    await syncBilling(ctx, customerId)
    const message = (await hasEnded(ctx, subscription)) ? NO_SUBSCRIPTION : DECLINED
    throw new DomainError('conflict', message, { cause: error })
  }
  await syncBilling(ctx, customerId)
}

const Invoice = v.object({ amount_due: v.pipe(v.number(), v.integer(), v.minValue(0)) })

/**
 * Amount due today for a switch of plans; 0 for a downgrade. Stripe computes it, with taxes and credits, and changes
 * nothing (https://docs.stripe.com/api/invoices/create_preview).
 */
export async function previewSwitch(ctx: MemberContext, { plan }: SwitchPlanInput): Promise<SwitchPreview> {
  requireSaleMode(ctx.settings, 'stripe', 'local')
  await requireTry(ctx, LIMITS.billingPreview, ctx.organization.id)
  const { customerId, subscription } = await requireSubscription(ctx)
  if (isContested(subscription)) throw new DomainError('conflict', CONTESTED)
  if (!isLargerPlan(plan, subscription.plan)) return { dueTodayCents: 0 }
  if (isLocalCustomer(customerId)) return { dueTodayCents: dueOnSwitch(subscription, plan, ctx.now()) }
  try {
    const { there } = await requireOwn(ctx, { customerId, subscription })
    const invoice = await askStripe(ctx, {
      method: 'POST',
      path: '/v1/invoices/create_preview',
      answer: Invoice,
      fields: {
        customer: customerId,
        subscription: subscription.id,
        'subscription_details[items][0][id]': planItem(there).id,
        'subscription_details[items][0][price]': await requirePrice(ctx, plan),
        'subscription_details[proration_behavior]': 'always_invoice',
      },
    })
    return { dueTodayCents: invoice.amount_due }
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    throw new DomainError('conflict', NO_SUBSCRIPTION, { cause: error })
  }
}
