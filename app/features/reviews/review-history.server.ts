import type { ReviewDetail } from '#worker/rules/views.ts'
import { toMinute } from './review-row.server.ts'
import { type DiffPart, diffWords } from './word-diff.server.ts'

/** Diffing more edits costs more than anybody reads. */
const MAX_EDITS = 10

/** An event in a review's history. */
export type HistoryEvent =
  | { kind: 'edited'; at: string; stars?: { from: number; to: number }; parts?: DiffPart[] }
  | { kind: 'posted' | 'seen' | 'removed' | 'returned'; at: string }

/** A review's history, latest first. Includes the last ten edits, each with what it changed. */
export function historyOf(review: ReviewDetail): HistoryEvent[] {
  const versions = [{ rating: review.rating, review: review.review }, ...review.revisions]
  const edits = review.revisions.slice(0, MAX_EDITS).map((former, index): HistoryEvent => {
    const later = versions[index] ?? review
    return {
      kind: 'edited',
      at: toMinute(former.replacedAt),
      ...(former.rating !== later.rating && { stars: { from: former.rating, to: later.rating } }),
      ...(former.review !== later.review && { parts: diffWords(former.review, later.review) }),
    }
  })
  const moments = (
    [
      ['removed', review.removedAt],
      ['returned', review.returnedAt],
      ['seen', review.scrapedAt],
      ['posted', review.reviewDate],
    ] as const
  ).flatMap(([kind, at]): HistoryEvent[] => (at === null ? [] : [{ kind, at: toMinute(at) }]))
  return [...edits, ...moments].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
}
