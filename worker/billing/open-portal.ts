import * as v from 'valibot'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { LIMITS, requireTry } from '../identity/limits/tries.ts'
import { actualAddress } from '../platform/outbound.ts'
import { NO_SUBSCRIPTION } from '../rules/billing.ts'
import { isLocalCustomer } from './local-payments.ts'
import { requireSaleMode } from './sale-mode.ts'
import { billingQuery, requirePayer } from './stored-subscription.ts'
import { askStripe } from './stripe/ask-stripe.ts'
import { BILLING_SCREEN } from './tell-payer.ts'

/**
 * Opens Stripe's own page for the owner's card, address and invoices.
 *
 * @returns its address, which works once and not for long
 * @throws DomainError `conflict` where nothing was ever bought; `too_many`; `unavailable`
 */
export async function openPortal(ctx: MemberContext): Promise<{ url: string }> {
  requireSaleMode(ctx.settings, 'stripe')
  await requireTry(ctx, LIMITS.billingOrganization, ctx.organization.id)
  const [row] = await billingQuery(ctx, ctx.organization.id)
  if (!row || isLocalCustomer(row.customerId)) throw new DomainError('conflict', NO_SUBSCRIPTION)
  requirePayer(ctx, row)
  const { APP_ORIGIN, UPSTREAM_ORIGIN } = ctx.settings
  const { value } = await askStripe(ctx, {
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    fields: { customer: row.customerId, return_url: `${APP_ORIGIN}${BILLING_SCREEN}` },
    answer: v.object({ url: v.string() }),
  })
  return { url: actualAddress(new URL(value.url), UPSTREAM_ORIGIN) }
}
