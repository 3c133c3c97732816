import { expect, test } from 'vitest'
import { badgeText, newReviewsText, sourceTroubleText, UNREAD_COUNTED } from '#worker/rules/notifications.ts'
import { TROUBLE_KINDS, type TroubleKind } from '#worker/rules/source-health.ts'

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
])('%i new, %i waiting', (found, waiting, text) => {
  expect(newReviewsText('yelp', found, waiting)).toBe(text)
})

const AT_ONCE: TroubleKind[] = [
  'reconnect',
  'wrong_listing',
  'not_found',
  'not_allowed',
  'not_offered',
  'limited_view',
]
const AT_THIRD: TroubleKind[] = ['blocked', 'consent']

test.each(TROUBLE_KINDS)('the owner hears of %s when there is something to do about it', (kind) => {
  const told = [1, 2, 3, 4].map((failures) => sourceTroubleText('google', kind, failures) !== null)
  if (AT_ONCE.includes(kind)) expect(told).toEqual([true, true, true, true])
  else if (AT_THIRD.includes(kind)) expect(told).toEqual([false, false, true, true])
  else expect(told).toEqual([false, false, false, false])
})

test.each([...AT_ONCE, ...AT_THIRD])(
  'what is told of %s names the platform and is one or two sentences',
  (kind) => {
    const text = sourceTroubleText('google', kind, 3) ?? ''
    expect(text).toContain('Google')
    expect(text).toMatch(/^[A-Z][^.]*\.( [A-Z][^.]*\.)?$/)
  },
)
