import { env } from 'cloudflare:test'
import { inject } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { ask } from '#tests/edge/support/web.ts'
import type { Account } from '#tests/factories.ts'
import { type SignedEvent, UpstreamControl } from '#tests/upstream/control.ts'
import type { Env } from '#worker/env.ts'
import type { PaidPlan } from '#worker/rules/billing.ts'

/** With a separate Stripe: no other test sees these payments and refunds. */
export const BILLING: Env = { ...env, ...inject('ownUpstreamSettings').billing }
export const stripe = new UpstreamControl(String(BILLING.UPSTREAM_ORIGIN))

/** The procedures as called by the owner, on the organization's current plan. */
export async function ownerApi(account: Account, now?: () => number) {
  return apiFor(account, { plan: await planOf(account), env: BILLING, ...(now && { now }) }).billing
}

export async function planOf({ organizationId }: Account): Promise<string> {
  const row = await env.DB.prepare(
    'SELECT plan_type AS plan FROM organization_subscriptions WHERE organization_id = ?',
  )
    .bind(organizationId)
    .first<{ plan: string }>()
  return row?.plan ?? 'none'
}

/** Opens a checkout and pays it. No event has arrived yet. */
export async function payFor(account: Account, plan: PaidPlan = 'pro') {
  const api = await ownerApi(account)
  const { url } = await api.checkout({ plan })
  const sessionId = url.split('/').at(-1) ?? ''
  await stripe.payAtStripe(sessionId)
  return { sessionId, customer: await customerOf(account) }
}

export async function customerOf({ organizationId }: Account): Promise<string> {
  const row = await env.DB.prepare(
    'SELECT customer_id AS customer FROM organization_billing WHERE organization_id = ?',
  )
    .bind(organizationId)
    .first<{ customer: string }>()
  return row?.customer ?? 'none'
}

/** Events about a customer, oldest first. */
export async function eventsOf(customer: string): Promise<SignedEvent[]> {
  const events = await stripe.stripeEvents()
  return events.filter(({ body }) => body.includes(customer))
}

export function deliver({ body, signature }: Pick<SignedEvent, 'body' | 'signature'>, bindings = BILLING) {
  return ask('/webhooks/stripe', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    env: bindings,
  })
}

/** Everything that billing has stored about an organization, except our own times. */
export async function storedBilling({ organizationId, userId }: Account) {
  const statements = [
    `SELECT plan_type, seats_included FROM organization_subscriptions WHERE organization_id = ?1`,
    `SELECT subscription_tier, subscription_status FROM organizations WHERE id = ?1`,
    `SELECT plan_type, status FROM subscriptions WHERE user_id = ?2`,
    `SELECT subscription_tier FROM profiles WHERE id = ?2`,
    `SELECT customer_id, user_id, subscription_id, paid_plan, effective_plan, status, payment, period_started_at,
      period_ends_at, cancels_at FROM organization_billing WHERE organization_id = ?1`,
    `SELECT kind, message FROM notifications WHERE organization_id = ?1 ORDER BY dedupe_key`,
  ]
  const rows = await env.DB.batch(
    statements.map((sql) =>
      env.DB.prepare(`${sql}`).bind(...(sql.includes('?2') ? [organizationId, userId] : [organizationId])),
    ),
  )
  return rows.map(({ results }) => results)
}
