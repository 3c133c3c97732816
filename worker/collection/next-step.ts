import { QUOTA_WARNING } from '../rules/plans.ts'
import type { Run } from './run-view.ts'

/** How far a source's list has been walked. At most one walk is open: the first through older reviews, or a later one. */
export interface Backfill {
  backfillState: 'none' | 'open' | 'done'
  /** Where the open walk goes on; null is the start of the list. */
  backfillCursor: string | null
  /** What the open walk met since then is noted, so that its end tells what is gone; null: none is noted. */
  walkSince: number | null
}

export type Step =
  | { kind: 'fetch'; phase: Run['phase']; cursor: string | null }
  | { kind: 'finish'; warning: string | null }

export type Progress = Pick<
  Run,
  | 'phase'
  | 'cursor'
  | 'pageCursor'
  | 'endOfList'
  | 'page'
  | 'pagesPlanned'
  | 'reviewsOverQuota'
  | 'lastPageFresh'
  | 'walks'
  | 'createdAt'
>

/**
 * What a run does next, from its row and how far its source was walked before it.
 *
 * A run takes what is new or changed first: from the top of the list until a whole page is known and unchanged. Pages
 * that are left go to the walk that is open, from where the run before it stopped. A run that walks by itself goes on
 * from the top to the end instead. The list's end, the planned pages or the month's quota end it.
 *
 * @param lastPhase the phase in which the source's run before this one ended
 */
export function nextStep(run: Progress, source: Backfill, lastPhase: Run['phase'] | null): Step {
  if (run.page === 0) return firstStep(run, source, lastPhase)
  if (run.reviewsOverQuota > 0) return { kind: 'finish', warning: QUOTA_WARNING }
  const caughtUp = isCaughtUp(run, source)
  const isThrough = caughtUp ? !hasOpenWalk(source) : run.endOfList
  if (isThrough || run.page >= run.pagesPlanned) return { kind: 'finish', warning: null }
  return caughtUp
    ? { kind: 'fetch', phase: 'backfill', cursor: source.backfillCursor }
    : { kind: 'fetch', phase: run.phase, cursor: run.cursor }
}

/** Runs of a single page have none left for an open walk, so they take turns. */
function firstStep(run: Progress, source: Backfill, lastPhase: Run['phase'] | null): Step {
  const isOnTurn = run.pagesPlanned === 1 && hasOpenWalk(source) && lastPhase === 'newest'
  return isOnTurn && run.phase === 'newest'
    ? { kind: 'fetch', phase: 'backfill', cursor: source.backfillCursor }
    : { kind: 'fetch', phase: run.phase, cursor: run.cursor }
}

/**
 * How far the source has been walked once this run ends here, for whatever reason. Every review between the top of
 * the list and the returned cursor is stored; a walk that was cut short goes on from where it was, even where that
 * passes through known reviews again, so that none is left out.
 */
export function backfillAfter(run: Progress, source: Backfill): Backfill {
  const { backfillState, backfillCursor } = source
  if (run.page === 0 || isCaughtUp(run, source)) {
    return { backfillState, backfillCursor, walkSince: source.walkSince }
  }
  const walkSince = walkSinceOf(run, source)
  if (run.reviewsOverQuota > 0) {
    return { backfillState: 'open', backfillCursor: run.pageCursor, walkSince }
  }
  if (endsWalk(run, source)) return { backfillState: 'done', backfillCursor: null, walkSince: null }
  if (run.endOfList) return { backfillState: 'open', backfillCursor: null, walkSince }
  return { backfillState: isKnownBelow(run, source) ? 'done' : 'open', backfillCursor: run.cursor, walkSince }
}

/**
 * True when a walk over the whole list ends with this run: one that this run began at the top, or the open one. A list
 * that ends above what is still missing may be a shortened view of it, and does not end the walk.
 */
export function endsWalk(run: Progress, source: Backfill): boolean {
  const isShortened = run.phase === 'newest' && source.backfillState === 'open'
  return (
    run.page > 0 && run.endOfList && run.reviewsOverQuota === 0 && !isShortened && !isCaughtUp(run, source)
  )
}

/** Since when what the walk of this run met is noted. A run that walks has met all of it by itself. */
export function walkSinceOf(run: Progress, source: Backfill): number | null {
  return run.walks ? run.createdAt : source.walkSince
}

function hasOpenWalk(source: Backfill): boolean {
  return source.backfillState === 'open' || source.walkSince !== null
}

/** True when the walk from the top has met a page without anything new, below which all was stored before. */
function isCaughtUp(run: Progress, source: Backfill): boolean {
  return (
    run.phase === 'newest' &&
    !run.walks &&
    source.backfillState !== 'none' &&
    run.lastPageFresh === 0 &&
    run.reviewsOverQuota === 0
  )
}

/** True when all reviews below the run's place were stored before it, so that only their presence is still to be seen. */
function isKnownBelow(run: Progress, source: Backfill): boolean {
  if (source.backfillState !== 'done') return false
  return run.walks ? run.lastPageFresh === 0 : run.phase === 'backfill' && source.walkSince !== null
}
