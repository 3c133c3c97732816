import type { BackgroundContext } from '../context.ts'
import type { CollectMessage } from '../env.ts'
import { type Lease, newLease, orRelease } from '../platform/due.ts'
import { FAILURES } from '../rules/failures.ts'
import { closeRun } from './close.ts'
import { retryTransientFaults } from './retry.ts'
import { claimRun, releaseRun, STEP_MARGIN_MS } from './run-store.ts'
import { runStep } from './step.ts'

/** Performs the step for a message, and any steps that can follow at once; each under its own lease. */
export async function collect(ctx: BackgroundContext, message: CollectMessage): Promise<void> {
  const step = () => underLease(ctx, message, (lease) => runStep(ctx, message, lease))
  while (await step());
}

/** Ends a run whose message failed on every delivery. */
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
