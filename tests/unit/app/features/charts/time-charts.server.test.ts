import { expect, test } from 'vitest'
import { chartsOf } from '#app/features/charts/time-charts.server.ts'
import type { DailyReviews } from '#worker/rules/analytics.ts'
import type { DashboardView } from '#worker/screens/dashboard-screen.ts'

type Input = Parameters<typeof chartsOf>[0]

function view(daily: DailyReviews[], historyDays = 30): Input {
  const stats = { lastUpdated: '2026-03-31T14:20:00.000Z' } as DashboardView['stats']
  return { daily, historyDays, stats }
}

function row(
  day: string,
  positive: number,
  neutral: number,
  negative: number,
  averageRating: number,
): DailyReviews {
  return { day, count: positive + neutral + negative, positive, neutral, negative, averageRating }
}

test('a month is drawn by day, a quarter by week', () => {
  expect(chartsOf(view([row('2026-03-01', 1, 0, 0, 5)])).volume.unit).toBe('day')
  const quarter = chartsOf(view([row('2026-01-01', 1, 0, 0, 5)], 90))
  expect(quarter.volume.unit).toBe('week')
  expect(quarter.rating.unit).toBe('week')
})

test('a year has at most 53 bars and a line of at most 14 points of four weeks', () => {
  const year = chartsOf(view([row('2025-03-31', 1, 0, 0, 5)], 365))
  expect(year.volume.points.length).toBeLessThanOrEqual(53)
  expect(year.rating.unit).toBe('four weeks')
  expect(year.rating.points.length).toBeLessThanOrEqual(14)
})

test('a sentiment is one path with a bar for each period in which it occurs', () => {
  const { volume } = chartsOf(view([row('2026-03-30', 4, 1, 1, 4), row('2026-03-31', 2, 0, 0, 5)]))
  expect(volume.bars.positive.match(/M/g)).toHaveLength(2)
  expect(volume.bars.neutral.match(/M/g)).toHaveLength(1)
  expect(volume.bars.negative.match(/M/g)).toHaveLength(1)
  expect(volume.totals).toEqual({ positive: 6, neutral: 1, negative: 1 })
})

test('bars are stacked, so a negative bar begins where the others end', () => {
  const { volume } = chartsOf(view([row('2026-03-31', 2, 1, 1, 4)]))
  const ends = (path: string) => /M\S+ (\S+)V([\d.]+)h/.exec(path)?.slice(1).map(Number)
  const [, positiveTop] = ends(volume.bars.positive) ?? []
  const [neutralFoot, neutralTop] = ends(volume.bars.neutral) ?? []
  const [negativeFoot] = ends(volume.bars.negative) ?? []
  expect(neutralFoot).toBe(positiveTop)
  expect(negativeFoot).toBe(neutralTop)
})

test('the rating axis begins below the lowest point', () => {
  expect(chartsOf(view([row('2026-03-31', 3, 0, 0, 4.8)])).rating.lowest).toBe(4)
  expect(chartsOf(view([row('2026-03-31', 1, 0, 1, 2.4)])).rating.lowest).toBe(2)
  expect(chartsOf(view([row('2026-03-31', 0, 0, 1, 1)])).rating).toMatchObject({
    lowest: 1,
    ticks: [
      { value: 1, top: 100 },
      { value: 2, top: 75 },
      { value: 3, top: 50 },
      { value: 4, top: 25 },
      { value: 5, top: 0 },
    ],
  })
})

test('a single rated week is a dot', () => {
  const { rating } = chartsOf(view([row('2026-03-31', 1, 0, 0, 5)]))
  expect(rating.dots).toMatch(/^M[\d.]+ 0h0$/)
})

test('charts without reviews have axes and no shapes', () => {
  const { volume, rating } = chartsOf(view([]))
  expect(volume.bars).toEqual({ positive: '', neutral: '', negative: '' })
  expect(rating).toMatchObject({ line: '', dots: '', lowest: 4 })
  expect(volume.ticks.at(0)).toEqual({ value: 0, top: 100 })
})

test('the axis of review counts has whole numbers', () => {
  const { volume } = chartsOf(view([row('2026-03-31', 1, 0, 0, 5)]))
  expect(volume.ticks.every(({ value }) => Number.isInteger(value))).toBe(true)
})
