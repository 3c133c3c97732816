import { and, asc, eq, inArray, isNull, lt, lte, or } from 'drizzle-orm'
import { scrapeRuns } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { logFault } from '../platform/log.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { PLATFORMS, type Platform } from '../rules/platforms.ts'
import { OPEN_STATUSES } from './claim-run.ts'
import type { Run } from './run-view.ts'
import { stepMessage } from './send-step.ts'

/** A step that is this late counts as lost. */
export const SWEEP_GRACE_MS = 5 * SECOND_MS
const MAX_RUNS = 500
/** A queue takes at most 100 messages a call. */
const MAX_PER_SEND = 100

/**
 * Sends the next step of every open run whose step is late and that nobody holds. A run that was swept is not late any
 * more, so that sweeping twice sends once.
 *
 * @param runId looks at this run only
 * @returns how many steps were sent
 */
export async function resendLateSteps(ctx: BackgroundContext, runId?: string): Promise<number> {
  const now = ctx.now()
  const late = ctx.db
    .select({ seq: scrapeRuns.seq })
    .from(scrapeRuns)
    .where(
      and(
        runId === undefined ? undefined : eq(scrapeRuns.id, runId),
        inArray(scrapeRuns.status, OPEN_STATUSES),
        lte(scrapeRuns.dueAt, now - SWEEP_GRACE_MS),
        or(isNull(scrapeRuns.leaseUntil), lt(scrapeRuns.leaseUntil, now)),
      ),
    )
    .orderBy(asc(scrapeRuns.dueAt))
    .limit(MAX_RUNS)
  const runs = await ctx.db
    .update(scrapeRuns)
    .set({ dueAt: now })
    .where(inArray(scrapeRuns.seq, late))
    .returning({ id: scrapeRuns.id, page: scrapeRuns.page, platform: scrapeRuns.platform })
  for (const platform of PLATFORMS) {
    await sendAll(
      ctx,
      platform,
      runs.filter((run) => run.platform === platform),
    )
  }
  return runs.length
}

/** Steps that can't be sent become late again. */
async function sendAll(
  ctx: BackgroundContext,
  platform: Platform,
  runs: Pick<Run, 'id' | 'page'>[],
): Promise<void> {
  for (let from = 0; from < runs.length; from += MAX_PER_SEND) {
    const messages = runs.slice(from, from + MAX_PER_SEND).map((run) => ({ body: stepMessage(run) }))
    await ctx.queues[platform]
      .sendBatch(messages)
      .catch((cause: unknown) => logFault('collection_steps_not_sent', cause, { platform }))
  }
}
