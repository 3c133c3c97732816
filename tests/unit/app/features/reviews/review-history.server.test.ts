import { expect, test } from 'vitest'
import { historyOf } from '#app/features/reviews/review-row.server.ts'
import type { RevisionView } from '#worker/reviews/review-view.ts'
import { aReview } from './a-review.ts'

const POSTED = { kind: 'posted', at: '2026-03-30T08:00Z' }
const SEEN = { kind: 'seen', at: '2026-03-31T14:20Z' }

function revision(given: Partial<RevisionView>): RevisionView {
  return { rating: 5, review: 'Lovely soup.', replacedAt: '2026-04-02T10:00:00.000Z', ...given }
}

test('the history of an unchanged review has only the events posted and seen', () => {
  expect(historyOf({ ...aReview(), revisions: [] })).toEqual([SEEN, POSTED])
  expect(historyOf({ ...aReview({ reviewDate: null }), revisions: [] })).toEqual([SEEN])
})

test('each edit has the stars and texts that it changed', () => {
  const review = aReview({ rating: 2, review: 'Cold soup.' })
  const events = historyOf({
    ...review,
    revisions: [
      revision({ rating: 3, review: 'Cold soup.', replacedAt: '2026-05-02T10:00:00.000Z' }),
      revision({ rating: 3, replacedAt: '2026-04-20T10:00:00.000Z' }),
      revision({ rating: 5 }),
    ],
  })
  expect(events).toEqual([
    { kind: 'edited', at: '2026-05-02T10:00Z', stars: { from: 3, to: 2 } },
    {
      kind: 'edited',
      at: '2026-04-20T10:00Z',
      texts: { former: 'Lovely soup.', later: 'Cold soup.' },
    },
    { kind: 'edited', at: '2026-04-02T10:00Z', stars: { from: 5, to: 3 } },
    SEEN,
    POSTED,
  ])
})

test('removals and returns are listed in the order they happened', () => {
  const events = historyOf({
    ...aReview({ removedAt: '2026-06-01T09:00:00.000Z', returnedAt: '2026-05-01T09:00:00.000Z' }),
    revisions: [revision({ rating: 4, replacedAt: '2026-05-10T10:00:00.000Z' })],
  })
  expect(events.map(({ kind }) => kind)).toEqual(['removed', 'edited', 'returned', 'seen', 'posted'])
})

test('only the last ten edits are listed', () => {
  const revisions = Array.from({ length: 14 }, (_, index) =>
    revision({ rating: 1 + (index % 5), replacedAt: new Date(Date.UTC(2026, 5, 30 - index)).toISOString() }),
  )
  const edits = historyOf({ ...aReview({ rating: 3 }), revisions }).filter(({ kind }) => kind === 'edited')
  expect(edits.map(({ at }) => at.slice(0, 10))).toEqual(
    Array.from({ length: 10 }, (_, index) => `2026-06-${30 - index}`),
  )
})
