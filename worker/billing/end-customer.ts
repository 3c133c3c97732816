import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { organizationBilling } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { isLocalCustomer } from './local-payments.ts'
import { billingQuery } from './stored-subscription.ts'
import { askStripe, StripeRefusal } from './stripe/ask-stripe.ts'

const GONE = 404

/**
 * Deletes an organization's customer at Stripe, which ends its subscriptions at once; invoices stay there as long as the law
 * wants them (https://docs.stripe.com/api/customers/delete). Then forgets what it paid.
 *
 * @throws DomainError `unavailable`
 */
export async function endCustomer(ctx: BackgroundContext, organizationId: string): Promise<void> {
  const [row] = await billingQuery(ctx, organizationId)
  if (!row) return
  if (!isLocalCustomer(row.customerId)) {
    const path = `/v1/customers/${row.customerId}`
    await askStripe(ctx, { method: 'DELETE', path, answer: v.object({ deleted: v.literal(true) }) }).catch(
      (error: unknown) => {
        if (!(error instanceof StripeRefusal && error.status === GONE)) throw error
      },
    )
  }
  await ctx.db.delete(organizationBilling).where(eq(organizationBilling.organizationId, organizationId))
}
