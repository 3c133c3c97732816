import type { Run } from '#db/schema/index.ts'
import { QUOTA_WARNING } from '../rules/plans.ts'
import type { ScrapedReview } from '../sources/source.ts'

/** How far a source's list has been read between two runs, as its row says it. */
export interface Backfill {
  backfillState: 'none' | 'open' | 'done'
  /** Where the open walk goes on; null is the start of the list. */
  backfillCursor: string | null
  /** What the open walk met since then is noted, so that its end tells what is gone; null: none is noted. */
  walkSince: number | null
  /** Since the run that was made then, no look at the top has come down to what was known before it; null: the last one did. */
  gapSince: number | null
  /** Where the look at the top broke off; null is the start of the list. */
  gapCursor: string | null
}

/** What is still to be read below the top of the list. */
type Scan =
  /** All of it: no run has read any of it. */
  | { mode: 'first' }
  /** Nothing. */
  | { mode: 'head' }
  /** Older reviews that no run has read. */
  | { mode: 'backfill'; cursor: string | null }
  /** Reviews that are stored, for whether they are still shown. */
  | { mode: 'recheck'; cursor: string | null; since: number }

/** Reviews between the top and those known before `since`, of which those above the cursor are stored. */
interface Gap {
  since: number
  cursor: string | null
}

/** The parts of a list, in the order in which a run reads them. A run that walks reads all of it as the newest. */
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
  | 'lastPageFresh'
  | 'endsKnown'
  | 'topKnown'
  | 'walks'
  | 'createdAt'
>

/**
 * What a run does next, from its row and how far its source was read before it.
 *
 * Every run takes what is new or changed first: from the top of the list until a whole page is known and unchanged. Where
 * a run before it broke that off, it goes on there. Pages that are left go to the walk that is open, from where the run
 * before it stopped. A run that walks by itself goes on from the top to the end instead. The list's end, the planned
 * pages or the month's quota end it. A top page without anything new is not one of the planned pages, so that a run of
 * one page gets on as well.
 */
export function nextStep(run: Progress, source: Backfill): Step {
  if (run.page === 0) return { kind: 'fetch', phase: 'newest', cursor: null }
  if (run.reviewsOverQuota > 0) return { kind: 'finish', warning: QUOTA_WARNING }
  const place = nextPlace(run, source)
  const pages = run.pagesPlanned + (run.topKnown && !run.walks ? 1 : 0)
  return place === null || run.page >= pages ? { kind: 'finish', warning: null } : { kind: 'fetch', ...place }
}

function nextPlace(run: Progress, source: Backfill): Place | null {
  const phase = phaseOf(run)
  const { scan, gap } = stateOf(source)
  if (!isThrough(run, scan)) return { phase, cursor: run.cursor }
  if (run.walks || phase === 'backfill') return null
  if (phase === 'newest' && gap !== null) return { phase: 'gap', cursor: gap.cursor }
  return 'cursor' in scan ? { phase: 'backfill', cursor: scan.cursor } : null
}

/**
 * How far the source has been read once this run ends here, for whatever reason. Every review above the backfill's place
 * is stored, but for those in the gap. The places move only by pages that were read there; a part that was cut short
 * goes on from where it was, even where that passes through known reviews again, so that none is left out.
 */
export function backfillAfter(run: Progress, source: Backfill): Backfill {
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
      if (run.walks) {
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
 * True when a walk over the whole list ends with this run: one that this run began at the top, or the open one. A list
 * that ends above what is still missing may be a shortened view of it, and does not end the walk.
 */
export function endsWalk(run: Progress, source: Backfill): boolean {
  const phase = phaseOf(run)
  const isWalk =
    phase === 'backfill' || (phase === 'newest' && (run.walks || source.backfillState === 'none'))
  return isWalk && run.page > 0 && run.endOfList && run.reviewsOverQuota === 0
}

/** Since when what the walk of this run met is noted. A run that walks has met all of it by itself. */
export function walkSinceOf(run: Progress, source: Backfill): number | null {
  return run.walks ? run.createdAt : source.walkSince
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
  const readsAll = scan.mode === 'first' || run.walks || phaseOf(run) === 'backfill'
  return !readsAll && run.lastPageFresh === 0
}

/**
 * True when reviews below the last page may be new. Lists are sorted by the last change: below one that is known and
 * unchanged there are none. A run that has pages left makes sure of that with a whole page, as a platform may move a
 * review up for a change that we don't see.
 */
function leavesGap(run: Progress, scan: Scan): boolean {
  return run.reviewsOverQuota > 0 || !(run.endsKnown || isThrough(run, scan))
}

interface State {
  scan: Scan
  gap: Gap | null
}

function stateOf(source: Backfill): State {
  const { gapSince, gapCursor } = source
  return {
    scan: scanOf(source),
    gap: gapSince === null ? null : { since: gapSince, cursor: gapCursor },
  }
}

function scanOf({ backfillState, backfillCursor, walkSince }: Backfill): Scan {
  if (backfillState === 'none') return { mode: 'first' }
  if (backfillState === 'open') return { mode: 'backfill', cursor: backfillCursor }
  return walkSince === null ? { mode: 'head' } : { mode: 'recheck', cursor: backfillCursor, since: walkSince }
}

function columnsOf({ scan, gap }: State): Backfill {
  return {
    backfillState: ({ first: 'none', backfill: 'open', head: 'done', recheck: 'done' } as const)[scan.mode],
    backfillCursor: 'cursor' in scan ? scan.cursor : null,
    walkSince: scan.mode === 'recheck' ? scan.since : null,
    gapSince: gap?.since ?? null,
    gapCursor: gap?.cursor ?? null,
  }
}

/** A platform repeats a page now and then; a list that does so twice in a row has no more to show. */
const MAX_REPEATS = 2

type Trail = NonNullable<Run['trail']>

/**
 * The trail of a run behind a page.
 *
 * @param trail the one before it; null at the start of a phase
 * @param cursor what the page was asked with
 */
export function trailAfter(
  trail: Trail | null,
  cursor: string | null,
  reviews: readonly Pick<ScrapedReview, 'reviewId'>[],
): Trail {
  const ids = reviews.map(({ reviewId }) => reviewId)
  const isRepeat = trail !== null && ids.length > 0 && ids.every((id) => trail.ids.includes(id))
  return {
    cursors: [...(trail?.cursors ?? []), cursor],
    ids,
    repeats: isRepeat ? trail.repeats + 1 : 0,
  }
}

/** True where going on would only show again what the run has seen. */
export function leadsInCircles(trail: Trail, nextCursor: string | null): boolean {
  return nextCursor !== null && (trail.cursors.includes(nextCursor) || trail.repeats >= MAX_REPEATS)
}
