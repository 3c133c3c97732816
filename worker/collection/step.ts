import type { BackgroundContext } from '../context.ts'
import type { CollectMessage } from '../env.ts'
import { type Lease, newLease, orRelease } from '../platform/due.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { FAILURES } from '../rules/failures.ts'
import { ask } from './ask.ts'
import type { ClaimedRun } from './claimed-run.ts'
import { closeRun } from './close.ts'
import { decide } from './decide.ts'
import { interpret } from './interpret.ts'
import { retryTransientFaults } from './retry.ts'
import { claimRun, releaseRun, STEP_MARGIN_MS } from './run-store.ts'
import { putOffEarlyStep, resendLateSteps, sendStep } from './step-messages.ts'
import { write } from './write.ts'

/**
 * Performs a step of a run. The run's row decides what to do, because the worker may die at any line and messages may
 * be delivered twice.
 *
 * @returns true if the next step can follow at once
 * @throws unexpected errors, such as a database fault; the message should then be delivered again
 */
async function runStep(ctx: BackgroundContext, message: CollectMessage, lease: Lease): Promise<boolean> {
  const claimed = await retryTransientFaults(() => claimRun(ctx, message, lease))
  if (claimed) return takeStep(ctx, claimed)
  await putOffEarlyStep(ctx, message)
  // The page may have been saved by a worker that died before it sent the next step.
  await resendLateSteps(ctx, message.runId)
  return false
}

async function takeStep(ctx: BackgroundContext, claimed: ClaimedRun): Promise<boolean> {
  const action = decide(claimed, ctx.settings)
  const answer = await ask(ctx, action)
  const outcome = interpret(action, answer, { now: ctx.now(), jitterMs: Math.random() * SECOND_MS })
  const next = await write(ctx, claimed, outcome)
  if (next === 'done' || next === 'at once') return next === 'at once'

  // After a saved page: close at once if nothing is left to fetch, otherwise send the next step.
  const after = { ...claimed, run: next.saved }
  if (decide(after, ctx.settings).kind === 'finish') return takeStep(ctx, after)
  await sendStep(ctx, after.run, Math.max(0, after.run.dueAt - ctx.now()))
  return false
}

/** Performs a message's step, then the steps that can follow at once, each under its own lease. */
export async function collect(ctx: BackgroundContext, message: CollectMessage): Promise<void> {
  const step = () => underLease(ctx, message, (lease) => runStep(ctx, message, lease))
  while (await step());
}

/** Ends a run whose message failed every delivery. */
export function giveUpRun(ctx: BackgroundContext, message: CollectMessage): Promise<void> {
  return underLease(ctx, message, async (lease) => {
    const claimed = await retryTransientFaults(() => claimRun(ctx, message, lease))
    if (claimed)
      await closeRun(ctx, claimed, {
        status: 'failed',
        error: FAILURES.own_fault.sentence(''),
        kind: 'own_fault',
      })
  })
}

function underLease<T>(
  ctx: BackgroundContext,
  message: CollectMessage,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const lease = newLease(ctx, STEP_MARGIN_MS)
  return orRelease(
    () => work(lease),
    () => releaseRun(ctx, message, lease),
    { event: 'run_release_failed', runId: message.runId },
  )
}
