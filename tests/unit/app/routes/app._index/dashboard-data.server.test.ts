import { expect, test } from 'vitest'
import { formatFor } from '#app/lib/format.ts'
import { dashboardData } from '#app/routes/app._index/dashboard-data.server.ts'
import { aReview } from '#tests/unit/app/features/reviews/a-review.ts'
import type { DashboardView } from '#worker/screens/dashboard-screen.ts'

const FORMAT = formatFor({ locale: 'en', timeZone: 'UTC' })

const NOTHING = { current: 0, previous: 0 }

function view(given: Partial<DashboardView>): DashboardView {
  return {
    findings: [],
    stats: {
      totalReviews: 5,
      averageRating: 4,
      pendingResponses: 5,
      respondedReviews: 0,
      responseRate: 0,
      sentimentDistribution: { positive: 5, neutral: 0, negative: 0 },
      platformDistribution: { google: 5, yelp: 0, facebook: 0, tripadvisor: 0 },
      otherPlatforms: [],
      recentReviews: 5,
      lastUpdated: '2026-03-31T14:20:00.000Z',
    },
    periodDays: 15,
    trend: {
      reviews: NOTHING,
      averageRating: NOTHING,
      responseRate: NOTHING,
      pending: NOTHING,
      visible: NOTHING,
    },
    visible: 0,
    unposted: 0,
    daily: [],
    waiting: [],
    recent: [],
    businesses: [],
    sources: { count: 0, lastSucceededAt: null, faults: [], backfills: [], stated: [] },
    sampleId: null,
    historyDays: 30,
    reviewsFailed: false,
    ...given,
  }
}

test('a dashboard is quiet only without daily reviews', () => {
  const day = { day: '2026-03-30', averageRating: 5, positive: 1, neutral: 0, negative: 0 }
  expect(dashboardData(view({ daily: [{ ...day, count: 1 }] }), FORMAT).isQuiet).toBe(false)
  expect(dashboardData(view({ daily: [] }), FORMAT).isQuiet).toBe(true)
})

test('no review is listed twice', () => {
  const reviews = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => aReview({ id: String(id) }))
  const waiting = [aReview({ id: '9', rating: 1 }), aReview({ id: '2', rating: 2 }), aReview({ id: '4' })]
  const shown = dashboardData(view({ waiting, recent: reviews }), FORMAT)
  expect(shown.waiting.map(({ id }) => id)).toEqual(['9', '2', '4'])
  expect(shown.recent.map(({ id }) => id)).toEqual(['1', '3', '5', '6', '7'])
})

test('the figures of a first period have no comparison', () => {
  const day = { count: 4, averageRating: 4, positive: 4, neutral: 0, negative: 0 }
  const trend = { ...view({}).trend, reviews: { current: 4, previous: 0 } }
  const first = dashboardData(view({ trend, daily: [{ ...day, day: '2026-03-20' }] }), FORMAT)
  expect(first.changes.reviews).toBeNull()
  const later = dashboardData(view({ trend, daily: [{ ...day, day: '2026-01-20' }] }), FORMAT)
  expect(later.changes.reviews).toEqual({ by: 4, text: '4 more than in the 15 days before' })
})

test('one fault is named and the others are counted', () => {
  const fault = {
    businessId: 'b1',
    businessName: 'Harbor Books',
    platform: 'google',
    headline: 'This link doesn’t lead to a listing',
    text: '',
    remedy: 'correct_link',
    isLimit: false,
  } as const
  const sources = {
    count: 3,
    lastSucceededAt: null,
    faults: [fault, { ...fault, platform: 'yelp' as const }],
    backfills: [],
    stated: [],
  }
  expect(dashboardData(view({ sources }), FORMAT).sources).toMatchObject({
    fault: {
      title: 'Google: This link doesn’t lead to a listing',
      headline: 'This link doesn’t lead to a listing',
      action: { label: 'Correct the Google link', to: '/app/businesses/edit?id=b1' },
    },
    furtherFaults: 1,
  })
})

test('a long text is only cut between characters', () => {
  const [line] = dashboardData(view({ recent: [aReview({ review: '🍜'.repeat(300) })] }), FORMAT).recent
  expect(line?.excerpt).toBe(`${'🍜'.repeat(240)}…`)
})

test('a row has the status of its review', () => {
  const { recent } = dashboardData(
    view({
      recent: [
        aReview(),
        aReview({ status: 'responded' }),
        aReview({ removedAt: '2026-05-02T15:00:31.000Z' }),
      ],
    }),
    FORMAT,
  )
  expect(recent.map(({ status }) => status)).toEqual(['pending', 'responded', 'removed'])
})

test('a short text is not cut', () => {
  const [line] = dashboardData(view({ recent: [aReview()] }), FORMAT).recent
  expect(line?.excerpt).toBe('Lovely soup.')
})
