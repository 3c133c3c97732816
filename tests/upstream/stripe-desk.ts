import { createHmac, randomBytes } from 'node:crypto'

export const STRIPE_SECRET_KEY = 'sk_test_simulated'
export const STRIPE_WEBHOOK_SECRET = 'whsec_simulated'

const DAY_SECONDS = 24 * 60 * 60
const MONTH_SECONDS = 30 * DAY_SECONDS
const PRO_CENTS = 1_900

export const DISPUTE_STATUSES = [
  'needs_response',
  'won',
  'lost',
  'warning_needs_response',
  'warning_closed',
] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

export const STRIPE_PRICES = [
  { id: 'price_pro', lookup_key: 'pro_monthly', unit_amount: 1_900 },
  { id: 'price_ai', lookup_key: 'ai_insights_monthly', unit_amount: 4_900 },
] as const

interface Session {
  id: string
  object: 'checkout.session'
  customer: string
  status: 'open' | 'complete' | 'expired'
  url: string | null
  price: string
  plan: string
  successUrl: string
  cancelUrl: string
}

interface SimulatedSubscription {
  id: string
  object: 'subscription'
  customer: string
  status: string
  cancel_at_period_end: boolean
  cancel_at: number | null
  pause_collection: { behavior: string } | null
  latest_invoice: string
  metadata: Record<string, string>
  items: {
    data: {
      id: string
      current_period_start: number
      current_period_end: number
      price: { id: string; lookup_key: string }
    }[]
  }
}

interface Charge {
  id: string
  object: 'charge'
  customer: string
  /** In seconds, like all times here. */
  created: number
  amount: number
  payment_intent: string
  paid: boolean
  refunded: boolean
  disputed: boolean
}

/** An event as sent: the exact body and its signature header. */
export interface SignedEvent {
  id: string
  type: string
  body: string
  /** Made when the event was created. */
  signature: string
}

/**
 * Delivery of events: `first` sends them before answering the request that caused them, `late` a second later, `never`
 * not at all.
 */
export const EVENT_DELIVERIES = ['first', 'late', 'never'] as const
export type EventDelivery = (typeof EVENT_DELIVERIES)[number]

const LATE_MS = 1_000

