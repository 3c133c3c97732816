import * as v from 'valibot'
import type { BackgroundContext } from '../../context.ts'
import { logFault } from '../../platform/log.ts'
import { PAID_PLANS, type PaidPlan, type Subscription } from '../../rules/billing.ts'
import { SECOND_MS } from '../../rules/durations.ts'
import { askStripe } from './ask-stripe.ts'

/** The names under which the operator's prices are found. */
export const LOOKUP_KEYS: Record<PaidPlan, string> = {
  pro: 'pro_monthly',
  ai_insights: 'ai_insights_monthly',
}

const Seconds = v.pipe(
  v.number(),
  v.transform((seconds) => seconds * SECOND_MS),
)

const Item = v.object({
  id: v.string(),
  current_period_start: Seconds,
  current_period_end: Seconds,
  price: v.object({ lookup_key: v.nullish(v.string()) }),
})
export const StripeSubscription = v.object({
  id: v.string(),
  status: v.string(),
  cancel_at_period_end: v.boolean(),
  cancel_at: v.nullish(Seconds),
  metadata: v.object({ plan: v.optional(v.string()) }),
  items: v.object({ data: v.tupleWithRest([Item], Item) }),
})
export type StripeSubscription = v.InferOutput<typeof StripeSubscription>

const Subscriptions = v.object({ data: v.array(StripeSubscription) })
const Charges = v.object({
  data: v.array(
    v.object({ id: v.string(), paid: v.boolean(), refunded: v.boolean(), disputed: v.boolean() }),
  ),
})
const Disputes = v.object({ data: v.array(v.object({ status: v.string() })) })

/** What a customer has and pays now. An event only says that it is time to ask: so any order of events ends alike. */
export async function customerState(
  ctx: BackgroundContext,
  customerId: string,
): Promise<{ subscription: Subscription | null; at: number }> {
  const payment = await paymentOf(ctx, customerId)
  const subscriptions = await listSubscriptions(ctx, customerId)
  const known = subscriptions.value.flatMap((one) => toSubscription(one, payment))
  if (known.filter(({ status }) => status !== 'ended').length > 1) {
    logFault('several_subscriptions', new Error('a customer pays for more than one plan'), { customerId })
  }
  // The newest first, as Stripe lists them; one that goes on counts before one that has ended.
  const [subscription = null] = known.sort((one, other) => rankOf(other) - rankOf(one))
  return { subscription, at: subscriptions.at }
}

/** All subscriptions of a customer, ended ones too, the newest first. */
async function listSubscriptions(ctx: BackgroundContext, customerId: string) {
  const fields = { customer: customerId, status: 'all', limit: 20 }
  const { value, at } = await askStripe(ctx, { path: '/v1/subscriptions', fields, answer: Subscriptions })
  return { value: value.data, at }
}

function rankOf({ status, plan }: Subscription): number {
  return status === 'ended' ? -1 : PAID_PLANS.indexOf(plan)
}

/** None for a first payment that was never made, and for a plan that is none of ours. */
function toSubscription(raw: StripeSubscription, payment: Subscription['payment']): Subscription[] {
  const status = STATUSES[raw.status]
  const [item] = raw.items.data
  const plan = planOf(item.price.lookup_key, raw.metadata.plan)
  if (!status || !plan) return []
  return [
    {
      id: raw.id,
      plan,
      status,
      payment,
      periodStartedAt: item.current_period_start,
      periodEndsAt: item.current_period_end,
      cancelsAt: raw.cancel_at_period_end ? item.current_period_end : (raw.cancel_at ?? null),
    },
  ]
}

/** https://docs.stripe.com/api/subscriptions/object#subscription_object-status; `incomplete` was never paid. */
const STATUSES: Readonly<Record<string, Subscription['status']>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'ended',
  paused: 'ended',
  canceled: 'ended',
}

/** By the price; a price that lost its name to a newer one still has the plan it was bought as. */
function planOf(lookupKey: string | null | undefined, bought: string | undefined): PaidPlan | undefined {
  return (
    PAID_PLANS.find((plan) => LOOKUP_KEYS[plan] === lookupKey) ?? PAID_PLANS.find((plan) => plan === bought)
  )
}

/** Whether the last payment is still ours: not given back in full, and not contested. A dispute that we won is over. */
async function paymentOf(ctx: BackgroundContext, customerId: string): Promise<Subscription['payment']> {
  const fields = { customer: customerId, limit: 10 }
  const { value } = await askStripe(ctx, { path: '/v1/charges', fields, answer: Charges })
  const last = value.data.find(({ paid }) => paid)
  if (last?.refunded) return 'refunded'
  if (!last?.disputed) return 'paid'
  const { value: disputes } = await askStripe(ctx, {
    path: '/v1/disputes',
    fields: { charge: last.id, limit: 1 },
    answer: Disputes,
  })
  return ['won', 'warning_closed'].includes(disputes.data[0]?.status ?? '') ? 'paid' : 'disputed'
}
