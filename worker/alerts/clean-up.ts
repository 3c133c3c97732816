import { isNull } from 'drizzle-orm'
import { alertRecipients, outgoingPushes } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { prune } from '../platform/prune.ts'
import { DAY_MS } from '../rules/durations.ts'

export const UNANSWERED_DAYS = 7

/**
 * Deletes push messages that couldn't be delivered for a day, and addresses still unconfirmed a week after their link
 * expired. Part of the minute's tick.
 */
export async function cleanUpAlerts(ctx: BackgroundContext): Promise<void> {
  const now = ctx.now()
  await ctx.db.batch([
    prune(ctx.db, { key: outgoingPushes.id, time: outgoingPushes.dueAt }, now - DAY_MS),
    prune(
      ctx.db,
      {
        key: alertRecipients.id,
        time: alertRecipients.tokenExpiresAt,
        of: isNull(alertRecipients.confirmedAt),
      },
      now - UNANSWERED_DAYS * DAY_MS,
    ),
  ])
}
