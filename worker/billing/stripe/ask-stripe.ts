import * as v from 'valibot'
import type { BackgroundContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { OutboundError } from '../../platform/outbound.ts'
import { NOT_ON_SALE, type PaidPlan } from '../../rules/billing.ts'
import { SECOND_MS } from '../../rules/durations.ts'
import { PLAN_PRICES } from '../../rules/plans.ts'

export const LOOKUP_KEYS: Record<PaidPlan, string> = {
  pro: 'pro_monthly',
  ai_insights: 'ai_insights_monthly',
}

export const STRIPE_HOST = 'api.stripe.com'
/** Pins the format of responses, whatever the account's default version is. */
const STRIPE_VERSION = '2025-09-30.clover'
const TIMEOUT_MS = 10 * SECOND_MS
const NO_ANSWER = 'The payment service did not answer. You have not been charged. Please try again.'

type Fields = Readonly<Record<string, string | number | boolean>>

interface StripeRequest<S extends v.GenericSchema> {
  method?: 'GET' | 'POST' | 'DELETE'
  /** Starts with a slash. */
  path: string
  /** Names are in Stripe's form notation: `line_items[0][price]`. */
  fields?: Fields
  /** Stripe performs requests with the same key once, and repeats its response for a day. */
  idempotencyKey?: string
  answer: S
}

/**
 * Calls Stripe's API (https://docs.stripe.com/api). Its SDK is 33 KB gzipped, more than is left of the worker's budget.
 *
 * @throws StripeRefusal if Stripe refuses the request; DomainError `unavailable` if it doesn't respond
 */
export async function askStripe<S extends v.GenericSchema>(
  ctx: BackgroundContext,
  { method = 'GET', path, fields = {}, idempotencyKey, answer }: StripeRequest<S>,
): Promise<v.InferOutput<S>> {
  const form = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const isRead = method === 'GET'
  const query = isRead && form.size > 0 ? `?${form}` : ''
  const request = new Request(`https://${STRIPE_HOST}${path}${query}`, {
    method,
    headers: {
      authorization: `Bearer ${ctx.settings.STRIPE_SECRET_KEY}`,
      'stripe-version': STRIPE_VERSION,
      ...(!isRead && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: isRead ? null : form.toString(),
  })
  const { status, body } = await ctx
    .outbound('payment', request, { timeoutMs: TIMEOUT_MS })
    .catch((cause: unknown) => {
      throw cause instanceof OutboundError ? new DomainError('unavailable', NO_ANSWER, { cause }) : cause
    })
  if (status >= 400 && status < 500 && status !== 401 && status !== 429) throw new StripeRefusal(status, body)
  const parsed = v.safeParse(answer, status === 200 ? jsonOf(body) : undefined)
  if (!parsed.success) {
    const cause = new Error(`Stripe answered ${status} to ${method} ${path}`)
    throw new DomainError('unavailable', NO_ANSWER, { cause })
  }
  return parsed.output
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** A retry wouldn't change this answer. */
export class StripeRefusal extends Error {
  readonly status: number

  constructor(status: number, body: string) {
    const code = /"code":\s*"(\w+)"/.exec(body)?.[1] ?? 'no code'
    super(`Stripe refused with ${status}: ${code}`)
    this.name = 'StripeRefusal'
    this.status = status
  }
}

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
 * The Stripe id of a plan's price. It must match our own table, so that nobody pays another amount than the pages
 * state.
 *
 * @throws DomainError `unavailable` if the operator's price is missing or different
 */
export async function requirePrice(ctx: BackgroundContext, plan: PaidPlan): Promise<string> {
  const fields = { 'lookup_keys[0]': LOOKUP_KEYS[plan], active: true }
  const { data } = await askStripe(ctx, { path: '/v1/prices', fields, answer: Prices })
  const { priceCents, currency, per } = PLAN_PRICES[plan]
  const price = data.find(
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
