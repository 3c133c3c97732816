import { expect, test } from 'vitest'
import { chartsOf, ratingFinding, volumeFinding } from '#app/features/charts/time-charts.server.ts'
import type { DailyReviews } from '#worker/rules/analytics.ts'
import type { Compared } from '#worker/rules/statistics.ts'
import type { DashboardView } from '#worker/screens/dashboard-screen.ts'

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

const MANY = { current: 30, previous: 24 }

/** A line with one average a week, oldest first. */
function line(averages: number[]) {
  const days = averages.map((averageRating, week): DailyReviews => {
    const day = `2026-03-${String(31 - 7 * (averages.length - 1 - week)).padStart(2, '0')}`
    return { day, count: 6, averageRating, positive: 6, neutral: 0, negative: 0 }
  })
  return charts(days).rating
}

const RISING = [4.2, 4.4, 4.5, 4.7]
const FALLING = [4.5, 4.3, 4.2, 4]

test.each([
  ['rises with the average', RISING, { current: 4.6, previous: 4.3 }, 'Average rating rose from 4.3 to 4.6'],
  ['falls with it', FALLING, { current: 4.1, previous: 4.4 }, 'Average rating fell from 4.4 to 4.1'],
  ['is flat', [4.6, 4.6, 4.6, 4.6], { current: 4.62, previous: 4.58 }, 'Average rating stays at 4.6'],
  [
    'falls while the average is the same',
    FALLING,
    { current: 4.2, previous: 4.2 },
    'Average rating 4.2 in the last 30 days, 4.0 in the last week',
  ],
  [
    'falls while the average rises',
    FALLING,
    { current: 4.4, previous: 4.2 },
    'Average rating 4.4 in the last 30 days, 4.0 in the last week',
  ],
  ['has no period before', RISING, { current: 4.7, previous: 0 }, 'Average rating 4.7 in the last 30 days'],
  ['has no ratings now', RISING, { current: 0, previous: 4.4 }, 'No new ratings in the last 30 days'],
])('the title of the rating chart matches a line that %s', (_, averages, compared, title) => {
  const figures = { ...trend(MANY), trend: { ...trend(MANY).trend, averageRating: compared } }
  expect(ratingFinding(line(averages), figures, words).title).toBe(title)
})

test('six reviews after four are no trend', () => {
  const few = trend({ current: 6, previous: 4 })
  const figures = { ...few, trend: { ...few.trend, averageRating: { current: 5, previous: 4.3 } } }
  expect(ratingFinding(line([4.3, 5]), figures, words).title).toBe('Average rating 5.0 in the last 30 days')
})

test('a single review or a tie of two days is no peak', () => {
  const day = { averageRating: 5, positive: 1, neutral: 0, negative: 0 }
  const one = charts([{ ...day, day: '2026-03-30', count: 1 }]).volume
  expect(volumeFinding(one, trend(MANY), words).summary).toBe('1 positive, 0 neutral, 0 negative.')
  const two = charts([
    { ...day, day: '2026-03-29', count: 2 },
    { ...day, day: '2026-03-30', count: 2 },
  ]).volume
  expect(volumeFinding(two, trend(MANY), words).summary).not.toContain('Most')
})

test('several equal weeks have no best week', () => {
  const summary = (averages: number[]) => ratingFinding(line(averages), trend(MANY), words).summary
  expect(summary([5, 4, 5, 5])).toBe('Between 4.0 and 5.0.')
  expect(summary([5, 5, 5])).toBe('Every week with reviews averages 5.0.')
})

test('the summaries describe what the charts show', () => {
  const { volume, rating } = charts(DAYS)
  const same = trend({ current: 4, previous: 4 })
  expect(volumeFinding(volume, same, words).summary).toBe(
    '3 positive, 0 neutral, 1 negative. Most on 2026-03-30: 3.',
  )
  expect(ratingFinding(rating, same, words).summary).toBe(
    'Best week starting 2026-03-25: 5.0. Lowest starting 2026-03-18: 2.0.',
  )
})

test('the days left over from whole weeks are no best week', () => {
  const { rating } = charts([
    { day: '2026-03-02', count: 2, averageRating: 5, positive: 2, neutral: 0, negative: 0 },
    ...DAYS.map((day) => ({ ...day, averageRating: day.averageRating - 1 })),
  ])
  expect(rating.points[0]).toMatchObject({ to: '2026-03-03', averageRating: 5 })
  expect(ratingFinding(rating, trend({ current: 4, previous: 4 }), words).summary).toBe(
    'Best week starting 2026-03-25: 4.0. Lowest starting 2026-03-18: 1.0.',
  )
})

test('a single point is no trend, and the rating chart says so', () => {
  const { rating } = charts(DAYS.slice(1))
  expect(ratingFinding(rating, trend({ current: 5, previous: 0 }), words).summary).toBe(
    'Not enough history yet to show a trend.',
  )
})
