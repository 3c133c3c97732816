import { expect, test } from 'vitest'
import { countChangeText, pointsChangeText, ratingChangeText } from '#app/routes/app._index/change-texts.ts'

const format = { number: String, rating: (value: number) => value.toFixed(1) }

test.each([
  [0.1, '+0.1 on the period before'],
  [-0.2, '−0.2 on the period before'],
  [0, 'the same as in the period before'],
])('a rating moves in stars: %d', (by, text) => {
  expect(ratingChangeText(format)({ by, percent: null })).toBe(text)
})

test.each([
  [8, null, '8 more than in the period before'],
  [-3, null, '3 fewer than in the period before'],
  [10, 50, '10 more than in the period before (+50%)'],
  [-10, -33, '10 fewer than in the period before (−33%)'],
  [0, null, 'as many as in the period before'],
])('a count moves as a count: %d, %s', (by, percent, text) => {
  expect(countChangeText(format)({ by, percent })).toBe(text)
})

test.each([
  [1, '+1 percentage point'],
  [-4.4, '−4 percentage points'],
  [0.2, 'the same as in the period before'],
])('a rate moves by points: %d', (by, text) => {
  expect(pointsChangeText(format)({ by, percent: null })).toBe(text)
})
