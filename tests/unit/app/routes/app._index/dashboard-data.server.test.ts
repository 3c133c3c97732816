import { expect, test } from 'vitest'
import { dashboardData } from '#app/routes/app._index/dashboard-data.server.ts'
import { aReview } from '#tests/unit/app/features/reviews/a-review.ts'
import type { DashboardView } from '#worker/rules/views.ts'

const NOTHING = { current: 0, previous: 0 }

function view(given: Partial<DashboardView>): DashboardView {
  return {
    stats: {
      totalReviews: 5,
      averageRating: 4,
      pendingResponses: 5,
      respondedReviews: 0,
      responseRate: 0,
      sentimentDistribution: { positive: 5, neutral: 0, negative: 0 },
      platformDistribution: { google: 5, yelp: 0, facebook: 0, tripadvisor: 0 },
      recentReviews: 5,
      lastUpdated: '2026-03-31T14:20:00.000Z',
    },
    periodDays: 15,
    trend: { reviews: NOTHING, averageRating: NOTHING, responseRate: NOTHING, pending: NOTHING },
    daily: [],
    waiting: [],
    recent: [],
    businesses: [],
    historyDays: 30,
    reviewsFailed: false,
    ...given,
  }
}

test('of what waits, three are shown, the unhappy ones first and then the newest', () => {
  const ratings = [5, 2, 4, 5, 1].map((rating, index) => aReview({ id: String(index), rating }))
  expect(dashboardData(view({ waiting: ratings })).waiting.map(({ id }) => id)).toEqual(['4', '1', '2'])
})

test('a long text is cut between characters, not inside one', () => {
  const [line] = dashboardData(view({ recent: [aReview({ review: '🍜'.repeat(300) })] })).recent
  expect(line?.excerpt).toBe(`${'🍜'.repeat(240)}…`)
})

test('a line says what can be done about its review', () => {
  const { recent } = dashboardData(
    view({
      recent: [
        aReview(),
        aReview({ status: 'responded' }),
        aReview({ removedAt: '2026-05-02T15:00:31.000Z' }),
      ],
    }),
  )
  expect(recent.map(({ status }) => status)).toEqual(['pending', 'responded', 'removed'])
})

test('a short text stays whole', () => {
  const [line] = dashboardData(view({ recent: [aReview()] })).recent
  expect(line?.excerpt).toBe('Lovely soup.')
})
