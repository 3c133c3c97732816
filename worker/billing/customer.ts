import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { organizationBilling } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { isLocalCustomer } from './local-payments.ts'
import { billingQuery } from './stored-subscription.ts'
import { askStripe } from './stripe/ask-stripe.ts'

/** The organization's name at Stripe, made there where it has none. From now on the caller is who pays. */
export async function requireCustomer(ctx: MemberContext): Promise<string> {
  const { id: organizationId, name } = ctx.organization
  const { id: userId, email } = ctx.session.user
  const [known] = await billingQuery(ctx, organizationId)
  if (known && !isLocalCustomer(known.customerId)) {
    if (known.userId !== userId) {
      await ctx.db
        .update(organizationBilling)
        .set({ userId })
        .where(eq(organizationBilling.organizationId, organizationId))
    }
    return known.customerId
  }
  const { value } = await askStripe(ctx, {
    method: 'POST',
    path: '/v1/customers',
    // Two first checkouts at once make one customer.
    idempotencyKey: `customer-${organizationId}`,
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
      set: { customerId, userId, syncedAt: 0, checkAt: null },
      setWhere: sql`substr(customer_id, 1, 6) = 'local_'`,
    })
  return customerId
}
