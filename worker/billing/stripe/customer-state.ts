import * as v from 'valibot'
import type { BackgroundContext } from '../../context.ts'
import { isContested, PAID_PLANS, type PaidPlan, type Subscription } from '../../rules/billing.ts'
import { DAY_MS, SECOND_MS } from '../../rules/durations.ts'
import { askStripe, LOOKUP_KEYS } from './ask-stripe.ts'

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
  /** Set while payment collection is paused. */
  pause_collection: v.nullish(v.object({ behavior: v.string() })),
  customer: v.string(),
  latest_invoice: v.nullish(v.string()),
  metadata: v.object({ plan: v.optional(v.string()) }),
  items: v.object({ data: v.tupleWithRest([Item], Item) }),
})
export type StripeSubscription = v.InferOutput<typeof StripeSubscription>

const Subscriptions = v.object({ data: v.array(StripeSubscription), has_more: v.boolean() })
const Charges = v.object({
  data: v.array(
    v.object({
      id: v.string(),
      created: Seconds,
      amount: v.number(),
      payment_intent: v.nullish(v.string()),
      paid: v.boolean(),
      refunded: v.boolean(),
      disputed: v.boolean(),
    }),
  ),
})
type Charge = v.InferOutput<typeof Charges>['data'][number]
const Disputes = v.object({ data: v.array(v.object({ status: v.string() })) })

/** How invoices were paid (https://docs.stripe.com/api/invoice-payment); a charge doesn't name its invoice. */
export const InvoicePayments = v.object({
  data: v.array(v.object({ payment: v.object({ payment_intent: v.nullish(v.string()) }) })),
})
const Invoices = v.object({ data: v.array(v.object({ payments: v.nullish(InvoicePayments) })) })

const PER_PAGE = 100
/** Nobody has a thousand subscriptions. */
const MAX_PAGES = 10
/** Maximum time from a charge to the start of the period that it pays for. */
const CHARGED_BEFORE_MS = DAY_MS

interface Known {
  raw: StripeSubscription
  subscription: Subscription
}

export interface CustomerState {
  subscription: Subscription | null
  /** Not ended, but another one counts: bought by mistake, or replaced because its payment is contested. */
  superfluous: Known[]
}

/** Reads a customer's current subscriptions and payments. Events only trigger this, so their order doesn't matter. */
export async function customerState(ctx: BackgroundContext, customerId: string): Promise<CustomerState> {
  const fields = { customer: customerId, limit: PER_PAGE }
  const charges = await askStripe(ctx, { path: '/v1/charges', fields, answer: Charges })
  const paid = charges.data.filter((charge) => charge.paid)
  const subscriptions = await listSubscriptions(ctx, customerId)
  // Newest first, as listed by Stripe.
  const known = (await Promise.all(subscriptions.map((raw) => toSubscription(ctx, raw, paid)))).flat()
  const open = known.filter(({ subscription }) => subscription.status !== 'ended')
  const withPayment = await Promise.all(
    (open.length > 0 ? open : known.slice(0, 1)).map(async ({ raw, subscription }): Promise<Known> => {
      const payment = await paymentOf(ctx, paid, subscription)
      return { raw, subscription: { ...subscription, payment } }
    }),
  )
  const [first, ...superfluous] = withPayment.sort(
    (one, other) => rankOf(other.subscription) - rankOf(one.subscription),
  )
  return { subscription: first?.subscription ?? null, superfluous }
}

/** All subscriptions of a customer, including ended ones, newest first. */
async function listSubscriptions(ctx: BackgroundContext, customerId: string) {
  const all: StripeSubscription[] = []
  for (let page = 0; ; page += 1) {
    const last = all.at(-1)
    const fields = {
      customer: customerId,
      status: 'all',
      limit: PER_PAGE,
      ...(last && { starting_after: last.id }),
    }
    const { data, has_more } = await askStripe(ctx, {
      path: '/v1/subscriptions',
      fields,
      answer: Subscriptions,
    })
    all.push(...data)
    if (!has_more || page === MAX_PAGES) return all
  }
}

