import { lte } from 'drizzle-orm'
import { notifications } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { DAY_MS } from '../rules/durations.ts'

export const KEPT_DAYS = 90

/** Deletes what is too old to be news, with its read marks. Part of the minute's tick. */
export async function forgetOldNotifications(ctx: BackgroundContext): Promise<void> {
  await ctx.db.delete(notifications).where(lte(notifications.createdAt, ctx.now() - KEPT_DAYS * DAY_MS))
}
