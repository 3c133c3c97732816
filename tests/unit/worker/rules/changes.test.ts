import { expect, test } from 'vitest'
import { changesBetween, type PeriodFigures } from '#worker/rules/changes.ts'

function figures(reviews: number, averageRating = 4, visible = 0, pending = 0): PeriodFigures {
  return { reviews, averageRating, pending, visible }
}

test('ratings change by stars, as displayed', () => {
  expect(changesBetween(figures(3, 4.5), figures(9, 4.6), true).averageRating).toEqual({
    by: 0.1,
    percent: null,
  })
  expect(changesBetween(figures(3, 4.5), figures(9, 4.3), true).averageRating?.by).toBe(-0.2)
})

test.each([
  [5, 13, { by: 8, percent: null }],
  [19, 38, { by: 19, percent: null }],
  [30, 19, { by: -11, percent: null }],
  [20, 30, { by: 10, percent: 50 }],
  [30, 20, { by: -10, percent: -33.3 }],
  [40, 40, { by: 0, percent: 0 }],
  [500, 504, { by: 4, percent: 0 }],
  [0, 10, { by: 10, percent: null }],
])(
  'counts change by a number, plus a percentage if both periods have 20 reviews: %i to %i',
  (previous, current, change) => {
    expect(changesBetween(figures(previous), figures(current), true).reviews).toEqual(change)
  },
)

test('nothing is compared if no reviews were posted before', () => {
  expect(changesBetween(figures(0), figures(10), false)).toEqual({
    reviews: null,
    averageRating: null,
    responseRate: null,
    pending: null,
  })
})

test('the rating is not compared with a period without reviews', () => {
  expect(changesBetween(figures(0, 0), figures(10), true).averageRating).toBeNull()
  expect(changesBetween(figures(10), figures(0, 0), true).averageRating).toBeNull()
})

test('pending reviews change by a number, without a percentage', () => {
  const pending = (before: number, now: number) =>
    changesBetween(figures(20, 4, 0, before), figures(20, 4, 0, now), true).pending
  expect(pending(8, 5)).toEqual({ by: -3, percent: null })
  expect(pending(3, 42)).toEqual({ by: 39, percent: null })
  expect(pending(0, 5)).toEqual({ by: 5, percent: null })
})

test('the response rate changes by points if both periods have 20 reviews', () => {
  expect(changesBetween(figures(20, 4, 10), figures(20, 4, 15), true).responseRate?.by).toBe(25)
  expect(changesBetween(figures(19, 4, 10), figures(20, 4, 5), true).responseRate).toBeNull()
})