/** The largest plan counts, but any paid one before one whose payment is contested. */
function rankOf(subscription: Subscription): number {
  return isContested(subscription) ? -1 : PAID_PLANS.indexOf(subscription.plan)
}

/** A subscription as stored by us; null if its first payment was never made or its plan is unknown. */
async function toSubscription(ctx: BackgroundContext, raw: StripeSubscription, paid: readonly Charge[]) {
  const item = planItem(raw)
  const plan = planOf(item.price.lookup_key) ?? PAID_PLANS.find((one) => one === raw.metadata.plan)
  const stated = STATUSES[raw.status]
  if (!stated || !plan) return []
  const { current_period_start: periodStartedAt, current_period_end: periodEndsAt } = item
  const isPaused = Boolean(raw.pause_collection)
  // A period that begins while collection is paused isn't paid.
  const isUnpaid =
    isPaused &&
    stated !== 'ended' &&
    !(await chargesOf(ctx, paid, raw.id)).some((charge) => isOfPeriod(charge, periodStartedAt))
  const subscription: Subscription = {
    id: raw.id,
    plan,
    status: isUnpaid ? 'ended' : stated,
    payment: 'paid',
    periodStartedAt,
    periodEndsAt,
    cancelsAt: raw.cancel_at_period_end || isPaused ? periodEndsAt : (raw.cancel_at ?? null),
  }
  return [{ raw, subscription }]
}

/**
 * Finds the item that is a plan among the items of a subscription; if its price lost its lookup key to a newer one,
 * the first item.
 */
export function planItem({
  items: { data },
}: StripeSubscription): StripeSubscription['items']['data'][number] {
  return data.find(({ price }) => planOf(price.lookup_key)) ?? data[0]
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

function planOf(lookupKey: string | null | undefined): PaidPlan | undefined {
  return PAID_PLANS.find((plan) => LOOKUP_KEYS[plan] === lookupKey)
}

function isOfPeriod({ created }: Charge, periodStartedAt: number): boolean {
  return created >= periodStartedAt - CHARGED_BEFORE_MS
}

/**
 * Returns `paid` if the payment of a subscription's period is ours: not disputed, and its largest charge not fully
 * refunded. Smaller charges and refunds, such as for a switch of plans, don't matter, nor do those of other
 * subscriptions.
 */
async function paymentOf(
  ctx: BackgroundContext,
  paid: readonly Charge[],
  { id, periodStartedAt }: Subscription,
): Promise<Subscription['payment']> {
  if (!paid.some(({ refunded, disputed }) => refunded || disputed)) return 'paid'
  const own = await chargesOf(ctx, paid, id)
  const ofPeriod = own.filter((charge) => isOfPeriod(charge, periodStartedAt))
  // A period paid from a credit has no charge.
  const asked = ofPeriod.length > 0 ? ofPeriod : own.slice(0, 1)
  for (const charge of asked) {
    if (charge.disputed && (await isDisputed(ctx, charge.id))) return 'disputed'
  }
  const most = Math.max(...asked.map(({ amount }) => amount))
  const largest = asked.filter(({ amount }) => amount === most)
  return largest.length > 0 && largest.every(({ refunded }) => refunded) ? 'refunded' : 'paid'
}

/** The customer's charges that paid invoices of this subscription. */
async function chargesOf(ctx: BackgroundContext, charges: readonly Charge[], subscription: string) {
  const fields = { subscription, limit: PER_PAGE, 'expand[]': 'data.payments' }
  const { data } = await askStripe(ctx, { path: '/v1/invoices', fields, answer: Invoices })
  const intents = new Set(
    data.flatMap(({ payments }) => payments?.data.map(({ payment }) => payment.payment_intent) ?? []),
  )
  return charges.filter(({ payment_intent: intent }) => intent && intents.has(intent))
}

/** True for an open or lost dispute. A dispute that we won is over, and an inquiry takes no money. */
async function isDisputed(ctx: BackgroundContext, charge: string): Promise<boolean> {
  const fields = { charge, limit: PER_PAGE }
  const { data } = await askStripe(ctx, { path: '/v1/disputes', fields, answer: Disputes })
  return data.some(({ status }) => status !== 'won' && !status.startsWith('warning_'))
}
