import { and, asc, eq, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import { runIsOpen, scrapeRuns } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { logFault } from '../platform/log.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { PLATFORMS, type Platform } from '../rules/platforms.ts'
import type { Run } from './run-view.ts'
import { stepMessage } from './send-step.ts'

/** A step that is this late counts as lost. */
export const SWEEP_GRACE_MS = 5 * SECOND_MS
/** A step that was sent again may wait in a long queue: each time it gets four times as long, up to 21 minutes. */
const GRACE_GROWTH_BITS = 2
const MAX_GRACE_BITS = 8
const PER_BATCH = 500
/** What is left after so many goes to the next tick. */
const MAX_BATCHES = 20
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
  let sent = 0
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const runs = await takeLateRuns(ctx, runId)
    for (const platform of PLATFORMS) {
      await sendAll(
        ctx,
        platform,
        runs.filter((run) => run.platform === platform),
      )
    }
    sent += runs.length
    if (runs.length < PER_BATCH) break
  }
  return sent
}

function takeLateRuns(ctx: BackgroundContext, runId: string | undefined) {
  const now = ctx.now()
  const grace = sql`${SWEEP_GRACE_MS} * (1 << min(${GRACE_GROWTH_BITS} * ${scrapeRuns.resends}, ${MAX_GRACE_BITS}))`
  const late = ctx.db
    .select({ seq: scrapeRuns.seq })
    .from(scrapeRuns)
    .where(
      and(
        runId === undefined ? undefined : eq(scrapeRuns.id, runId),
        runIsOpen,
        // Nothing is fetched for a file; its browser sends the next step.
        ne(scrapeRuns.source, 'file'),
        lte(scrapeRuns.dueAt, now - SWEEP_GRACE_MS),
        sql`${scrapeRuns.dueAt} + ${grace} <= ${now}`,
        or(isNull(scrapeRuns.leaseUntil), lt(scrapeRuns.leaseUntil, now)),
      ),
    )
    .orderBy(asc(scrapeRuns.dueAt))
    .limit(PER_BATCH)
  return ctx.db
    .update(scrapeRuns)
    .set({ dueAt: now, resends: sql`${scrapeRuns.resends} + 1` })
    .where(inArray(scrapeRuns.seq, late))
    .returning({ id: scrapeRuns.id, page: scrapeRuns.page, platform: scrapeRuns.platform })
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
