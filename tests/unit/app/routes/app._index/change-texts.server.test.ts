import { expect, test } from 'vitest'
import {
  countChangeText,
  pointsChangeText,
  ratingChangeText,
} from '#app/routes/app._index/change-texts.server.ts'

const format = {
  number: (value: number) => value.toFixed(0),
  rating: (value: number) => value.toFixed(1),
  percent: (value: number) => `${value.toFixed(1)}%`,
}

test.each([
  [0.1, '+0.1 stars compared with the previous period'],
  [-0.2, '−0.2 stars compared with the previous period'],
  [0, 'the same as in the previous period'],
])('a rating moves in stars: %d', (by, text) => {
  expect(ratingChangeText(format)({ by, percent: null })).toBe(text)
})

test.each([
  [8, null, '8 more than in the previous period'],
  [-3, null, '3 fewer than in the previous period'],
  [10, 50, '10 more than in the previous period (+50.0%)'],
  [-10, -33.3, '10 fewer than in the previous period (−33.3%)'],
  [0, null, 'the same as in the previous period'],
  [4, 0, 'about the same as in the previous period'],
])('a count moves as a count: %d, %s', (by, percent, text) => {
  expect(countChangeText(format)({ by, percent })).toBe(text)
})

test.each([
  [1, '+1 percentage point'],
  [-4.4, '−4 percentage points'],
  [0.2, 'the same as in the previous period'],
])('a rate moves by points: %d', (by, text) => {
  expect(pointsChangeText(format)({ by, percent: null })).toBe(text)
})
