import { expect, test } from 'vitest'
import {
  countChangeText,
  pendingChangeText,
  pointsChangeText,
  ratingChangeText,
} from '#app/routes/app._index/change-texts.server.ts'

const format = {
  number: (value: number) => value.toFixed(0),
  rating: (value: number) => value.toFixed(1),
  percent: (value: number) => `${value.toFixed(1)}%`,
}

test.each([
  [0.1, '+0.1 stars compared with the 30 days before'],
  [-0.2, '−0.2 stars compared with the 30 days before'],
  [0, 'the same as in the 30 days before'],
])('a change of the rating is shown in stars: %d', (by, text) => {
  expect(ratingChangeText(format, 30)({ by, percent: null })).toBe(text)
})

test.each([
  [8, null, '8 more than in the 30 days before'],
  [-3, null, '3 fewer than in the 30 days before'],
  [10, 50, '10 more than in the 30 days before (+50.0%)'],
  [-10, -33.3, '10 fewer than in the 30 days before (−33.3%)'],
  [0, null, 'the same as in the 30 days before'],
  [4, 0, 'about the same as in the 30 days before'],
])('a change of a count is shown as a number: %d, %s', (by, percent, text) => {
  expect(countChangeText(format, 30)({ by, percent })).toBe(text)
})

test.each([
  [1, '+1 percentage point'],
  [-4.4, '−4 percentage points'],
  [0.2, 'the same as in the 30 days before'],
])('a change of a rate is shown in percentage points: %d', (by, text) => {
  expect(pointsChangeText(format, 30)({ by, percent: null })).toBe(text)
})

test.each([
  [3, '3 from the 30 days before'],
  [0, 'none from the 30 days before'],
])('waiting reviews are compared with the count of the previous period: %d', (previous, text) => {
  expect(pendingChangeText(format, { current: 42, previous }, 30)()).toBe(text)
})
