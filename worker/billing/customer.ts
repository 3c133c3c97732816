import * as v from 'valibot'
import { organizationBilling } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { isLocalCustomer } from './local-payments.ts'
import { billingQuery } from './stored-subscription.ts'
import { askStripe } from './stripe/ask-stripe.ts'

/** The caller's name at Stripe as who pays for the organization, made there where it has none: nobody pays with another one's card. */
export async function requireCustomer(ctx: MemberContext): Promise<string> {
  const { id: organizationId, name } = ctx.organization
  const { id: userId, email } = ctx.session.user
  const [known] = await billingQuery(ctx, organizationId)
  if (known && known.userId === userId && !isLocalCustomer(known.customerId)) return known.customerId
  const { value } = await askStripe(ctx, {
    method: 'POST',
    path: '/v1/customers',
    // Two first checkouts at once make one customer.
    idempotencyKey: `customer-${organizationId}-${userId}`,
    fields: { email, name, 'metadata[organization]': organizationId },
    answer: v.object({ id: v.string() }),
  })
  const now = ctx.now()
  const customerId = value.id
  await ctx.db
    .insert(organizationBilling)
    .values({ organizationId, customerId, userId, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: organizationBilling.organizationId,
      // What the former one has paid for stays until it ends.
      set: { customerId, userId, syncedAt: 0 },
    })
  return customerId
}
