import type { Message, MessageBatch } from '@cloudflare/workers-types'
import * as v from 'valibot'
import type { BackgroundContext } from '../context.ts'
import type { CollectMessage } from '../env.ts'
import { logEvent, logFault } from '../platform/log.ts'
import { claimRun, type Lease, newLease, releaseRun } from './claim-run.ts'
import { closeRun } from './close-run.ts'
import { persistently } from './persistently.ts'
import { runStep } from './run-step.ts'

const StepMessage = v.object({
  version: v.literal(1),
  type: v.literal('collect-page'),
  runId: v.pipe(v.string(), v.uuid()),
  page: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})

const RETRY_SECONDS = [2, 10, 60] as const
export const GAVE_UP =
  'Something went wrong on our side, several times. The next collection goes on from here.'

/** Each message alone: one that fails does not bring the others back. */
export async function consume(ctx: BackgroundContext, batch: MessageBatch<unknown>): Promise<void> {
  for (const message of batch.messages) await handle(ctx, message, runStep)
}

/** Messages that failed every delivery: their runs end, visibly. */
export async function consumeDead(ctx: BackgroundContext, batch: MessageBatch<unknown>): Promise<void> {
  for (const message of batch.messages) await handle(ctx, message, giveUp)
}

async function giveUp(ctx: BackgroundContext, message: CollectMessage, lease: Lease): Promise<void> {
  const claimed = await persistently(() => claimRun(ctx, message, lease))
  if (claimed) await closeRun(ctx, claimed, { status: 'failed', error: GAVE_UP })
}

/** A message that can't be read will never get better: it is logged and gone. One that failed comes back later. */
async function handle(
  ctx: BackgroundContext,
  message: Message<unknown>,
  work: (ctx: BackgroundContext, body: CollectMessage, lease: Lease) => Promise<void>,
): Promise<void> {
  const parsed = v.safeParse(StepMessage, message.body)
  if (!parsed.success) {
    logEvent('queue_message_unreadable', { messageId: message.id })
    return message.ack()
  }
  const { runId, page } = parsed.output
  const lease = newLease(ctx)
  try {
    await work(ctx, parsed.output, lease)
    message.ack()
  } catch (error) {
    logFault('collection_step_failed', error, { runId, page, attempt: message.attempts })
    // Tried once: a lease that can't be given back ends by itself.
    await releaseRun(ctx, parsed.output, lease).catch((cause: unknown) =>
      logFault('run_release_failed', cause, { runId }),
    )
    message.retry({ delaySeconds: RETRY_SECONDS[message.attempts - 1] ?? 60 })
  }
}
