import { billingCheckouts, billingEvents } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { prune } from '../platform/prune.ts'
import { DAY_MS } from '../rules/durations.ts'

/** Stripe resends an event for three days, and an operator can for thirty. */
export const EVENT_DAYS = 90
export const CHECKOUT_DAYS = 30

export async function forgetOldBilling(ctx: BackgroundContext): Promise<void> {
  const now = ctx.now()
  await ctx.db.batch([
    prune(ctx.db, { key: billingEvents.id, time: billingEvents.createdAt }, now - EVENT_DAYS * DAY_MS),
    prune(
      ctx.db,
      { key: billingCheckouts.id, time: billingCheckouts.createdAt },
      now - CHECKOUT_DAYS * DAY_MS,
    ),
  ])
}
