import type * as v from 'valibot'
import { batch } from '#db/client.ts'
import { organizationBilling } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import type { Settings } from '../env.ts'
import { DomainError } from '../errors.ts'
import { requireVerified } from '../identity/sessions/require-proof.ts'
import { NOT_ON_SALE, type PayLocallyInput, type SaleMode, type Subscription } from '../rules/billing.ts'
import { DAY_MS } from '../rules/durations.ts'
import { storeBilling } from './store-billing.ts'
import { storedSubscription } from './stored-subscription.ts'
import { tellPayer } from './tell-payer.ts'

const PERIOD_MS = 30 * DAY_MS
const PREFIX = 'local_'

export function isLocalCustomer(customerId: string): boolean {
  return customerId.startsWith(PREFIX)
}

/**
 * Simulates a payment with one of the outcomes that a provider could report.
 *
 * @throws DomainError `conflict` for a declined card, and on any machine that isn't local
 */
export async function payLocally(
  ctx: MemberContext,
  { plan, outcome }: v.InferOutput<typeof PayLocallyInput>,
): Promise<void> {
  requireVerified(ctx)
  requireSaleMode(ctx.settings, 'local')
  if (outcome === 'declined') throw new DomainError('conflict', 'The card was declined. Try another one.')
  const now = ctx.now()
  const customerId = `${PREFIX}${ctx.organization.id}`
  const userId = ctx.session.user.id
  await ctx.db
    .insert(organizationBilling)
    .values({ organizationId: ctx.organization.id, customerId, userId, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: organizationBilling.organizationId, set: { customerId, userId } })
  await storeLocally(ctx, {
    id: `${PREFIX}${ctx.createId()}`,
    plan,
    status: outcome === 'past_due' ? 'past_due' : 'active',
    payment: outcome === 'refunded' || outcome === 'disputed' ? outcome : 'paid',
    periodStartedAt: now,
    periodEndsAt: now + PERIOD_MS,
    cancelsAt: null,
  })
}

export async function storeLocally(ctx: MemberContext, subscription: Subscription): Promise<void> {
  const { id: organizationId } = ctx.organization
  const { id: userId, email } = ctx.session.user
  await batch(ctx.db, [
    ...storeBilling(ctx, { organizationId, subscription, syncedAt: null }),
    ...(await tellPayer(ctx, { organizationId, userId, email }, subscription)),
  ])
}

/** State a payment provider would report now: a finished period was renewed, or has ended if it was cancelled. */
export async function localState(
  ctx: BackgroundContext,
  organizationId: string,
): Promise<Subscription | null> {
  const now = ctx.now()
  const stored = await storedSubscription(ctx, organizationId)
  if (!stored) return null
  if (stored.cancelsAt !== null && stored.cancelsAt <= now) return { ...stored, status: 'ended' }
  const isOver = stored.status === 'active' && stored.periodEndsAt <= now
  const { periodEndsAt } = stored
  const next = { ...stored, periodStartedAt: periodEndsAt, periodEndsAt: periodEndsAt + PERIOD_MS }
  return isOver ? next : stored
}

/** Mode in which plans are sold: at Stripe if its key is set; otherwise simulated, but only on a local machine. */
export function saleMode({ STRIPE_SECRET_KEY, ENVIRONMENT }: Settings): SaleMode {
  if (STRIPE_SECRET_KEY) return 'stripe'
  return ENVIRONMENT === 'local' ? 'local' : 'off'
}

/** @throws DomainError `conflict` if plans can't be bought this way */
export function requireSaleMode(settings: Settings, ...modes: readonly SaleMode[]): SaleMode {
  const mode = saleMode(settings)
  if (!modes.includes(mode)) throw new DomainError('conflict', NOT_ON_SALE)
  return mode
}
