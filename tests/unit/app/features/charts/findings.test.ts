import { expect, test } from 'vitest'
import { ratingFinding, volumeFinding } from '#app/features/charts/findings.ts'
import { chartsOf } from '#app/features/charts/time-charts.server.ts'
import type { Compared, DailyReviews, DashboardView } from '#worker/rules/views.ts'

const words = {
  number: (value: number) => String(value),
  rating: (value: number) => value.toFixed(1),
  day: (day: string) => day,
}

function charts(daily: DailyReviews[]) {
  const stats = { lastUpdated: '2026-03-31T14:20:00.000Z' } as DashboardView['stats']
  return chartsOf({ daily, stats, historyDays: 30 })
}

function trend(compared: Compared) {
  return {
    periodDays: 30,
    trend: { reviews: compared, averageRating: compared, responseRate: compared, pending: compared },
  }
}

const DAYS: DailyReviews[] = [
  { day: '2026-03-18', count: 1, averageRating: 2, positive: 0, neutral: 0, negative: 1 },
  { day: '2026-03-30', count: 3, averageRating: 5, positive: 3, neutral: 0, negative: 0 },
]

test.each([
  [{ current: 42, previous: 30 }, '42 reviews in the last 30 days, 12 more than in the 30 days before'],
  [{ current: 1, previous: 3 }, '1 review in the last 30 days, 2 fewer than in the 30 days before'],
  [{ current: 4, previous: 4 }, '4 reviews in the last 30 days, the same as in the 30 days before'],
  [{ current: 4, previous: 0 }, '4 reviews in the last 30 days'],
  [{ current: 0, previous: 9 }, 'No reviews were posted in the last 30 days'],
])('the volume chart is titled with its finding: %o', (compared, title) => {
  expect(volumeFinding(charts(DAYS).volume, trend(compared), words).title).toBe(title)
})

test.each([
  [{ current: 4.6, previous: 4.4 }, 'Average rating rose from 4.4 to 4.6'],
  [{ current: 4.1, previous: 4.4 }, 'Average rating fell from 4.4 to 4.1'],
  [{ current: 4.62, previous: 4.58 }, 'Average rating stays at 4.6'],
  [{ current: 4.6, previous: 0 }, 'Average rating 4.6 in the last 30 days'],
  [{ current: 0, previous: 4.4 }, 'No new ratings in the last 30 days'],
])('the rating chart is titled with its finding: %o', (compared, title) => {
  expect(ratingFinding(charts(DAYS).rating, trend(compared), words).title).toBe(title)
})

test('the summaries say in words what the drawings show', () => {
  const { volume, rating } = charts(DAYS)
  const same = trend({ current: 4, previous: 4 })
  expect(volumeFinding(volume, same, words).summary).toBe(
    '3 positive, 0 neutral, 1 negative. Most on 2026-03-30: 3.',
  )
  expect(ratingFinding(rating, same, words).summary).toBe(
    'Best week starting 2026-03-25: 5.0. Lowest starting 2026-03-18: 2.0.',
  )
})

test('one point is no direction, and the rating chart says so', () => {
  const { rating } = charts(DAYS.slice(1))
  expect(ratingFinding(rating, trend({ current: 5, previous: 0 }), words).summary).toBe(
    'Not enough history yet to show a trend.',
  )
})
