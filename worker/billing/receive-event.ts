import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { billingEvents } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { askStripe, StripeRefusal } from './stripe/ask-stripe.ts'
import { findCustomer, syncBilling } from './sync-billing.ts'

/** All that tells of what a customer has or pays; the endpoint at Stripe needs no other. */
const HANDLED =
  /^(checkout\.session\.|customer\.subscription\.|invoice\.(paid|payment_failed)$|charge\.(refunded$|dispute\.))/

/** Only who it is about is read: what they have is asked. */
const StripeEvent = v.object({
  id: v.pipe(v.string(), v.regex(/^evt_\w{1,250}$/)),
  type: v.pipe(v.string(), v.maxLength(100)),
  data: v.object({
    object: v.object({ customer: v.nullish(v.string()), charge: v.nullish(v.string()) }),
  }),
})

/** @returns null for a body that is no event of Stripe's */
export function stripeEventOf(body: string): v.InferOutput<typeof StripeEvent> | null {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), StripeEvent), body)
  return result.success ? result.output : null
}

/**
 * Applies a verified event, once. One of another kind, or about a customer that is none of ours, changes nothing.
 *
 * @throws what went wrong, so that the provider sends it again
 */
export async function receiveEvent(
  ctx: BackgroundContext,
  { id, type, data: { object } }: v.InferOutput<typeof StripeEvent>,
): Promise<void> {
  if (!HANDLED.test(type) || (await isApplied(ctx, id))) return
  const customerId = object.customer ?? (await customerOfCharge(ctx, object.charge))
  if (!customerId || !(await findCustomer(ctx, customerId))) return
  try {
    await syncBilling(ctx, customerId, { id, type })
  } catch (error) {
    // The same event was applied at the same moment: its row was there first.
    if (!(await isApplied(ctx, id))) throw error
  }
}

async function isApplied(ctx: BackgroundContext, id: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: billingEvents.id })
    .from(billingEvents)
    .where(eq(billingEvents.id, id))
  return rows.length > 0
}

/** A dispute names its charge alone. */
async function customerOfCharge(ctx: BackgroundContext, charge: string | null | undefined) {
  if (!charge) return null
  const answer = v.object({ customer: v.nullable(v.string()) })
  try {
    const { value } = await askStripe(ctx, { path: `/v1/charges/${encodeURIComponent(charge)}`, answer })
    return value.customer
  } catch (error) {
    // It is none of ours, and sending the event again would not change that.
    if (error instanceof StripeRefusal) return null
    throw error
  }
}
