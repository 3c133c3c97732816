import type { PlaceUse, Run } from '#db/schema/index.ts'
import { waitAfter } from '../platform/due.ts'
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
/**
 * Longest wait within a run. If the platform asks for a longer wait, the run ends, and the next run isn't due before
 * the wait is over.
 */
const MAX_WAIT_IN_RUN_MS = 5 * MINUTE_MS
const MAX_RESTARTS = 1
/** Retries before a premature end of list is accepted. */
const TIMES_ASKED_AGAIN = 2

/**
 * The total stated by the platform, and the number of reviews seen by the scan that ends with the run. Without a
 * recorded scan, `seen` counts the stored visible reviews.
 */
export interface ListCounts {
  stated: number | null
  seen: number
}

export type Answer =
  | { kind: 'nothing' }
  /** `counts` is null if they aren't needed. */
  | { kind: 'counts'; counts: ListCounts | null }
  | { kind: 'place'; place: FoundPlace; uses: PlaceUse[] }
  | {
      kind: 'page'
      page: SourcePage
      rechecks: boolean
      /** Number of reviews seen after this page, if `mayEndTooSoon`; otherwise null. */
      seen: number | null
    }
  | {
      kind: 'fault'
      error: SourceError
      /** The place's review count and average rating; fetched only if the list was refused. */
      numbers: StatedNumbers | null
      /** Uses of the place that the listing has moved to. */
      uses: PlaceUse[]
    }

/**
 * Outcome of a step, including failures and suspicious pages. `waitMs` is how long the platform has asked us to wait;
 * it also applies to a new run after this one is cancelled.
 */
export type Outcome =
  | { kind: 'close'; source: RunSource | null; end: RunEnd }
  | { kind: 'again'; delayMs: number; change: Partial<Run>; waitMs: number }
  /** The listing's place is known now. The next step requests its list, or the run ends if that isn't allowed now. */
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

/**
 * Time of a step in milliseconds, with the jitter added to each pause, so that runs which fail together don't retry
 * together.
 */
export interface Moment {
  now: number
  jitterMs: number
}

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

/**
 * True if the list may end after this page at clearly fewer reviews than the platform states; then the page is
 * requested again.
 */
export function mayEndTooSoon({ asking, held: { run, source } }: FetchAction, page: SourcePage): boolean {
  return (
    asking.source.lists === 'all' &&
    page.nextCursor === null &&
    run.attempts < TIMES_ASKED_AGAIN &&
    (page.total ?? source.statedTotal) !== null
  )
}

/**
 * Reason to reject an empty page. Platforms send empty lists to callers they don't like, so an empty first page is
 * rejected if there must be reviews. An empty later page is accepted only if an earlier run ended at the same cursor.
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
  // At most once per run, so that listings that point at each other don't cause an endless loop.
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

/** The run as it would be after a page that ends its list. */
export function reachedBy(run: Run, phase: Phase, rechecks: boolean): Run {
  return { ...run, ...phaseColumns(phase), cursor: null, endOfList: true, page: run.page + 1, rechecks }
}

/** True if a recheck may begin: only after the whole list is stored, and never in a partial list. */
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
 * True if the run continues from this page to the end of the list, past everything known. Decided on the first page,
 * once the number of pages is known.
 *
 * @param visible number of reviews that the platform shows as far as we know, for lists without a stated size
 */
export function rechecksFrom(
  { run, source }: Pick<CollectableRun, 'run' | 'source'>,
  phase: Phase,
  page: SourcePage,
  visible: number | null,
): boolean {
  if (run.rechecks) return true
  if (!mayBeginRecheck({ run, source }, phase)) return false
  // As many pages as last time, or estimated from the size of the first one.
  const total = page.total ?? source.statedTotal ?? visible ?? 0
  const pages = source.listPages ?? total / page.reviews.length
  return page.nextCursor === null || isRecheckDue(run, source, pages)
}
