import type { Run } from './run-view.ts'

export const QUOTA_WARNING = 'Monthly review limit reached'

/** How far a source's older reviews have been fetched. */
export interface Backfill {
  backfillState: 'none' | 'open' | 'done'
  /** Where the walk goes on; null is the start of the list. */
  backfillCursor: string | null
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
>

/**
 * What a run does next, from its row and how far its source was fetched before it.
 *
 * A run takes what is new or changed first: from the top of the list until a whole page is known and unchanged. Pages
 * that are left go to the older reviews, from where the run before it stopped. The list's end, the planned pages or
 * the month's quota end it.
 *
 * @param lastPhase the phase in which the source's run before this one ended
 */
export function nextStep(run: Progress, source: Backfill, lastPhase: Run['phase'] | null): Step {
  if (run.page === 0) return firstStep(run, source, lastPhase)
  if (run.reviewsOverQuota > 0) return { kind: 'finish', warning: QUOTA_WARNING }
  const caughtUp = isCaughtUp(run, source)
  const allIsStored = caughtUp ? source.backfillState === 'done' : run.endOfList
  if (allIsStored || run.page >= run.pagesPlanned) return { kind: 'finish', warning: null }
  return caughtUp
    ? { kind: 'fetch', phase: 'backfill', cursor: source.backfillCursor }
    : { kind: 'fetch', phase: run.phase, cursor: run.cursor }
}

/** Runs of a single page have none left for older reviews, so they take turns. */
function firstStep(run: Progress, source: Backfill, lastPhase: Run['phase'] | null): Step {
  const isOnTurn = run.pagesPlanned === 1 && source.backfillState === 'open' && lastPhase === 'newest'
  return isOnTurn && run.phase === 'newest'
    ? { kind: 'fetch', phase: 'backfill', cursor: source.backfillCursor }
    : { kind: 'fetch', phase: run.phase, cursor: run.cursor }
}

/**
 * How far the source has been fetched once this run ends here, for whatever reason. Every review between the top of
 * the list and the returned cursor is stored; a walk that was cut short goes on from where it was, even where that
 * passes through known reviews again, so that none is left out.
 */
export function backfillAfter(run: Progress, source: Backfill): Backfill {
  if (run.page === 0 || isCaughtUp(run, source)) {
    return { backfillState: source.backfillState, backfillCursor: source.backfillCursor }
  }
  if (run.reviewsOverQuota > 0) return { backfillState: 'open', backfillCursor: run.pageCursor }
  if (run.endOfList) {
    // A list that ends above what is still missing may be a shortened view of it, so it is walked once more.
    const isShortened = run.phase === 'newest' && source.backfillState === 'open'
    return { backfillState: isShortened ? 'open' : 'done', backfillCursor: null }
  }
  return { backfillState: 'open', backfillCursor: run.cursor }
}

/** True when the walk from the top has met a page without anything new, below which all was stored before. */
function isCaughtUp(run: Progress, source: Backfill): boolean {
  return (
    run.phase === 'newest' &&
    source.backfillState !== 'none' &&
    run.lastPageFresh === 0 &&
    run.reviewsOverQuota === 0
  )
}
