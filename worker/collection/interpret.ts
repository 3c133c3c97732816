import type { PlaceUse, Run } from '#db/schema/index.ts'
import { waitAfter } from '../platform/back-off.ts'
import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'
import { passesByItself } from '../rules/failures.ts'
import { PLATFORM_NAMES } from '../rules/platforms.ts'
import { reviewCount } from '../sources/page.ts'
import { sourceNamed } from '../sources/registry.ts'
import { type FoundPlace, SourceError, type SourcePage, type StatedNumbers } from '../sources/source.ts'
import type { CollectableRun, RunSource } from './claimed-run.ts'
import type { RunEnd } from './close.ts'
import type { Action, FetchAction } from './decide.ts'
import { whyTooSoon, whyToWait } from './eligibility.ts'
import { usedPlace } from './place-usage.ts'
import { COMPLETE_SHARE, isRecheckDue, type Phase, phaseColumns } from './scan.ts'

const RETRY_BACKOFF_MS = [1 * SECOND_MS, 4 * SECOND_MS, 16 * SECOND_MS] as const
/** A platform that wants to be left alone for longer ends the run; the next one is not due before that. */
const MAX_WAIT_IN_RUN_MS = 5 * MINUTE_MS
const MAX_RESTARTS = 1
/** A page that ends its list too soon is asked for again so often before its end counts. */
const TIMES_ASKED_AGAIN = 2

/** What the place states, and what its list has shown the scan that ends with the run, or what is stored. */
export interface ListCounts {
  stated: number | null
  seen: number
}

/** What came of an action, with what has to be counted to know what it means. */
export type Answer =
  | { kind: 'nothing' }
  /** Null where nothing depends on them. */
  | { kind: 'counts'; counts: ListCounts | null }
  | { kind: 'place'; place: FoundPlace; uses: PlaceUse[] }
  | {
      kind: 'page'
      page: SourcePage
      /** Whether the run reads on to the end of the list from here. */
      rechecks: boolean
      /** What the list would have shown after this page, where `mayEndTooSoon`; else null. */
      seen: number | null
    }
  | {
      kind: 'fault'
      error: SourceError
      /** What the place states of itself, where its list was refused. */
      numbers: StatedNumbers | null
      /** What counts of the place that the listing has moved to. */
      uses: PlaceUse[]
    }

/**
 * What a step has come to, failures and suspicions included. `waitMs` is how long the platform wants to be left alone: whoever cancels
 * this run and starts another one waits as long.
 */
export type Outcome =
  | { kind: 'close'; source: RunSource | null; end: RunEnd }
  /** The same page is asked for again. */
  | { kind: 'again'; delayMs: number; change: Partial<Run>; waitMs: number }
  /** The listing is this place. Its list is asked for in the next step, or the run ends where that may not be asked now. */
  | { kind: 'at-place'; place: FoundPlace; delayMs: number; change: Partial<Run> }
  | { kind: 'at-place-too-soon'; place: FoundPlace; source: RunSource; reason: string }
  | {
      kind: 'page'
      action: FetchAction
      page: SourcePage
      rechecks: boolean
      isRecorded: boolean
      waitMs: number
    }

/** The moment of a step: milliseconds, and what is added to each pause so that runs which fail together don't come back together. */
export interface Moment {
  now: number
  jitterMs: number
}

/** What an answer means. Pure. */
export function interpret(action: Action, answer: Answer, moment: Moment): Outcome {
  if (action.kind === 'close') return action
  const { held } = action
  if (action.kind === 'wait') return waited(held, action.until, moment.now)
  if (action.kind === 'finish') return finished(action, answer.kind === 'counts' ? answer.counts : null)
  if (answer.kind === 'place') return atPlace(held, answer, moment.now)
  if (answer.kind === 'fault') return failed(action, answer, moment)
  if (answer.kind === 'page' && action.kind === 'fetch') return pageRead(action, answer, moment)
  throw new Error(`${answer.kind} is no answer to ${action.kind}`)
}

