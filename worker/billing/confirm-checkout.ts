import * as v from 'valibot'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { LIMITS, requireTry } from '../identity/limits/tries.ts'
import { type CheckoutOutcome, type ConfirmCheckoutInput, effectivePlan } from '../rules/billing.ts'
import { requireSaleMode } from './sale-mode.ts'
import { billingQuery, subscriptionOf } from './stored-subscription.ts'
import { askStripe, StripeRefusal } from './stripe/ask-stripe.ts'
import { syncBilling } from './sync-billing.ts'

const Session = v.object({ customer: v.nullable(v.string()), status: v.nullable(v.string()) })
const GONE = 'This checkout does not exist.'

/**
 * Returns the outcome of a checkout for the page the browser comes back to. Asks Stripe itself: its event may come
 * later or never.
 *
 * @throws DomainError `not_found` for a checkout of somebody else; `too_many`; `unavailable`
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
    const { value } = await askStripe(ctx, { path, answer: Session })
    return value
  } catch (error) {
    if (error instanceof StripeRefusal) throw new DomainError('not_found', GONE, { cause: error })
    throw error
  }
}
