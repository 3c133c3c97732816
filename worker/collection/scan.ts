import type { Run } from '#db/schema/index.ts'
import { DAY_MS } from '../rules/durations.ts'
import { storingWarning } from '../rules/plans.ts'
import type { ScrapedReview } from '../sources/source.ts'

/** Progress of earlier runs through a source's list: columns of its row, mapped by `stateOf` and `columnsOf`. */
export interface ScanColumns {
  backfillState: 'none' | 'open' | 'done'
  /** Cursor of the open scan; null is the start of the list. */
  backfillCursor: string | null
  /** Time since which the open scan's pages are recorded, to find removed reviews at its end; null if they aren't. */
  recheckSince: number | null
  /**
   * Creation time of the first run whose check of the top of the list stopped early. Unread reviews may lie between the
   * top and the reviews known before that run. Null if the last check reached known reviews.
   */
  gapSince: number | null
  /** Cursor at which the check of the top stopped; null is the start of the list. */
  gapCursor: string | null
}

/** Rest of the list that a run still has to read, below its top. */
type Scan =
  | { mode: 'first' }
  | { mode: 'head' }
  /** Older reviews that no run has read. */
  | { mode: 'backfill'; cursor: string | null }
  /** Stored reviews, to find out which ones the platform still shows. */
  | { mode: 'recheck'; cursor: string | null; since: number }

/** Reviews between the top and those known before `since`; the ones above the cursor are stored. */
interface Gap {
  since: number
  cursor: string | null
}

/** Parts of a list in the order a run reads them. A run that rechecks reads the whole list as 'newest'. */
export type Phase = 'newest' | 'gap' | 'backfill'

interface Place {
  phase: Phase
  cursor: string | null
}

export type Step = ({ kind: 'fetch' } & Place) | { kind: 'finish'; warning: string | null }

export type Progress = Pick<
  Run,
  | 'phase'
  | 'inGap'
  | 'cursor'
  | 'pageCursor'
  | 'endOfList'
  | 'page'
  | 'pagesPlanned'
  | 'reviewsOverQuota'
  | 'historyOverQuota'
  | 'lastPageFresh'
  | 'endsKnown'
  | 'topKnown'
  | 'rechecks'
  | 'createdAt'
>

/**
 * Decides a run's next step. New and changed reviews come first: from the top until a whole page is known and
 * unchanged, or from where an earlier run stopped. Remaining pages go to the open scan, or, in a run that rechecks, to
 * the rest of the list. The run ends with the list, the planned pages, or a limit on stored reviews. A top page with
 * nothing new isn't one of the planned pages, so that even a run of one page makes progress.
 */
export function nextStep(run: Progress, source: ScanColumns): Step {
  if (run.page === 0) return { kind: 'fetch', phase: 'newest', cursor: null }
  if (run.reviewsOverQuota > 0) return { kind: 'finish', warning: storingWarning(run) }
  const place = nextPlace(run, source)
  const pages = run.pagesPlanned + (run.topKnown && !run.rechecks ? 1 : 0)
  return place === null || run.page >= pages ? { kind: 'finish', warning: null } : { kind: 'fetch', ...place }
}

function nextPlace(run: Progress, source: ScanColumns): Place | null {
  const phase = phaseOf(run)
  const { scan, gap } = stateOf(source)
  if (!isThrough(run, scan)) return { phase, cursor: run.cursor }
  if (run.rechecks || phase === 'backfill') return null
  if (phase === 'newest' && gap !== null) return { phase: 'gap', cursor: gap.cursor }
  return 'cursor' in scan ? { phase: 'backfill', cursor: scan.cursor } : null
}

/**
 * Progress of the source if the run ends here. Everything above the backfill's cursor is stored, except the gap.
 * Cursors only move past pages that were read, so that none is skipped.
 */
export function scanAfter(run: Progress, source: ScanColumns): ScanColumns {
  return columnsOf(stateAfter(run, stateOf(source)))
}

function stateAfter(run: Progress, before: State): State {
  if (run.page === 0) return before
  const { scan, gap } = before
  const isEnd = run.endOfList && run.reviewsOverQuota === 0
  // Read a page again if the quota left reviews out of it.
  const cursor = run.reviewsOverQuota > 0 ? run.pageCursor : run.cursor
  switch (phaseOf(run)) {
    case 'newest':
      if (scan.mode === 'first') return { scan: isEnd ? { mode: 'head' } : { mode: 'backfill', cursor }, gap }
      if (run.rechecks) {
        return { scan: isEnd ? { mode: 'head' } : { mode: 'recheck', cursor, since: run.createdAt }, gap }
      }
      return leavesGap(run, scan) ? { scan, gap: { since: gap?.since ?? run.createdAt, cursor } } : before
    case 'gap':
      return { scan, gap: leavesGap(run, scan) ? { since: gap?.since ?? run.createdAt, cursor } : null }
    case 'backfill':
      // Reaching the backfill means that the phase before it is complete.
      if (isEnd) return { scan: { mode: 'head' }, gap: null }
      return { scan: scan.mode === 'recheck' ? { ...scan, cursor } : { mode: 'backfill', cursor }, gap: null }
  }
}

