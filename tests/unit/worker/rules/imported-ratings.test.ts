import { expect, test } from 'vitest'
import { ratingIn } from '#worker/rules/imported-ratings.ts'

test.each([
  ['4', 4],
  ['4.0', 4],
  ['4,5', 4.5],
  ['4/5', 4],
  ['8/10', 4],
  ['80/100', 4],
  ['FIVE', 5],
  ['five', 5],
  ['FIVE_STARS', 5],
  ['★★★★', 4],
  ['★★★★☆', 4],
  ['⭐️⭐️⭐️', 3],
  ['★ ★', 2],
  ['1 star', 1],
  ['4 out of 5', 4],
  ['5.0 star rating', 5],
  ['4-star review', 4],
  [' 3 ', 3],
])('%j gives %d stars', (text, stars) => {
  expect(ratingIn(text)).toBe(stars)
})

test.each([
  '',
  '0',
  '6',
  '0/5',
  '6/5',
  '-4',
  '4 of',
  '★★★★★★',
  'STAR_RATING_UNSPECIFIED',
  'good',
  '4 people',
  '1e0',
  '5/0',
])('%j is not a rating', (text) => {
  expect(ratingIn(text)).toBeNull()
})
