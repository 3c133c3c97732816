import * as v from 'valibot'
import { DAY_MS } from './durations.ts'
import { PLAN_NAMES, PLAN_PRICES, PLAN_TIERS, type PlanTier } from './plans.ts'

export const PAID_PLANS = ['pro', 'ai_insights'] as const satisfies readonly PlanTier[]
export type PaidPlan = (typeof PAID_PLANS)[number]
export const Plan = v.picklist(PAID_PLANS, 'Choose Pro or AI Insights.')

/** How plans are sold: at Stripe, on a local test page, or not at all. */
export type SaleMode = 'stripe' | 'local' | 'off'

export const NOT_ON_SALE = 'Plans can’t be bought here yet. Please write to support.'
export const NO_SUBSCRIPTION = 'There is no paid plan to change.'
export const OTHER_PAYER = 'Somebody else pays for this plan, and only they can change it.'
export const CONTESTED =
  'The last payment is disputed or was refunded, so the plan can’t be switched. End it first, then buy another one.'

/** Days a plan continues after a failed renewal payment. */
export const GRACE_DAYS = 7
/** Days before the end of the grace period when the payer is reminded. */
export const GRACE_REMINDER_DAYS = 2

export function graceEnd(periodStartedAt: number): number {
  return periodStartedAt + GRACE_DAYS * DAY_MS
}

/** Times in milliseconds, UTC. */
export interface Subscription {
  id: string
  plan: PaidPlan
  status: 'active' | 'past_due' | 'ended'
  payment: 'paid' | 'refunded' | 'disputed'
  periodStartedAt: number
  periodEndsAt: number
  /** Null if the subscription renews. */
  cancelsAt: number | null
}

/** Plan in force: the subscription's while it is paid or within the grace period, otherwise free. */
export function effectivePlan(subscription: Subscription | null, now: number): PlanTier {
  if (!subscription || subscription.status === 'ended' || subscription.payment !== 'paid') return 'free'
  const isLate = subscription.status === 'past_due' && now >= graceEnd(subscription.periodStartedAt)
  return isLate ? 'free' : subscription.plan
}

/**
 * True if the payment was refunded or is disputed. The plan isn't active then, and can't be switched, because a switch
 * would use money that we may not have; but it can be ended at once, and bought again.
 */
export function isContested({ status, payment }: Pick<Subscription, 'status' | 'payment'>): boolean {
  return status !== 'ended' && payment !== 'paid'
}

export function contestedText({ plan, payment }: Pick<Subscription, 'plan' | 'payment'>): string {
  const name = PLAN_NAMES[plan]
  return payment === 'refunded'
    ? `Your payment for ${name} was refunded, so the plan is not active.`
    : `Your bank disputed the payment for ${name}, so the plan is not active.`
}

export const CheckoutInput = v.object({
  plan: Plan,
  /** Makes retries within a day return the same checkout. */
  idempotencyKey: v.optional(
    v.pipe(v.string(), v.regex(/^[\w-]{8,100}$/, 'The key has to be 8 to 100 letters, digits, - or _.')),
  ),
})
export type CheckoutInput = v.InferOutput<typeof CheckoutInput>

export const SwitchPlanInput = v.object({ plan: Plan })
export type SwitchPlanInput = v.InferOutput<typeof SwitchPlanInput>

export const ConfirmCheckoutInput = v.object({
  sessionId: v.pipe(v.string(), v.regex(/^cs_\w{1,200}$/, 'This checkout does not exist.')),
})
export type ConfirmCheckoutInput = v.InferOutput<typeof ConfirmCheckoutInput>

export interface SwitchPreview {
  dueTodayCents: number
}

export function monthlyPrice(plan: PlanTier): string {
  return `${dollars(PLAN_PRICES[plan].priceCents)} a month`
}

/** '$19', '$30.12' */
export function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`
}

export function isLargerPlan(plan: PlanTier, than: PlanTier): boolean {
  return PLAN_TIERS.indexOf(plan) > PLAN_TIERS.indexOf(than)
}

/** Prorated cost of a switch when no provider computes it: the price difference for the rest of the paid period. */
export function dueOnSwitch(
  { plan, periodStartedAt, periodEndsAt }: Pick<Subscription, 'plan' | 'periodStartedAt' | 'periodEndsAt'>,
  to: PaidPlan,
  now: number,
): number {
  const share = (periodEndsAt - now) / (periodEndsAt - periodStartedAt)
  const difference = PLAN_PRICES[to].priceCents - PLAN_PRICES[plan].priceCents
  return Math.max(0, Math.round(difference * Math.min(1, Math.max(0, share))))
}

export function checkoutPath(plan: PaidPlan): string {
  return `/checkout?${new URLSearchParams({ plan })}`
}

/** Plan of a checkout path; null for any other path. */
export function planToPay(path: string): PaidPlan | null {
  return PAID_PLANS.find((plan) => checkoutPath(plan) === path) ?? null
}

export const LOCAL_OUTCOMES = ['paid', 'declined', 'past_due', 'refunded', 'disputed'] as const
export const PayLocallyInput = v.object({ plan: Plan, outcome: v.picklist(LOCAL_OUTCOMES) })
export type PayLocallyInput = v.InferOutput<typeof PayLocallyInput>

/** Times in ISO 8601, UTC. */
export interface BillingView {
  plan: string
  mode: SaleMode
  /** Null unless the viewer pays the bills and there is a purchase. */
  subscription:
    | (Pick<Subscription, 'plan' | 'status' | 'payment'> & {
        renewsAt: string | null
        endsAt: string | null
        graceEndsAt: string | null
        /** True if the grace period is over: the plan isn't active until the failed payment arrives. */
        isPaused: boolean
        /** True if the caller pays for the subscription; nobody else can change it. */
        isOwn: boolean
      })
    | null
  /** Oldest first; the first ones stay active after a downgrade. */
  locations: readonly { name: string; platforms: readonly string[] }[]
  /** Numbers of widgets of these locations, and of the organization's own platforms. */
  widgets: number
  ownPlatforms: number
  /** New reviews stored in the current month (UTC). */
  newReviews: number
}

/**
 * Time at which a plan ends, or null if it goes on. A cancelled plan ends with its paid period, a plan whose payment
 * failed with the grace period. If both apply, the earlier end counts.
 */
export function planEnd({
  endsAt,
  graceEndsAt,
}: Pick<NonNullable<BillingView['subscription']>, 'endsAt' | 'graceEndsAt'>): string | null {
  const [earliest = null] = [endsAt, graceEndsAt].filter((time) => time !== null).sort()
  return earliest
}

export interface CheckoutOutcome {
  /** `processing` while a payment is pending, such as a bank debit. */
  outcome: 'paid' | 'processing' | 'open'
  plan: string
}
