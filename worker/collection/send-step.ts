import type { BackgroundContext } from '../context.ts'
import type { CollectMessage } from '../env.ts'
import { logFault } from '../platform/log.ts'
import { HOUR_MS, SECOND_MS } from '../rules/durations.ts'
import type { Run } from './run-view.ts'

export function stepMessage(run: Pick<Run, 'id' | 'page'>): CollectMessage {
  return { version: 1, type: 'collect-page', runId: run.id, page: run.page }
}

/** The most that a queue delays a message; one that comes early is put off again. */
const MAX_DELAY_SECONDS = (12 * HOUR_MS) / SECOND_MS

/** Asks for the run's next step. A message that can't be sent or gets lost is sent again by the sweep. */
export async function sendStep(
  ctx: BackgroundContext,
  run: Pick<Run, 'id' | 'page' | 'platform'>,
  delayMs: number,
): Promise<void> {
  await ctx.queues[run.platform]
    .send(stepMessage(run), {
      delaySeconds: Math.min(Math.ceil(delayMs / SECOND_MS), MAX_DELAY_SECONDS),
    })
    .catch((cause: unknown) => logFault('collection_step_not_sent', cause, { runId: run.id, page: run.page }))
}
