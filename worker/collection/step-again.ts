import { batchEndingIn } from '#db/client.ts'
import type { Run } from '#db/schema/index.ts'
import { recordPlace } from '../businesses/source-state.ts'
import type { BackgroundContext } from '../context.ts'
import { waitAfter } from '../platform/back-off.ts'
import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'
import { passesByItself } from '../rules/failures.ts'
import type { FoundPlace, SourceError } from '../sources/source.ts'
import type { CollectableRun } from './claimed-run.ts'
import { closeRun } from './close.ts'
import { whyTooSoon, whyToWait } from './eligibility.ts'
import { type Asking, fetchNumbers } from './fetch.ts'
import { countFound, countWait, usedPlace } from './place-usage.ts'
import { retryTransientFaults } from './retry.ts'
import { rescheduleRun, whileStillAt } from './run-store.ts'
import { type Phase, phaseColumns } from './scan.ts'
import { sendStep } from './step-messages.ts'

const RETRY_BACKOFF_MS = [1 * SECOND_MS, 4 * SECOND_MS, 16 * SECOND_MS] as const
/** A platform that wants to be left alone for longer ends the run; the next one is not due before that. */
const MAX_WAIT_IN_RUN_MS = 5 * MINUTE_MS
const MAX_RESTARTS = 1

/** Gives the run back at the same page, for a later step. */
export async function tryAgain(
  ctx: BackgroundContext,
  run: Run,
  delayMs: number,
  change: Partial<Run>,
): Promise<void> {
  const reschedule = rescheduleRun(ctx.db, run, ctx.now() + Math.ceil(delayMs), change)
  const [rescheduled] = await retryTransientFaults(() => ctx.db.batch([reschedule]))
  if (rescheduled.length > 0) await sendStep(ctx, run, delayMs)
}

/** The platform asked another run, or whoever looked at the place, to leave it alone. */
export async function waitFor(ctx: BackgroundContext, claimed: CollectableRun, until: number): Promise<void> {
  const { run } = claimed
  const waitMs = until - ctx.now()
  if (waitMs <= MAX_WAIT_IN_RUN_MS) return tryAgain(ctx, run, waitMs, {})
  const wait = { kind: 'wait', source: run.source, until } as const
  await closeRun(ctx, claimed, {
    status: 'failed',
    error: whyToWait(run, [wait], ctx.now())?.reason,
    kind: 'rate_limited',
    notBefore: until,
  })
}

/**
 * Goes on with the place a listing was found to be, from the top of its list; ends where that can't be asked now.
 * Returns true when the run was given back for a step that asks that place.
 */
export async function goToPlace(
  ctx: BackgroundContext,
  claimed: CollectableRun,
  { id: placeId, url: listingUrl }: FoundPlace,
  { delayMs = 0, change = {} }: { delayMs?: number; change?: Partial<Run> } = {},
): Promise<boolean> {
  const { run, source, plan } = claimed
  const place = { source: run.source, listingUrl, placeId }
  const used = usedPlace(run, place)
  const uses = await retryTransientFaults(() => countFound(ctx, run, used))
  // A listing that its owner changed in the meantime has ended the run.
  const record = recordPlace(ctx.db, run, place, whileStillAt(run))
  const tooSoon = whyTooSoon(used, plan, uses, ctx.now())
  if (!tooSoon) {
    const reschedule = rescheduleRun(ctx.db, run, ctx.now() + delayMs, change)
    const rescheduled = await retryTransientFaults(() => batchEndingIn(ctx.db, record, reschedule))
    return rescheduled.length > 0
  }
  await retryTransientFaults(() => ctx.db.batch(record))
  const placed = { ...source, placeId, listingUrl, backfillState: 'none', backfillCursor: null } as const
  await closeRun(ctx, { run, source: placed, plan }, { status: 'cancelled', error: tooSoon.reason })
  return false
}

function restarted(run: Run, phase: Phase): Partial<Run> {
  return {
    ...phaseColumns(phase),
    cursor: null,
    endOfList: false,
    lastPageFresh: null,
    endsKnown: false,
    restarts: run.restarts + 1,
    pagesSeen: null,
  }
}

/** Tries again what may pass by itself, begins anew where the list forgot our place, and else says why it ends. */
export async function afterFault(
  ctx: BackgroundContext,
  claimed: CollectableRun,
  asking: Asking,
  phase: Phase,
  error: SourceError,
): Promise<void> {
  const { run, source } = claimed
  if (error.kind === 'cursor_expired' && run.restarts < MAX_RESTARTS) {
    const warnings = [...new Set([...run.warnings, error.message])]
    return tryAgain(ctx, run, run.rateLimitMs, { ...restarted(run, phase), warnings })
  }
  // Once in a run, so that listings which name each other are not followed for ever.
  if (error.movedTo && run.restarts < MAX_RESTARTS) {
    const change = restarted(run, 'newest')
    const goesOn = await goToPlace(ctx, claimed, error.movedTo, { delayMs: run.rateLimitMs, change })
    if (goesOn) await sendStep(ctx, run, run.rateLimitMs)
    return
  }
  const asked = (error.retryAfterSeconds ?? 0) * SECOND_MS
  if (!passesByItself(error.kind) || run.attempts >= run.retryAttempts || asked > MAX_WAIT_IN_RUN_MS) {
    const isListRefused = error.kind === 'not_offered' || error.kind === 'ended'
    const askedFor = isListRefused ? source.placeId : null
    return closeRun(ctx, claimed, {
      status: 'failed',
      error: error.finalMessage,
      recordedAs: error.recordedAs,
      kind: error.kind,
      notBefore: ctx.now() + asked,
      numbers: askedFor === null ? null : await fetchNumbers(ctx, asking, askedFor),
    })
  }
  // Whoever cancels this run and starts another one waits as long.
  if (asked > 0) await recordWait(ctx, claimed, asked)
  await tryAgain(ctx, run, pauseBefore(run, asked), { attempts: run.attempts + 1 })
}

/** How long to wait before a page is asked for again; longer each time. */
export function pauseBefore(run: Run, askedMs = 0): number {
  const backoff = waitAfter(RETRY_BACKOFF_MS, run.attempts + 1)
  return Math.max(askedMs, backoff, run.rateLimitMs) + Math.random() * SECOND_MS
}

export async function recordWait(
  ctx: BackgroundContext,
  { run, source }: CollectableRun,
  waitMs: number,
): Promise<void> {
  const wait = countWait(ctx.db, usedPlace(run, source), ctx.now() + waitMs, run.id)
  await retryTransientFaults(() => ctx.db.batch([wait]))
}