function waited({ run, source }: CollectableRun, until: number, now: number): Outcome {
  const waitMs = until - now
  if (waitMs <= MAX_WAIT_IN_RUN_MS) return { kind: 'again', delayMs: waitMs, change: {}, waitMs: 0 }
  const wait = { kind: 'wait', source: run.source, until } as const
  const error = whyToWait(run, [wait], now)?.reason
  return {
    kind: 'close',
    source,
    end: { status: 'failed', kind: 'rate_limited', notBefore: until, ...(error !== undefined && { error }) },
  }
}

function finished(
  { held, warning }: Extract<Action, { kind: 'finish' }>,
  counts: ListCounts | null,
): Outcome {
  const said = warning ?? (counts && shortListWarning(held.run, counts))
  const end: RunEnd = { status: 'succeeded', warnings: said === null ? [] : [said] }
  return { kind: 'close', source: held.source, end }
}

/** For a list that ended at clearly fewer reviews than its platform states; null for others. */
function shortListWarning({ platform }: Run, { stated, seen }: ListCounts): string | null {
  if (seen >= (stated ?? 0) * COMPLETE_SHARE) return null
  return `${PLATFORM_NAMES[platform]} reports ${stated} reviews, but its list ended after ${seen}.`
}

function atPlace(
  { run, source, plan }: CollectableRun,
  { place, uses }: Pick<Extract<Answer, { kind: 'place' }>, 'place' | 'uses'>,
  now: number,
  then: { delayMs: number; change: Partial<Run> } = { delayMs: 0, change: {} },
): Outcome {
  const { id: placeId, url: listingUrl } = place
  const tooSoon = whyTooSoon(usedPlace(run, { source: run.source, listingUrl, placeId }), plan, uses, now)
  if (!tooSoon) return { kind: 'at-place', place, ...then }
  const placed = { ...source, placeId, listingUrl, backfillState: 'none', backfillCursor: null } as const
  return { kind: 'at-place-too-soon', place, source: placed, reason: tooSoon.reason }
}

function pageRead(
  action: FetchAction,
  { page, rechecks, seen }: Extract<Answer, { kind: 'page' }>,
  moment: Moment,
): Outcome {
  const { held, asking, cursor } = action
  const { run, source } = held
  const waitMs = (page.pauseSeconds ?? 0) * SECOND_MS
  const doubt = asking.source.lists === 'all' ? whySuspicious(held, page, cursor) : null
  if (doubt) {
    const error = new SourceError('unavailable', doubt)
    return failed(action, { kind: 'fault', error, numbers: null, uses: [] }, moment, waitMs)
  }
  const stated = page.total ?? source.statedTotal ?? 0
  if (seen !== null && seen < stated * COMPLETE_SHARE) return tryAgain(run, moment, { waitMs })
  const isRecorded = rechecks || source.recheckSince !== null
  return { kind: 'page', action, page, rechecks, isRecorded, waitMs }
}

/** True of a page after which a list may end at clearly fewer reviews than the platform states; it is asked for again then. */
export function mayEndTooSoon({ asking, held: { run, source } }: FetchAction, page: SourcePage): boolean {
  return (
    asking.source.lists === 'all' &&
    page.nextCursor === null &&
    run.attempts < TIMES_ASKED_AGAIN &&
    (page.total ?? source.statedTotal) !== null
  )
}

/**
 * Platforms answer callers they don't like with empty lists: why one is rejected where there have to be reviews, and below
 * the first page unless the run before ended at the same place.
 */
function whySuspicious(
  { run, source, hasReviews }: CollectableRun,
  page: SourcePage,
  cursor: string | null,
): string | null {
  if (page.reviews.length > 0 || page.nextCursor !== null) return null
  const name = PLATFORM_NAMES[run.platform]
  if (cursor !== null) {
    return cursor === source.backfillCursor || cursor === source.gapCursor
      ? null
      : `${name}'s list was cut off before the end.`
  }
  const stated = page.total ?? source.statedTotal
  if (stated !== null)
    return stated > 0 ? `${name} reports ${reviewCount(stated)} but sent an empty list.` : null
  return hasReviews
    ? `${name} sent an empty list, although it has shown reviews of this business before.`
    : null
}