/**
 * True if a scan of the whole list ends with this run: the run's own scan from the top, or the open one. A list that
 * ends above the open scan's cursor may be a shortened view, so its end doesn't end the scan.
 */
export function endsScan(run: Progress, source: ScanColumns): boolean {
  const phase = phaseOf(run)
  const isScan =
    phase === 'backfill' || (phase === 'newest' && (run.rechecks || source.backfillState === 'none'))
  return isScan && run.page > 0 && run.endOfList && run.reviewsOverQuota === 0
}

/**
 * Time since which the pages of this run's scan are recorded: the start of the run if it rechecks the whole list
 * itself, otherwise the start of the open recheck.
 */
export function recheckSinceOf(run: Progress, source: ScanColumns): number | null {
  return run.rechecks ? run.createdAt : source.recheckSince
}

/**
 * A list counts as complete from this share of the stated total on. It is below 1, because totals may still include
 * reviews that are gone.
 */
export const COMPLETE_SHARE = 0.95

/** Interval between rechecks, for a list that fits into one run and for a longer one. */
const RECHECK_EVERY_MS = { inOneRun: 1 * DAY_MS, overSeveral: 7 * DAY_MS } as const

export function isRecheckDue(
  run: Pick<Run, 'pagesPlanned' | 'triggerType' | 'createdAt'>,
  source: { recheckSince: number | null; recheckedAt: number | null },
  pages: number,
): boolean {
  const fits = pages <= run.pagesPlanned
  // People who press the button want the current state.
  if (fits && run.triggerType === 'manual') return true
  if (source.recheckSince !== null) return false
  const every = fits ? RECHECK_EVERY_MS.inOneRun : RECHECK_EVERY_MS.overSeveral
  return run.createdAt - (source.recheckedAt ?? 0) >= every
}

export function phaseOf({ phase, inGap }: Pick<Run, 'phase' | 'inGap'>): Phase {
  return inGap ? 'gap' : phase
}

export function phaseColumns(phase: Phase): Pick<Run, 'phase' | 'inGap'> {
  return { phase: phase === 'gap' ? 'newest' : phase, inGap: phase === 'gap' }
}

/**
 * True if the current phase is finished: the list ended, or its last page had nothing new and the phase doesn't read
 * the whole rest of the list.
 */
function isThrough(run: Progress, scan: Scan): boolean {
  if (run.endOfList) return true
  const readsAll = scan.mode === 'first' || run.rechecks || phaseOf(run) === 'backfill'
  return !readsAll && run.lastPageFresh === 0
}

/**
 * True if the run may leave new or changed reviews unread: a limit left some out, or it stopped before the end of the
 * phase, on a page whose last review isn't known and unchanged. Lists are sorted by the last change, so reviews below a
 * known, unchanged one are known. A run with pages left still goes on until a whole page is known, because a platform
 * may move a review up for a change that we don't see.
 */
function leavesGap(run: Progress, scan: Scan): boolean {
  return run.reviewsOverQuota > 0 || !(run.endsKnown || isThrough(run, scan))
}

interface State {
  scan: Scan
  gap: Gap | null
}

function stateOf(source: ScanColumns): State {
  const { gapSince, gapCursor } = source
  return { scan: scanOf(source), gap: gapSince === null ? null : { since: gapSince, cursor: gapCursor } }
}

function scanOf({ backfillState, backfillCursor, recheckSince }: ScanColumns): Scan {
  if (backfillState === 'none') return { mode: 'first' }
  if (backfillState === 'open') return { mode: 'backfill', cursor: backfillCursor }
  return recheckSince === null
    ? { mode: 'head' }
    : { mode: 'recheck', cursor: backfillCursor, since: recheckSince }
}

function columnsOf({ scan, gap }: State): ScanColumns {
  return {
    backfillState: ({ first: 'none', backfill: 'open', head: 'done', recheck: 'done' } as const)[scan.mode],
    backfillCursor: 'cursor' in scan ? scan.cursor : null,
    recheckSince: scan.mode === 'recheck' ? scan.since : null,
    gapSince: gap?.since ?? null,
    gapCursor: gap?.cursor ?? null,
  }
}

/** Platforms occasionally repeat a page; after two repeats in a row, the list has no more to show. */
const MAX_REPEATS = 2

type PagesSeen = NonNullable<Run['pagesSeen']>

/**
 * Pages of a list that a run has seen, including the one it has just requested with `cursor`. `before` is null at the
 * start of a phase.
 */
export function pagesSeenAfter(
  before: PagesSeen | null,
  cursor: string | null,
  reviews: readonly Pick<ScrapedReview, 'reviewId'>[],
): PagesSeen {
  const ids = reviews.map(({ reviewId }) => reviewId)
  const isRepeat = before !== null && ids.length > 0 && ids.every((id) => before.ids.includes(id))
  return { cursors: [...(before?.cursors ?? []), cursor], ids, repeats: isRepeat ? before.repeats + 1 : 0 }
}

export function isCycle(seen: PagesSeen, nextCursor: string | null): boolean {
  return nextCursor !== null && (seen.cursors.includes(nextCursor) || seen.repeats >= MAX_REPEATS)
}
