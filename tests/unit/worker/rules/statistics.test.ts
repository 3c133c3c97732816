import { expect, test } from 'vitest'
import { averageRating, responseRate, trendOf } from '#worker/rules/statistics.ts'

test.each([
  [0, 0, 0],
  [5, 1, 5],
  [17, 4, 4.3],
  [13, 3, 4.3],
  [14, 3, 4.7],
  [89, 20, 4.5],
])('ratings adding up to %i over %i reviews average %f', (sum, count, average) => {
  expect(averageRating(sum, count)).toBe(average)
})

test.each([
  [0, 0, 1, 0],
  [0, 3, 1, 0],
  [1, 3, 1, 33.3],
  [1, 3, 2, 33.33],
  [2, 3, 1, 66.7],
  [2, 3, 2, 66.67],
  [1, 1_000, 1, 0.1],
  [3, 3, 2, 100],
] as const)('%i responded of %i, with %i decimals, is %f percent', (responded, total, decimals, rate) => {
  expect(responseRate(responded, total, decimals)).toBe(rate)
})

test.each([
  [5, 0, 'stable', 0],
  [0, 0, 'stable', 0],
  [100.99, 100, 'stable', 0],
  [99.01, 100, 'stable', 0],
  [101, 100, 'up', 1],
  [99, 100, 'down', 1],
  [4.3, 4.2, 'up', 2.4],
  [1, 3, 'down', 66.7],
  [0, 3, 'down', 100],
  [9, 3, 'up', 200],
] as const)('a value of %f after %f is %s by %f percent', (current, previous, direction, percent) => {
  expect(trendOf(current, previous)).toEqual({ direction, percent })
})
