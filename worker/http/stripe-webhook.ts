import type { Handler } from 'hono'
import { isSigned, receiveEvent, stripeEventOf } from '../billing/receive-event.ts'
import { limitBody } from './body.ts'
import { MAX_EVENT_BYTES } from './envelope.ts'
import type { HttpEnv } from './http-env.ts'

/**
 * `POST /webhooks/stripe`: Stripe's events, authenticated by signature only. A fault returns 500, so that Stripe
 * retries the event.
 */
export const stripeWebhook: Handler<HttpEnv> = async (c) => {
  const { settings, context } = c.var
  const secrets = [settings.STRIPE_WEBHOOK_SECRET, settings.STRIPE_WEBHOOK_SECRET_PREVIOUS].filter(
    (secret) => secret !== undefined,
  )
  if (!settings.STRIPE_SECRET_KEY || secrets.length === 0) return c.text('There is no such address.', 404)
  const request = await limitBody(c.req.raw, MAX_EVENT_BYTES)
  const body = new Uint8Array(await request.arrayBuffer())
  const header = c.req.header('stripe-signature') ?? ''
  if (!(await isSigned(body, header, secrets, context.now()))) return c.text('The signature is wrong.', 400)
  const event = stripeEventOf(new TextDecoder().decode(body))
  if (!event) return c.text('This is no event.', 400)
  await receiveEvent(context, event)
  return c.json({ received: true })
}
