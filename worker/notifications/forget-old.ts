import { notifications } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { prune } from '../platform/prune.ts'
import { DAY_MS } from '../rules/durations.ts'

export const KEPT_DAYS = 90

/** Deletes what is too old to be news, with its read marks. Part of the minute's tick. */
export async function forgetOldNotifications(ctx: BackgroundContext): Promise<void> {
  const until = ctx.now() - KEPT_DAYS * DAY_MS
  await prune(ctx.db, { key: notifications.seq, time: notifications.createdAt }, until)
}
