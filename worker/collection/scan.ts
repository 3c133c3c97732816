import type { Run } from '#db/schema/index.ts'
import { DAY_MS } from '../rules/durations.ts'
import { storingWarning } from '../rules/plans.ts'
import type { ScrapedReview } from '../sources/source.ts'

/** How far a source's list has been read between two runs: the columns of its row. `stateOf` and `columnsOf` map them. */
export interface ScanColumns {
  backfillState: 'none' | 'open' | 'done'
  /** Where the open scan goes on; null is the start of the list. */
  backfillCursor: string | null
  /** Since when the pages of the open scan are recorded, so that its end tells what is gone; null: they are not. */
  recheckSince: number | null
  /** Since the run that was made then, no look at the top has come down to what was known before it; null: the last one did. */
  gapSince: number | null
  /** Where the look at the top broke off; null is the start of the list. */
  gapCursor: string | null
}

/** What is left to read below the top of the list. */
type Scan =
  /** Everything: no run has read any of it. */
  | { mode: 'first' }
  /** Nothing. */
  | { mode: 'head' }
  /** Older reviews that no run has read. */
  | { mode: 'backfill'; cursor: string | null }
  /** Stored reviews, to see which the platform still shows. */
  | { mode: 'recheck'; cursor: string | null; since: number }

/** Reviews between the top and those known before `since`, of which those above the cursor are stored. */
interface Gap {
  since: number
  cursor: string | null
}

/** The parts of a list, in the order in which a run reads them. A recheck reads all of it as the newest. */
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
 * What a run does next. First comes what is new or changed: from the top until a whole page is known and unchanged, or
 * from where a run before it broke that off. Pages that are left go to the open scan; a run that rechecks goes on to
 * the end instead. The list's end, the planned pages or a limit of stored reviews end it. A top page without anything new is
 * not one of the planned pages, so that a run of one page gets on as well.
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
 * How far the source has been read once this run ends here. All above the backfill's place is stored, but for the gap.
 * The places move only by pages that were read there, so that none is left out.
 */
export function scanAfter(run: Progress, source: ScanColumns): ScanColumns {
  return columnsOf(stateAfter(run, stateOf(source)))
}

function stateAfter(run: Progress, before: State): State {
  if (run.page === 0) return before
  const { scan, gap } = before
  const isEnd = run.endOfList && run.reviewsOverQuota === 0
  // What the quota left out of a page is there to be read again.
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
      // The phase before it has come to its end.
      if (isEnd) return { scan: { mode: 'head' }, gap: null }
      return { scan: scan.mode === 'recheck' ? { ...scan, cursor } : { mode: 'backfill', cursor }, gap: null }
  }
}

/**
 * True when a scan of the whole list ends with this run: its own from the top, or the open one. A list that ends above
 * what is still missing may be a shortened view of it, and does not end the scan.
 */
export function endsScan(run: Progress, source: ScanColumns): boolean {
  const phase = phaseOf(run)
  const isScan =
    phase === 'backfill' || (phase === 'newest' && (run.rechecks || source.backfillState === 'none'))
  return isScan && run.page > 0 && run.endOfList && run.reviewsOverQuota === 0
}

/** Since when the pages of the scan of this run are recorded. A run that rechecks has read all of them by itself. */
export function recheckSinceOf(run: Progress, source: ScanColumns): number | null {
  return run.rechecks ? run.createdAt : source.recheckSince
}

/** A list is complete that showed this share of what its platform states: counts are a little behind lists. */
export const COMPLETE_SHARE = 0.95

/** How long after a scan the next recheck is due: of a list that fits into one run, and of a longer one. */
const RECHECK_EVERY_MS = { inOneRun: 1 * DAY_MS, overSeveral: 7 * DAY_MS } as const

/** True when the whole list, thought to have so many pages, is to be read again for what is gone from it. */
export function isRecheckDue(
  run: Pick<Run, 'pagesPlanned' | 'triggerType' | 'createdAt'>,
  source: { recheckSince: number | null; recheckedAt: number | null },
  pages: number,
): boolean {
  const fits = pages <= run.pagesPlanned
  // Whoever presses the button wants to see what is true now.
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

/** True when nothing more is to be read in the phase at hand: the list ended, or its last page showed nothing new. */
function isThrough(run: Progress, scan: Scan): boolean {
  if (run.endOfList) return true
  const readsAll = scan.mode === 'first' || run.rechecks || phaseOf(run) === 'backfill'
  return !readsAll && run.lastPageFresh === 0
}

/**
 * True when reviews below the last page may be new: lists are sorted by the last change. A run with pages left reads a
 * whole page to be sure, as a platform may move a review up for a change that we don't see.
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

/** A platform repeats a page now and then; a list that does so twice in a row has no more to show. */
const MAX_REPEATS = 2

type PagesSeen = NonNullable<Run['pagesSeen']>

/** What a run has seen of a list after a page, asked with `cursor`. `before` is null at the start of a phase. */
export function pagesSeenAfter(
  before: PagesSeen | null,
  cursor: string | null,
  reviews: readonly Pick<ScrapedReview, 'reviewId'>[],
): PagesSeen {
  const ids = reviews.map(({ reviewId }) => reviewId)
  const isRepeat = before !== null && ids.length > 0 && ids.every((id) => before.ids.includes(id))
  return { cursors: [...(before?.cursors ?? []), cursor], ids, repeats: isRepeat ? before.repeats + 1 : 0 }
}

/** True where going on would only show again what the run has seen. */
export function isCycle(seen: PagesSeen, nextCursor: string | null): boolean {
  return nextCursor !== null && (seen.cursors.includes(nextCursor) || seen.repeats >= MAX_REPEATS)
}
