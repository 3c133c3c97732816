import { expect, test } from 'vitest'
import { isRecommendation, recommendationText, sentimentOf } from '#worker/rules/sentiment.ts'

test.each([
  [1, 'negative'],
  [2.999, 'negative'],
  [3, 'neutral'],
  [3.5, 'neutral'],
  [3.999, 'neutral'],
  [4, 'positive'],
  [5, 'positive'],
] as const)('a rating of %s is %s', (rating, sentiment) => {
  expect(sentimentOf(rating)).toBe(sentiment)
})

test.each([
  ['facebook', 5, '2018-11-25T12:17:16.000Z', true],
  ['facebook', 1, '2026-01-01T00:00:00.000Z', true],
  ['facebook', 5, null, true],
  ['facebook', 5, '2018-08-13T23:59:59.000Z', false],
  ['facebook', 4, '2026-01-01T00:00:00.000Z', false],
  ['google', 5, '2026-01-01T00:00:00.000Z', false],
] as const)(
  'a review on %s with %i stars of %s is a recommendation: %s',
  (platform, rating, reviewDate, expected) => {
    expect(isRecommendation({ platform, rating, reviewDate })).toBe(expected)
  },
)

test('recommendations have a text, star ratings do not', () => {
  const given = { platform: 'facebook', reviewDate: '2026-01-01T00:00:00.000Z' } as const
  expect(recommendationText({ ...given, rating: 5 })).toBe('Recommends it')
  expect(recommendationText({ ...given, rating: 1 })).toBe("Doesn't recommend it")
  expect(recommendationText({ ...given, rating: 3 })).toBeNull()
})
