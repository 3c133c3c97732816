import { batchEndingIn } from '#db/client.ts'
import type { Run } from '#db/schema/index.ts'
import { recordPlace } from '../businesses/source-state.ts'
import type { BackgroundContext } from '../context.ts'
import { logFault } from '../platform/log.ts'
import type { ClaimedRun } from './claimed-run.ts'
import { closeRun } from './close.ts'
import type { Outcome } from './interpret.ts'
import { countWait, usedPlace } from './place-usage.ts'
import { retryTransientFaults } from './retry.ts'
import { recordSaveFault, rescheduleRun, whileStillAt } from './run-store.ts'
import { savePage } from './save-page.ts'
import { sendStep } from './step-messages.ts'

/** Continuation after a step: nothing for this message, the next step at once, or the run after the saved page. */
export type Next = 'done' | 'at once' | { saved: Run }

/** Stores a step's outcome and sends the next step. */
export async function write(ctx: BackgroundContext, claimed: ClaimedRun, outcome: Outcome): Promise<Next> {
  const { run, source, plan } = claimed
  switch (outcome.kind) {
    case 'close':
      await closeRun(ctx, { run, source: outcome.source, plan }, outcome.end)
      return 'done'
    case 'again': {
      const reschedule = rescheduleRun(ctx.db, run, ctx.now() + Math.ceil(outcome.delayMs), outcome.change)
      const statements = waitOf(ctx, claimed, outcome)
      const rescheduled = await retryTransientFaults(() => batchEndingIn(ctx.db, statements, reschedule))
      if (rescheduled.length > 0) await sendStep(ctx, run, outcome.delayMs)
      return 'done'
    }
    case 'at-place': {
      const reschedule = rescheduleRun(ctx.db, run, ctx.now() + outcome.delayMs, outcome.change)
      const record = placeOf(ctx, run, outcome)
      const rescheduled = await retryTransientFaults(() => batchEndingIn(ctx.db, record, reschedule))
      if (rescheduled.length === 0) return 'done'
      if (outcome.delayMs === 0) return 'at once'
      await sendStep(ctx, run, outcome.delayMs)
      return 'done'
    }
    case 'at-place-too-soon':
      await retryTransientFaults(() => ctx.db.batch(placeOf(ctx, run, outcome)))
      await closeRun(
        ctx,
        { run, source: outcome.source, plan },
        { status: 'cancelled', error: outcome.reason },
      )
      return 'done'
    case 'page': {
      const { phase, cursor } = outcome.action
      const gapSince = phase === 'gap' ? (source?.gapSince ?? null) : null
      const { page, rechecks, isRecorded } = outcome
      const beside = waitOf(ctx, claimed, outcome)
      const fetched = { phase, cursor, gapSince, page, rechecks, isRecorded, beside }
      const saved = await savePage(ctx, claimed, fetched).catch(async (cause: unknown) => {
        await countSaveFault(ctx, run)
        throw cause
      })
      return saved ? { saved } : 'done'
    }
  }
}

function waitOf(ctx: BackgroundContext, { run, source }: ClaimedRun, { waitMs }: { waitMs: number }) {
  if (waitMs === 0 || !source) return []
  return [countWait(ctx.db, usedPlace(run, source), ctx.now() + waitMs, run.id)]
}

/** Statement that records the found place, unless the listing was changed meanwhile, which has ended the run. */
function placeOf(ctx: BackgroundContext, run: Run, { place }: { place: { id: string; url: string } }) {
  const found = { source: run.source, listingUrl: place.url, placeId: place.id }
  return recordPlace(ctx.db, run, found, whileStillAt(run))
}

/**
 * Lets callers waiting for the run see the fault before the message is redelivered. Tried only once, because the
 * database has just failed.
 */
async function countSaveFault(ctx: BackgroundContext, run: Run): Promise<void> {
  await recordSaveFault(ctx.db, run).catch((cause: unknown) =>
    logFault('save_fault_not_recorded', cause, { runId: run.id }),
  )
}
