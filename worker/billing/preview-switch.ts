import * as v from 'valibot'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { LIMITS, requireTry } from '../identity/limits/tries.ts'
import {
  CONTESTED,
  dueOnSwitch,
  isLargerPlan,
  NO_SUBSCRIPTION,
  type SwitchPlanInput,
  type SwitchPreview,
} from '../rules/billing.ts'
import { isLocalCustomer } from './local-payments.ts'
import { requireSaleMode } from './sale-mode.ts'
import { requireSubscription } from './stored-subscription.ts'
import { askStripe, StripeRefusal } from './stripe/ask-stripe.ts'
import { planItem, StripeSubscription } from './stripe/customer-state.ts'
import { requirePrice } from './stripe/price.ts'

const Invoice = v.object({ amount_due: v.pipe(v.number(), v.integer(), v.minValue(0)) })

/**
 * Previews what `switchPlan` would charge now. A smaller plan costs nothing at once. Stripe says the amount itself,
 * taxes and credits included (https://docs.stripe.com/api/invoices/create_preview); it changes nothing there.
 *
 * @throws DomainError as `switchPlan`
 */
export async function previewSwitch(ctx: MemberContext, { plan }: SwitchPlanInput): Promise<SwitchPreview> {
  requireSaleMode(ctx.settings, 'stripe', 'local')
  await requireTry(ctx, LIMITS.billingPreview, ctx.organization.id)
  const { customerId, subscription } = await requireSubscription(ctx)
  if (subscription.payment !== 'paid') throw new DomainError('conflict', CONTESTED)
  if (!isLargerPlan(plan, subscription.plan)) return { dueTodayCents: 0 }
  if (isLocalCustomer(customerId)) return { dueTodayCents: dueOnSwitch(subscription, plan, ctx.now()) }
  try {
    const path = `/v1/subscriptions/${subscription.id}`
    const { value: there } = await askStripe(ctx, { path, answer: StripeSubscription })
    if (there.customer !== customerId) throw new DomainError('conflict', NO_SUBSCRIPTION)
    const { value } = await askStripe(ctx, {
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
    return { dueTodayCents: value.amount_due }
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    throw new DomainError('conflict', NO_SUBSCRIPTION, { cause: error })
  }
}
