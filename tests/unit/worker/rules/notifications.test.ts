import { expect, test } from 'vitest'
import { badgeText, newReviewsText, UNREAD_COUNTED } from '#worker/rules/notifications.ts'

test.each([
  [0, null],
  [1, '1'],
  [9, '9'],
  [10, '9+'],
  [UNREAD_COUNTED, '9+'],
  [4_000, '9+'],
])('%i unread show as %s', (count, text) => {
  expect(badgeText(count)).toBe(text)
})

test.each([
  [1, 0, '1 new Yelp review.'],
  [1, 1, '1 new Yelp review needs an answer.'],
  [2, 0, '2 new Yelp reviews.'],
  [2, 1, '2 new Yelp reviews, 1 needs an answer.'],
  [2, 2, '2 new Yelp reviews need an answer.'],
  [5, 3, '5 new Yelp reviews, 3 need an answer.'],
])('%i new reviews with %i waiting are described', (found, waiting, text) => {
  expect(newReviewsText('Yelp', found, waiting)).toBe(text)
})
