import { expect, test } from 'vitest'
import { daysShown, pointsFor, seriesOf } from '#app/features/charts/series.ts'
import type { DailyReviews } from '#worker/rules/analytics.ts'

function day(day: string, count: number, averageRating = 5): DailyReviews {
  return { day, count, averageRating, positive: count, neutral: 0, negative: 0 }
}

test('the charts cover the time since the first review, at least two weeks', () => {
  expect(daysShown([], '2026-03-31')).toBe(14)
  expect(daysShown([day('2026-03-30', 1)], '2026-03-31')).toBe(14)
  expect(daysShown([day('2026-03-12', 1)], '2026-03-31')).toBe(20)
})

test('a part of a week is the first point, and is left out if the history limit cuts it', () => {
  expect(pointsFor(20, 7, 90)).toBe(3)
  expect(pointsFor(91, 7, 90)).toBe(13)
  expect(pointsFor(366, 7, 365)).toBe(52)
  expect(pointsFor(31, 1, 30)).toBe(31)
})

test('days without reviews are filled in, oldest first', () => {
  const points = seriesOf([day('2026-03-29', 2), day('2026-03-31', 1)], '2026-03-31', 3, 1)
  expect(points.map(({ from, to, count, averageRating }) => ({ from, to, count, averageRating }))).toEqual([
    { from: '2026-03-29', to: '2026-03-29', count: 2, averageRating: 5 },
    { from: '2026-03-30', to: '2026-03-30', count: 0, averageRating: null },
    { from: '2026-03-31', to: '2026-03-31', count: 1, averageRating: 5 },
  ])
})

test('weeks are counted back from today and end with it', () => {
  const points = seriesOf(
    [day('2026-03-18', 1), day('2026-03-24', 2), day('2026-03-25', 4)],
    '2026-03-31',
    2,
    7,
  )
  expect(points.map(({ from, to, count }) => [from, to, count])).toEqual([
    ['2026-03-18', '2026-03-24', 3],
    ['2026-03-25', '2026-03-31', 4],
  ])
})

test('a point cut by the history limit begins with the first counted review', () => {
  const daily = [day('2026-03-20', 1), day('2026-03-25', 4)]
  const points = seriesOf(daily, '2026-03-31', 3, 7)
  expect(points.map(({ from, to, count }) => [from, to, count])).toEqual([
    ['2026-03-11', '2026-03-17', 0],
    ['2026-03-20', '2026-03-24', 1],
    ['2026-03-25', '2026-03-31', 4],
  ])
})

test('the average of a week weighs each day by its number of reviews', () => {
  const [week] = seriesOf([day('2026-03-30', 3, 5), day('2026-03-31', 1, 1)], '2026-03-31', 1, 7)
  expect(week?.averageRating).toBe(4)
})

test('a day before the shown period or without reviews changes nothing', () => {
  const points = seriesOf([day('2026-01-01', 9), day('2026-03-31', 0, 0)], '2026-03-31', 14, 1)
  expect(points.reduce((sum, point) => sum + point.count, 0)).toBe(0)
  expect(points.at(-1)?.averageRating).toBeNull()
})

test('the change to summer time moves no day', () => {
  const points = seriesOf(
    [day('2026-03-28', 1), day('2026-03-29', 1), day('2026-03-30', 1)],
    '2026-03-30',
    3,
    1,
  )
  expect(points.map((point) => point.count)).toEqual([1, 1, 1])
})
