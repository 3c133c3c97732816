import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { organizationBilling } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { LIMITS, requireTry } from '../identity/limits/tries.ts'
import { requireRecentLogin } from '../identity/sessions/require-proof.ts'
import { makeOwner, requireOtherMember } from '../organizations/members.ts'
import { actualAddress } from '../platform/outbound.ts'
import { NO_SUBSCRIPTION } from '../rules/billing.ts'
import type { MemberId } from '../rules/organizations.ts'
import { cancelForNextOwner } from './change-plan.ts'
import { isLocalCustomer, requireSaleMode } from './local-payments.ts'
import { nextSync } from './store-billing.ts'
import { billingQuery, requirePayer } from './stored-subscription.ts'
import { askStripe, StripeRefusal } from './stripe/ask-stripe.ts'
import { BILLING_SCREEN } from './tell-payer.ts'

/** Creates a customer unless the stored one is the caller's own: nobody pays with another person's card. */
export async function requireCustomer(ctx: MemberContext): Promise<string> {
  const { id: organizationId, name } = ctx.organization
  const { id: userId, email } = ctx.session.user
  const [known] = await billingQuery(ctx, organizationId)
  if (known && known.userId === userId && !isLocalCustomer(known.customerId)) return known.customerId
  const { id: customerId } = await askStripe(ctx, {
    method: 'POST',
    path: '/v1/customers',
    // Two concurrent first checkouts create one customer.
    idempotencyKey: `customer-${organizationId}-${userId}`,
    fields: { email, name, 'metadata[organization]': organizationId },
    answer: v.object({ id: v.string() }),
  })
  const now = ctx.now()
  await ctx.db
    .insert(organizationBilling)
    .values({ organizationId, customerId, userId, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: organizationBilling.organizationId,
      // A former owner's paid subscription stays until it ends.
      set: { customerId, userId, syncedAt: nextSync(now) },
    })
  return customerId
}

/**
 * Stripe's own page for the owner's card, address and invoices.
 *
 * @returns a URL that works once and only briefly
 * @throws DomainError `conflict` if nothing was ever bought; `too_many`; `unavailable`
 */
export async function openPortal(ctx: MemberContext): Promise<{ url: string }> {
  requireSaleMode(ctx.settings, 'stripe')
  await requireTry(ctx, LIMITS.billingOrganization, ctx.organization.id)
  const [row] = await billingQuery(ctx, ctx.organization.id)
  if (!row || isLocalCustomer(row.customerId)) throw new DomainError('conflict', NO_SUBSCRIPTION)
  requirePayer(ctx, row)
  const { APP_ORIGIN, UPSTREAM_ORIGIN } = ctx.settings
  const { url } = await askStripe(ctx, {
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    fields: { customer: row.customerId, return_url: `${APP_ORIGIN}${BILLING_SCREEN}` },
    answer: v.object({ url: v.string() }),
  })
  return { url: actualAddress(new URL(url), UPSTREAM_ORIGIN) }
}

const GONE = 404

/**
 * Deletes an organization's Stripe customer, which ends its subscriptions at once; Stripe keeps the invoices for as
 * long as required by law (https://docs.stripe.com/api/customers/delete). Then deletes the stored billing data.
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

/**
 * The caller's paid plan ends with its period; the next owner pays for themselves.
 *
 * @throws DomainError `recent_login_needed`; `not_found`; `unavailable` if the payment provider doesn't respond; then
 * nothing has changed
 */
export async function transferOwnership(ctx: MemberContext, next: MemberId): Promise<void> {
  requireRecentLogin(ctx)
  await requireOtherMember(ctx, next)
  await cancelForNextOwner(ctx)
  await makeOwner(ctx, next)
}