/** A simulated Stripe: customers, their checkouts, subscriptions and charges, and the resulting events. */
export function createStripeDesk(initial: EventDelivery = 'never') {
  const customers = new Map<string, { id: string; email: string }>()
  const sessions = new Map<string, Session>()
  const subscriptions = new Map<string, SimulatedSubscription>()
  const charges: Charge[] = []
  const disputes = new Map<string, string>()
  /** Paid invoices. */
  const invoices = new Map<string, { subscription: string; charge: Charge }>()
  const portals = new Map<string, { customer: string; returnUrl: string }>()
  const answered = new Map<string, { request: string; answer: unknown }>()
  const events: SignedEvent[] = []
  const waiting: Promise<unknown>[] = []
  let delivery = initial
  let webhook: string | null = null

  function emit(type: string, object: object): SignedEvent {
    const id = newId('evt')
    const created = seconds()
    const body = JSON.stringify({ id, object: 'event', type, created, data: { object } })
    const event = { id, type, body, signature: signatureOf(body, created) }
    events.push(event)
    if (webhook !== null && delivery !== 'never') waiting.push(send(event, webhook))
    return event
  }

  async function send(event: SignedEvent, address: string): Promise<void> {
    if (delivery === 'late') await new Promise((resolve) => setTimeout(resolve, LATE_MS))
    const headers = { 'content-type': 'application/json', 'stripe-signature': event.signature }
    // Failed events aren't resent; tests that need that send them themselves.
    await fetch(address, { method: 'POST', headers, body: event.body }).catch(() => undefined)
  }

  function charge(customer: string, amount: number, paid = true): Charge {
    const made: Charge = {
      id: newId('ch'),
      object: 'charge',
      customer,
      created: seconds(),
      amount,
      payment_intent: newId('pi'),
      paid,
      refunded: false,
      disputed: false,
    }
    charges.unshift(made)
    return made
  }

  function refunded(paid: Charge): SignedEvent {
    paid.refunded = true
    return emit('charge.refunded', paid)
  }

  function subscriptionOf(customer: string): SimulatedSubscription {
    const found = [...subscriptions.values()].findLast((one) => one.customer === customer)
    if (!found) throw new RangeError(`${customer} has no subscription.`)
    return found
  }

  function changed(subscription: SimulatedSubscription): SimulatedSubscription {
    const type = subscription.status === 'canceled' ? 'deleted' : 'updated'
    emit(`customer.subscription.${type}`, subscription)
    return subscription
  }

  return {
    customers,
    sessions,
    subscriptions,
    charges,
    disputes,
    invoices,
    portals,
    answered,
    events,
    subscriptionOf,
    setDelivery(next: EventDelivery) {
      delivery = next
    },
    /** Resolves once all events have arrived, if delivery is `first`; otherwise at once. */
    async delivered() {
      if (delivery === 'first') await Promise.all(waiting.splice(0))
    },
    addCustomer(email: string) {
      const made = { id: newId('cus'), object: 'customer', email }
      customers.set(made.id, made)
      return made
    },
    /** Deletes a customer: their subscriptions end at once, their charges stay. */
    removeCustomer(id: string): boolean {
      for (const one of subscriptions.values()) {
        if (one.customer !== id || one.status === 'canceled') continue
        one.status = 'canceled'
        changed(one)
      }
      return customers.delete(id)
    },
    openSession(fields: URLSearchParams): Session {
      const id = newId('cs_test')
      const made: Session = {
        id,
        object: 'checkout.session',
        customer: fields.get('customer') ?? '',
        status: 'open',
        url: `https://checkout.stripe.com/c/pay/${id}`,
        price: fields.get('line_items[0][price]') ?? '',
        plan: fields.get('subscription_data[metadata][plan]') ?? '',
        successUrl: (fields.get('success_url') ?? '').replace('{CHECKOUT_SESSION_ID}', id),
        cancelUrl: fields.get('cancel_url') ?? '',
      }
      webhook = new URL('/webhooks/stripe', made.successUrl).href
      sessions.set(id, made)
      return made
    },
    /** Pays a checkout, as the customer does on the hosted page. */
    complete(session: Session): void {
      session.status = 'complete'
      const start = seconds()
      const made: SimulatedSubscription = {
        id: newId('sub'),
        object: 'subscription',
        customer: session.customer,
        status: 'active',
        cancel_at_period_end: false,
        cancel_at: null,
        pause_collection: null,
        latest_invoice: newId('in'),
        metadata: { plan: session.plan },
        items: {
          data: [
            {
              id: newId('si'),
              current_period_start: start,
              current_period_end: start + MONTH_SECONDS,
              price: priceOf(session.price),
            },
          ],
        },
      }
      subscriptions.set(made.id, made)
      invoices.set(made.latest_invoice, {
        subscription: made.id,
        charge: charge(session.customer, amountOf(session.price)),
      })
      emit('customer.subscription.created', made)
      emit('invoice.paid', { id: made.latest_invoice, object: 'invoice', customer: session.customer })
      emit('checkout.session.completed', session)
    },
    update(subscription: SimulatedSubscription, fields: URLSearchParams): SimulatedSubscription {
      const [item] = subscription.items.data
      const price = fields.get('items[0][price]')
      if (item && price) item.price = priceOf(price)
      const plan = fields.get('metadata[plan]')
      if (plan) subscription.metadata = { ...subscription.metadata, plan }
      const cancels = fields.get('cancel_at_period_end')
      if (cancels) subscription.cancel_at_period_end = cancels === 'true'
      return changed(subscription)
    },
    /** Amount in cents due at once for a switch to another price: the difference, for the rest of the period. */
    dueOnSwitch(subscription: SimulatedSubscription, fields: URLSearchParams): number {
      const [item] = subscription.items.data
      const price = fields.get('subscription_details[items][0][price]') ?? ''
      if (!item || fields.get('subscription_details[proration_behavior]') !== 'always_invoice') return 0
      const left =
        (item.current_period_end - seconds()) / (item.current_period_end - item.current_period_start)
      return Math.max(0, Math.round((amountOf(price) - amountOf(item.price.id)) * left))
    },
    /** Fails a renewal that was due this many days ago. */
    failRenewal(customer: string, daysAgo: number): SignedEvent {
      const subscription = subscriptionOf(customer)
      subscription.status = 'past_due'
      const [item] = subscription.items.data
      const start = seconds() - daysAgo * DAY_SECONDS
      if (item)
        Object.assign(item, { current_period_start: start, current_period_end: start + MONTH_SECONDS })
      // Earlier charges paid for the previous period.
      for (const one of charges) if (one.customer === customer) one.created -= MONTH_SECONDS
      charge(customer, PRO_CENTS, false)
      changed(subscription)
      return emit('invoice.payment_failed', { id: newId('in'), object: 'invoice', customer })
    },
    /** Pays the renewal, after the card works again. */
    payRenewal(customer: string): void {
      const subscription = subscriptionOf(customer)
      subscription.status = 'active'
      subscription.latest_invoice = newId('in')
      const { id, latest_invoice: invoice } = subscription
      invoices.set(invoice, { subscription: id, charge: charge(customer, PRO_CENTS) })
      changed(subscription)
      emit('invoice.paid', { id: invoice, object: 'invoice', customer })
    },
    end(customer: string): void {
      const subscription = subscriptionOf(customer)
      subscription.status = 'canceled'
      changed(subscription)
    },
    refund(customer: string): SignedEvent {
      return refunded(paidCharge(charges, customer))
    },
    /** Refunds the charge of a payment intent; undefined if there is none or it was already refunded. */
    refundIntent(intent: string): SignedEvent | undefined {
      const paid = charges.find((one) => one.payment_intent === intent && !one.refunded)
      return paid && refunded(paid)
    },
    /** Ends one subscription, but not the customer's others. */
    cancel(subscription: SimulatedSubscription): SimulatedSubscription {
      subscription.status = 'canceled'
      return changed(subscription)
    },
    /** Pauses the collection of payments, and moves the period on by this many days. */
    pause(customer: string, days: number): SignedEvent {
      const subscription = subscriptionOf(customer)
      subscription.pause_collection = { behavior: 'void' }
      for (const item of subscription.items.data) {
        item.current_period_start += days * DAY_SECONDS
        item.current_period_end += days * DAY_SECONDS
      }
      return emit('customer.subscription.updated', subscription)
    },
    addEnded(customer: string, count: number): void {
      const model = subscriptionOf(customer)
      for (let made = 0; made < count; made += 1) {
        const id = newId('sub')
        subscriptions.set(id, { ...structuredClone(model), id, status: 'canceled' })
      }
    },
    /** Adds another item to the subscription, listed before the plan. */
    addItem(customer: string): SignedEvent {
      const subscription = subscriptionOf(customer)
      const [first] = subscription.items.data
      if (first)
        subscription.items.data.unshift({
          ...first,
          id: newId('si'),
          price: { id: 'price_x', lookup_key: 'printer' },
        })
      return emit('customer.subscription.updated', subscription)
    },
    /** Adds a small charge unrelated to the plan. */
    chargeMore(customer: string): SignedEvent {
      return emit('invoice.paid', {
        id: newId('in'),
        object: 'invoice',
        customer,
        charge: charge(customer, 100).id,
      })
    },
    /** Disputes the customer's payment, or settles the dispute; `won` is in our favor. */
    dispute(customer: string, status: DisputeStatus): SignedEvent {
      const paid = paidCharge(charges, customer)
      paid.disputed = true
      disputes.set(paid.id, status)
      const type = /response$/.test(status) ? 'charge.dispute.created' : 'charge.dispute.closed'
      return emit(type, { id: newId('dp'), object: 'dispute', charge: paid.id, status })
    },
    emit,
    clear() {
      for (const map of [customers, sessions, subscriptions, disputes, invoices, portals, answered])
        map.clear()
      charges.length = 0
      events.length = 0
    },
  }
}
export type StripeDesk = ReturnType<typeof createStripeDesk>

/** Stripe's signature: HMAC-SHA-256 over time and body. */
function signatureOf(body: string, created: number, secret = STRIPE_WEBHOOK_SECRET): string {
  const digest = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex')
  return `t=${created},v1=${digest}`
}

function paidCharge(charges: readonly Charge[], customer: string): Charge {
  const paid = charges.find((one) => one.customer === customer && one.paid)
  if (!paid) throw new RangeError(`${customer} has paid nothing.`)
  return paid
}

function priceOf(id: string) {
  const price = STRIPE_PRICES.find((one) => one.id === id)
  return { id, lookup_key: price?.lookup_key ?? '' }
}

function amountOf(price: string): number {
  return STRIPE_PRICES.find(({ id }) => id === price)?.unit_amount ?? 0
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

function seconds(): number {
  return Math.floor(Date.now() / 1_000)
}
