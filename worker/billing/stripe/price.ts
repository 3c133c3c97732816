import * as v from 'valibot'
import type { BackgroundContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { NOT_ON_SALE, type PaidPlan } from '../../rules/billing.ts'
import { PLAN_PRICES } from '../../rules/plans.ts'
import { askStripe } from './ask-stripe.ts'
import { LOOKUP_KEYS } from './customer-state.ts'

const Prices = v.object({
  data: v.array(
    v.object({
      id: v.string(),
      unit_amount: v.nullable(v.number()),
      currency: v.string(),
      recurring: v.nullable(v.object({ interval: v.string(), interval_count: v.number() })),
    }),
  ),
})

/**
 * The id of a plan's price at Stripe. It has to be what our own table says: nobody pays another sum than the pages name.
 *
 * @throws DomainError `unavailable` where the operator's price is missing or another one
 */
export async function requirePrice(ctx: BackgroundContext, plan: PaidPlan): Promise<string> {
  const fields = { 'lookup_keys[0]': LOOKUP_KEYS[plan], active: true }
  const { value } = await askStripe(ctx, { path: '/v1/prices', fields, answer: Prices })
  const { priceCents, currency, per } = PLAN_PRICES[plan]
  const price = value.data.find(
    ({ unit_amount, currency: its, recurring }) =>
      unit_amount === priceCents &&
      its === currency.toLowerCase() &&
      recurring?.interval === per &&
      recurring.interval_count === 1,
  )
  if (price) return price.id
  const cause = new Error(
    `Stripe has no active price ${LOOKUP_KEYS[plan]} of ${priceCents} cents ${currency} a ${per}`,
  )
  throw new DomainError('unavailable', NOT_ON_SALE, { cause })
}
