import { and, gt, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { type Run, scrapeRuns } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import type { CollectMessage } from '../env.ts'
import { isFree, sendEach, waitAfterSql } from '../platform/due.ts'
import { logFault } from '../platform/log.ts'
import { HOUR_MS, SECOND_MS } from '../rules/durations.ts'
import { PLATFORMS } from '../rules/platforms.ts'
import { stillAt, takeLateRuns } from './run-store.ts'

/** Delay after which a late step counts as lost. */
export const SWEEP_GRACE_MS = 5 * SECOND_MS
/**
 * Lateness after which a step is sent again. It grows fourfold with each resend, up to 21 minutes, because the step may
 * only be waiting in a long queue.
 */
const GRACE_MS = [1, 4, 16, 64, 256].map((factor) => factor * SWEEP_GRACE_MS)
const PER_BATCH = 500
/** Maximum number of batches per tick. Remaining late steps are handled in the next tick. */
const MAX_BATCHES = 20

/**
 * Sends late steps of open runs again, unless they are leased. A resent step is no longer late, so concurrent sweeps
 * send it once.
 *
 * @param runId the only run to check; all if missing
 * @returns number of steps sent
 */
export async function resendLateSteps(ctx: BackgroundContext, runId?: string): Promise<number> {
  let sent = 0
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const late = {
      runId,
      leastMs: SWEEP_GRACE_MS,
      graceMs: waitAfterSql(GRACE_MS, sql`${scrapeRuns.resends} + 1`),
      limit: PER_BATCH,
    }
    const runs = await takeLateRuns(ctx, late)
    for (const platform of PLATFORMS) {
      const own = runs.filter((run) => run.platform === platform)
      // Steps that can't be sent become late again.
      const fault = { event: 'collection_steps_not_sent', platform }
      await sendEach(ctx.queues[platform], own, stepMessage, fault)
    }
    sent += runs.length
    if (runs.length < PER_BATCH) break
  }
  return sent
}

function stepMessage(run: Pick<Run, 'id' | 'page'>): CollectMessage {
  return { version: 1, type: 'collect-page', runId: run.id, page: run.page }
}

/** Maximum delay of one message. A step due later is delayed again when its message arrives. */
const MAX_DELAY_SECONDS = (12 * HOUR_MS) / SECOND_MS

/** Sends a step as a queue message. `resendLateSteps` repeats messages that were lost or couldn't be sent. */
export async function sendStep(
  ctx: BackgroundContext,
  run: Pick<Run, 'id' | 'page' | 'platform'>,
  delayMs: number,
): Promise<void> {
  await ctx.queues[run.platform]
    .send(stepMessage(run), { delaySeconds: Math.min(Math.ceil(delayMs / SECOND_MS), MAX_DELAY_SECONDS) })
    .catch((cause: unknown) => logFault('collection_step_not_sent', cause, { runId: run.id, page: run.page }))
}

/**
 * Replaces a message that came before its step is due (clock differences, duplicate delivery) with a single message for
 * the due time, so that duplicates don't multiply.
 */
export async function putOffEarlyStep(ctx: BackgroundContext, message: CollectMessage): Promise<void> {
  const now = ctx.now()
  const [early] = await ctx.db
    .select(columns(scrapeRuns, 'id', 'page', 'platform', 'dueAt'))
    .from(scrapeRuns)
    .where(
      and(
        stillAt({ id: message.runId, page: message.page }),
        gt(scrapeRuns.dueAt, now),
        isFree(scrapeRuns.leaseUntil, now),
      ),
    )
  if (early) await sendStep(ctx, early, early.dueAt - now)
}
