import * as v from 'valibot'
import type { BackgroundContext } from '../../context.ts'
import { askStripe, StripeRefusal } from './ask-stripe.ts'
import type { StripeSubscription } from './customer-state.ts'

const InvoicePayments = v.object({
  data: v.array(v.object({ payment: v.object({ payment_intent: v.nullish(v.string()) }) })),
})

/** Ends a subscription at once that was bought beside another one, and gives back what it has cost. */
export async function endSuperfluous(
  ctx: BackgroundContext,
  { id, latest_invoice: invoice }: StripeSubscription,
): Promise<void> {
  await unlessRefused(
    askStripe(ctx, { method: 'DELETE', path: `/v1/subscriptions/${id}`, answer: v.object({}) }),
  )
  if (!invoice) return
  const fields = { invoice, status: 'paid' }
  const { value } = await askStripe(ctx, { path: '/v1/invoice_payments', fields, answer: InvoicePayments })
  for (const { payment } of value.data) {
    if (!payment.payment_intent) continue
    const refund = askStripe(ctx, {
      method: 'POST',
      path: '/v1/refunds',
      idempotencyKey: `superfluous-${payment.payment_intent}`,
      fields: { payment_intent: payment.payment_intent, reason: 'duplicate' },
      answer: v.object({}),
    })
    await unlessRefused(refund)
  }
}

/** Ignores Stripe's refusal to end or refund something twice. */
async function unlessRefused(asked: Promise<unknown>): Promise<void> {
  await asked.catch((error: unknown) => {
    if (!(error instanceof StripeRefusal)) throw error
  })
}
