import type { Message, MessageBatch } from '@cloudflare/workers-types'
import * as v from 'valibot'
import type { BackgroundContext } from '../context.ts'
import type { CollectMessage } from '../env.ts'
import { type Lease, newLease } from '../platform/lease.ts'
import { logEvent, logFault } from '../platform/log.ts'
import { giveUpPost } from '../responses/posting/give-up-post.ts'
import { postReply } from '../responses/posting/post-reply.ts'
import { claimRun, releaseRun, STEP_MARGIN_MS } from './claim-run.ts'
import { closeRun } from './close-run.ts'
import { persistently } from './persistently.ts'
import { runStep } from './run-step.ts'

const StepMessage = v.object({
  version: v.literal(1),
  type: v.literal('collect-page'),
  runId: v.pipe(v.string(), v.uuid()),
  page: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
const PostMessage = v.object({
  version: v.literal(1),
  type: v.literal('post-reply'),
  reviewId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
})
const QueueMessage = v.variant('type', [StepMessage, PostMessage])

/** What is done with each kind of message. */
interface Work {
  step(ctx: BackgroundContext, message: CollectMessage, lease: Lease): Promise<void>
  post(ctx: BackgroundContext, reviewId: number): Promise<void>
}

const RETRY_SECONDS = [2, 10, 60] as const
export const GAVE_UP =
  'Something went wrong on our side, several times. The next collection goes on from here.'

/** Each message alone: one that fails does not bring the others back. */
export async function consume(ctx: BackgroundContext, batch: MessageBatch<unknown>): Promise<void> {
  for (const message of batch.messages) await handle(ctx, message, { step: runStep, post: postReply })
}

/** Messages that failed every delivery: their runs end, and their replies wait, visibly. */
export async function consumeDead(ctx: BackgroundContext, batch: MessageBatch<unknown>): Promise<void> {
  for (const message of batch.messages) await handle(ctx, message, { step: giveUp, post: giveUpPost })
}

async function giveUp(ctx: BackgroundContext, message: CollectMessage, lease: Lease): Promise<void> {
  const claimed = await persistently(() => claimRun(ctx, message, lease))
  if (claimed) await closeRun(ctx, claimed, { status: 'failed', error: GAVE_UP, kind: 'own_fault' })
}

/** A message that can't be read will never get better: it is logged and gone. One that failed comes back later. */
async function handle(ctx: BackgroundContext, message: Message<unknown>, work: Work): Promise<void> {
  const parsed = v.safeParse(QueueMessage, message.body)
  if (!parsed.success) {
    logEvent('queue_message_unreadable', { messageId: message.id })
    return message.ack()
  }
  const { version: _, ...fields } = parsed.output
  try {
    if (parsed.output.type === 'post-reply') await work.post(ctx, parsed.output.reviewId)
    else await step(ctx, parsed.output, work)
    message.ack()
  } catch (error) {
    logFault('queue_message_failed', error, { ...fields, attempt: message.attempts })
    message.retry({ delaySeconds: RETRY_SECONDS[message.attempts - 1] ?? 60 })
  }
}

async function step(ctx: BackgroundContext, message: CollectMessage, work: Work): Promise<void> {
  const lease = newLease(ctx, STEP_MARGIN_MS)
  try {
    await work.step(ctx, message, lease)
  } catch (error) {
    // Tried once: a lease that can't be given back ends by itself.
    await releaseRun(ctx, message, lease).catch((cause: unknown) =>
      logFault('run_release_failed', cause, { runId: message.runId }),
    )
    throw error
  }
}
