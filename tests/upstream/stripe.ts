import { newId, STRIPE_PRICES, STRIPE_SECRET_KEY, type StripeDesk } from './stripe-desk.ts'
import { checkoutPage, portalPage } from './stripe-pages.ts'
import { type Answer, json, type Route, type UpstreamRequest } from './wire.ts'

/** Stripe's API and its hosted pages, as far as the product uses them. Null for requests that Stripe doesn't serve. */
export function routeStripe(desk: StripeDesk, request: UpstreamRequest): Route | null {
  const answer = answerOf(desk, request)
  return answer && { platform: 'identity', listing: null, failures: {}, answer }
}

function answerOf(desk: StripeDesk, request: UpstreamRequest): (() => Answer) | null {
  switch (request.host) {
    case 'api.stripe.com':
      return () => apiAnswer(desk, request)
    case 'checkout.stripe.com':
      return () => checkoutPage(desk, request)
    case 'billing.stripe.com':
      return () => portalPage(desk, request)
    default:
      return null
  }
}

function apiAnswer(desk: StripeDesk, request: UpstreamRequest): Answer {
  const { headers, method, path, body } = request
  if (headers.authorization !== `Bearer ${STRIPE_SECRET_KEY}`) return refusal(401, 'api_key_invalid')
  if (!headers['stripe-version']) return refusal(400, 'version_missing')
  const key = headers['idempotency-key']
  if (method !== 'POST' || typeof key !== 'string') return callAnswer(desk, request)
  // A repeated key gets the first answer again; with a different request, it is refused.
  const known = desk.answered.get(key)
  const text = `${path} ${body}`
  if (known) return known.request === text ? (known.answer as Answer) : refusal(400, 'idempotency_key_in_use')
  const answer = callAnswer(desk, request)
  desk.answered.set(key, { request: text, answer })
  return answer
}

function callAnswer(desk: StripeDesk, { method, path, query, body }: UpstreamRequest): Answer {
  const fields = new URLSearchParams(body)
  const [, , resource = '', id = '', action = ''] = path.split('/')
  switch (`${method} ${resource}`) {
    case 'POST customers':
      return json(200, desk.addCustomer(fields.get('email') ?? ''))
    case 'DELETE customers':
      return desk.removeCustomer(id) ? json(200, { id, deleted: true }) : refusal(404, 'resource_missing')
    case 'GET webhook_endpoints':
      return list([{ url: 'http://localhost:8787/webhooks/stripe', status: 'enabled' }])
    case 'GET prices':
      return list(
        STRIPE_PRICES.filter(({ lookup_key }) => lookup_key === query.get('lookup_keys[0]')).map(asPrice),
      )
    case 'GET subscriptions': {
      if (id) return found(desk.subscriptions.get(id))
      const own = [...desk.subscriptions.values()].filter(
        ({ customer }) => customer === query.get('customer'),
      )
      return page(own.reverse(), query)
    }
    case 'DELETE subscriptions': {
      const subscription = desk.subscriptions.get(id)
      if (!subscription || subscription.status === 'canceled') return refusal(404, 'resource_missing')
      return json(200, desk.cancel(subscription))
    }
    case 'POST subscriptions': {
      const subscription = desk.subscriptions.get(id)
      if (!subscription || subscription.status === 'canceled') return refusal(404, 'resource_missing')
      return json(200, desk.update(subscription, fields))
    }
    case 'POST invoices': {
      const subscription = desk.subscriptions.get(fields.get('subscription') ?? '')
      if (id !== 'create_preview' || !subscription) return refusal(404, 'resource_missing')
      return json(200, { object: 'invoice', amount_due: desk.dueOnSwitch(subscription, fields) })
    }
    case 'GET invoices': {
      const own = [...desk.invoices].filter(
        ([, { subscription }]) => subscription === query.get('subscription'),
      )
      const isExpanded = query.get('expand[]') === 'data.payments'
      return list(
        own.map(([invoice, { charge }]) => ({
          id: invoice,
          object: 'invoice',
          ...(isExpanded && { payments: { object: 'list', data: [paymentBy(charge)], has_more: false } }),
        })),
      )
    }
    case 'GET charges':
      if (id) return found(desk.charges.find((charge) => charge.id === id))
      return list(desk.charges.filter(({ customer }) => customer === query.get('customer')))
    case 'GET invoice_payments': {
      const invoice = desk.invoices.get(query.get('invoice') ?? '')
      return list(invoice ? [paymentBy(invoice.charge)] : [])
    }
    case 'POST refunds':
      return desk.refundIntent(fields.get('payment_intent') ?? '')
        ? json(200, { id: newId('re') })
        : refusal(400, 'charge_already_refunded')
    case 'GET disputes': {
      const status = desk.disputes.get(query.get('charge') ?? '')
      return list(status ? [{ id: newId('dp'), status }] : [])
    }
    case 'POST billing_portal': {
      const portal = newId('bps')
      desk.portals.set(portal, {
        customer: fields.get('customer') ?? '',
        returnUrl: fields.get('return_url') ?? '',
      })
      return json(200, { id: portal, url: `https://billing.stripe.com/p/session/${portal}` })
    }
    case 'GET checkout':
      return found(desk.sessions.get(action))
    case 'POST checkout':
      return action ? expire(desk, action) : json(200, desk.openSession(fields))
    default:
      return refusal(404, 'resource_missing')
  }
}

function paymentBy({ payment_intent }: { payment_intent: string }) {
  return { object: 'invoice_payment', status: 'paid', payment: { type: 'payment_intent', payment_intent } }
}

/** Expires a checkout, unless it is paid or has expired. */
function expire(desk: StripeDesk, id: string): Answer {
  const session = desk.sessions.get(id)
  if (session?.status !== 'open') return refusal(400, 'session_not_open')
  session.status = 'expired'
  return json(200, session)
}

function asPrice(price: (typeof STRIPE_PRICES)[number]) {
  return { ...price, currency: 'usd', recurring: { interval: 'month', interval_count: 1 } }
}

/** A page of up to `limit` objects after `starting_after`. */
function page(all: readonly { id: string }[], query: URLSearchParams): Answer {
  const start = all.findIndex(({ id }) => id === query.get('starting_after')) + 1
  const limit = Number(query.get('limit') ?? 10)
  const data = all.slice(start, start + limit)
  return json(200, { object: 'list', data, has_more: start + limit < all.length })
}

function list(data: readonly unknown[]): Answer {
  return json(200, { object: 'list', data, has_more: false })
}

function found(value: unknown): Answer {
  return value === undefined ? refusal(404, 'resource_missing') : json(200, value)
}

function refusal(status: number, code: string): Answer {
  return json(status, { error: { type: 'invalid_request_error', code } })
}
