import { timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { billingEvents } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'
import { askStripe, StripeRefusal } from './stripe/ask-stripe.ts'
import { findCustomer, syncBilling } from './sync-billing.ts'

/** All events about what a customer has or pays; Stripe's endpoint needs no others. */
const HANDLED =
  /^(checkout\.session\.|customer\.subscription\.|invoice\.(paid|payment_failed)$|charge\.(refunded$|dispute\.))/

/** Only the customer is read; their state is then requested from Stripe. */
const StripeEvent = v.object({
  id: v.pipe(v.string(), v.regex(/^evt_\w{1,250}$/)),
  type: v.pipe(v.string(), v.maxLength(100)),
  data: v.object({
    object: v.object({ customer: v.nullish(v.string()), charge: v.nullish(v.string()) }),
  }),
})

export function stripeEventOf(body: string): v.InferOutput<typeof StripeEvent> | null {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), StripeEvent), body)
  return result.success ? result.output : null
}

/**
 * Applies a verified event once. Events of other kinds, or about unknown customers, change nothing.
 *
 * @throws any failure, so that the provider resends the event
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
    // The same event was applied concurrently, and its row came first.
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

/** Finds the customer of a dispute, which only names its charge. */
async function customerOfCharge(ctx: BackgroundContext, charge: string | null | undefined) {
  if (!charge) return null
  const answer = v.object({ customer: v.nullable(v.string()) })
  try {
    const { customer } = await askStripe(ctx, { path: `/v1/charges/${encodeURIComponent(charge)}`, answer })
    return customer
  } catch (error) {
    // The customer is unknown, and a retry wouldn't change that.
    if (error instanceof StripeRefusal) return null
    throw error
  }
}

const TOLERANCE_MS = 5 * MINUTE_MS
const ENCODER = new TextEncoder()

/**
 * Verifies that one of our secrets signed a webhook's body within five minutes of now: HMAC-SHA-256 over `time.body`,
 * in any of the header's v1 signatures (https://docs.stripe.com/webhooks#verify-manually).
 *
 * @param header `t=1700000000,v1=hex,v1=hex`
 * @param body exactly as received
 */
export async function isSigned(
  body: Uint8Array<ArrayBuffer>,
  header: string,
  secrets: readonly string[],
  now: number,
): Promise<boolean> {
  const parts = header.split(',').map((part) => part.split('='))
  const times = valuesOf(parts, 't')
  const time = times[0] ?? ''
  if (times.length !== 1 || !/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now - Number(time) * SECOND_MS) > TOLERANCE_MS) return false
  const signatures = valuesOf(parts, 'v1').map((hex) => Buffer.from(hex, 'hex'))
  const signed = Buffer.concat([ENCODER.encode(`${time}.`), body])
  const expected = await Promise.all(secrets.map((secret) => hmac(secret, signed)))
  // Compares every pair, so that timing reveals nothing.
  const matches = expected.flatMap((own) => signatures.map((given) => isEqual(own, given)))
  return matches.includes(true)
}

function valuesOf(parts: readonly string[][], name: string): string[] {
  return parts.flatMap(([key, value, ...rest]) =>
    key === name && value !== undefined && rest.length === 0 ? [value] : [],
  )
}

async function hmac(secret: string, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', ENCODER.encode(secret), algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes))
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
