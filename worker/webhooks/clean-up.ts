import { webhookDeliveries } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { prune } from '../platform/prune.ts'
import { DAY_MS } from '../rules/durations.ts'

export const KEPT_DAYS = 30

/** Deletes deliveries that are too old to be looked up or sent again. Part of the minute's tick. */
export async function forgetOldDeliveries(ctx: BackgroundContext): Promise<void> {
  const until = ctx.now() - KEPT_DAYS * DAY_MS
  await prune(ctx.db, { key: webhookDeliveries.number, time: webhookDeliveries.createdAt }, until)
}
