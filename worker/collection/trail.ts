import type { ScrapedReview } from '../sources/source.ts'
import type { Run } from './run-view.ts'

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