/** Tries again what may pass by itself, begins anew where the list forgot our place, and else says why it ends. */
function failed(
  action: Extract<Action, { kind: 'fetch' | 'find-place' }>,
  { error, numbers, uses }: Extract<Answer, { kind: 'fault' }>,
  moment: Moment,
  waitMs = 0,
): Outcome {
  const { held } = action
  const { run, source } = held
  if (error.kind === 'cursor_expired' && run.restarts < MAX_RESTARTS) {
    const warnings = [...new Set([...run.warnings, error.message])]
    const phase = action.kind === 'fetch' ? action.phase : 'newest'
    return {
      kind: 'again',
      delayMs: run.rateLimitMs,
      change: { ...restarted(run, phase), warnings },
      waitMs: 0,
    }
  }
  // Once in a run, so that listings which name each other are not followed for ever.
  if (error.movedTo && run.restarts < MAX_RESTARTS) {
    const then = { delayMs: run.rateLimitMs, change: restarted(run, 'newest') }
    return atPlace(held, { place: error.movedTo, uses }, moment.now, then)
  }
  const askedMs = (error.retryAfterSeconds ?? 0) * SECOND_MS
  if (!passesByItself(error.kind) || run.attempts >= run.retryAttempts || askedMs > MAX_WAIT_IN_RUN_MS) {
    return {
      kind: 'close',
      source,
      end: {
        status: 'failed',
        error: error.finalMessage,
        recordedAs: error.recordedAs,
        kind: error.kind,
        notBefore: moment.now + Math.max(askedMs, waitMs),
        numbers,
      },
    }
  }
  return tryAgain(run, moment, { askedMs, waitMs: Math.max(askedMs, waitMs) })
}

/** After a pause that is longer each time. */
function tryAgain(
  run: Run,
  { jitterMs }: Moment,
  { askedMs = 0, waitMs }: { askedMs?: number; waitMs: number },
): Outcome {
  const backoff = waitAfter(RETRY_BACKOFF_MS, run.attempts + 1)
  const delayMs = Math.max(askedMs, backoff, run.rateLimitMs) + jitterMs
  return { kind: 'again', delayMs, change: { attempts: run.attempts + 1 }, waitMs }
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

/** A run as it would be after a page that ends its list. */
export function reachedBy(run: Run, phase: Phase, rechecks: boolean): Run {
  return { ...run, ...phaseColumns(phase), cursor: null, endOfList: true, page: run.page + 1, rechecks }
}

/** Not before all is stored, nor in partial lists. */
export function mayBeginRecheck(
  { run, source }: Pick<CollectableRun, 'run' | 'source'>,
  phase: Phase,
): boolean {
  return (
    run.page === 0 &&
    phase === 'newest' &&
    source.backfillState === 'done' &&
    !source.gapSince &&
    sourceNamed(run.source)?.lists === 'all'
  )
}

/**
 * True where the run goes on from a page to the end of the list, past everything that is known. Decided with the first page, when
 * the number of pages is known.
 *
 * @param visible how many reviews the platform shows as far as we know, for a list whose size is told nowhere
 */
export function rechecksFrom(
  { run, source }: Pick<CollectableRun, 'run' | 'source'>,
  phase: Phase,
  page: SourcePage,
  visible: number | null,
): boolean {
  if (run.rechecks) return true
  if (!mayBeginRecheck({ run, source }, phase)) return false
  // As many pages as the last time, or by the size of the first one.
  const total = page.total ?? source.statedTotal ?? visible ?? 0
  const pages = source.listPages ?? total / page.reviews.length
  return page.nextCursor === null || isRecheckDue(run, source, pages)
}
