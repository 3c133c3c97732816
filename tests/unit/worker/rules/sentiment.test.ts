import { expect, test } from 'vitest'
import { sentimentOf } from '#worker/rules/sentiment.ts'

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
