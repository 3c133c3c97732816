import { and, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import { scrapeRuns } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import type { CollectMessage } from '../env.ts'
import { OPEN_STATUSES } from './claim-run.ts'
import { sendStep } from './send-step.ts'

/**
 * Sends a message again that came before its step is due, for the time at which it is. Messages come early by the clock
 * of another machine, or twice; the platform's pages are asked for at their pace all the same. One message makes one, so
 * that doubled ones don't multiply.
 */
export async function putOffEarlyStep(ctx: BackgroundContext, message: CollectMessage): Promise<void> {
  const now = ctx.now()
  const [early] = await ctx.db
    .select({
      id: scrapeRuns.id,
      page: scrapeRuns.page,
      platform: scrapeRuns.platform,
      dueAt: scrapeRuns.dueAt,
    })
    .from(scrapeRuns)
    .where(
      and(
        eq(scrapeRuns.id, message.runId),
        eq(scrapeRuns.page, message.page),
        inArray(scrapeRuns.status, OPEN_STATUSES),
        gt(scrapeRuns.dueAt, now),
        or(isNull(scrapeRuns.leaseUntil), lte(scrapeRuns.leaseUntil, now)),
      ),
    )
  if (early) await sendStep(ctx, early, early.dueAt - now)
}
