import { ControlError, type Fields } from './control-input.ts'
import { DISPUTE_STATUSES, EVENT_DELIVERIES, type StripeDesk } from './stripe-desk.ts'

type StripeAction = (parts: { stripe: StripeDesk }, fields: Fields, query: URLSearchParams) => unknown

function onCustomer(act: (desk: StripeDesk, customer: string, fields: Fields) => unknown): StripeAction {
  return ({ stripe }, fields) => {
    try {
      return act(stripe, String(fields.customer), fields)
    } catch (error) {
      if (error instanceof RangeError) throw new ControlError(error.message)
      throw error
    }
  }
}

/** Control actions for Stripe, by method and path below `/__control/`. */
export const STRIPE_ACTIONS: Readonly<Record<string, StripeAction>> = {
  'POST stripe/delivery': ({ stripe }, { delivery }) => {
    const known = EVENT_DELIVERIES.find((one) => one === delivery)
    if (!known) throw new ControlError(`delivery must be one of ${EVENT_DELIVERIES.join(', ')}.`)
    stripe.setDelivery(known)
  },
  'GET stripe/events': ({ stripe }) => stripe.events,
  'POST stripe/pay': ({ stripe }, { session }) => {
    const open = stripe.sessions.get(String(session))
    if (open?.status !== 'open') throw new ControlError(`${String(session)} is not open.`)
    stripe.complete(open)
  },
  'POST stripe/fail-renewal': onCustomer((desk, customer, { daysAgo = 0 }) =>
    desk.failRenewal(customer, Number(daysAgo)),
  ),
  'POST stripe/pay-renewal': onCustomer((desk, customer) => desk.payRenewal(customer)),
  'POST stripe/end': onCustomer((desk, customer) => desk.end(customer)),
  'POST stripe/pause': onCustomer((desk, customer, { days = 0 }) => desk.pause(customer, Number(days))),
  'POST stripe/ended': onCustomer((desk, customer, { count = 0 }) => desk.addEnded(customer, Number(count))),
  'POST stripe/add-item': onCustomer((desk, customer) => desk.addItem(customer)),
  'POST stripe/charge-more': onCustomer((desk, customer) => desk.chargeMore(customer)),
  'POST stripe/refund': onCustomer((desk, customer) => desk.refund(customer)),
  'POST stripe/dispute': onCustomer((desk, customer, { status }) => {
    const known = DISPUTE_STATUSES.find((one) => one === status)
    if (!known) throw new ControlError(`status must be one of ${DISPUTE_STATUSES.join(', ')}.`)
    return desk.dispute(customer, known)
  }),
}
