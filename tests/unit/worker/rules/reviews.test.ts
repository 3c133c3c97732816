import * as v from 'valibot'
import { expect, test } from 'vitest'
import { assignedText, ListReviewsInput, ReviewId, ReviewStatsInput } from '#worker/rules/reviews.ts'
import { messageOf } from './messages.ts'

const BUSINESS = '0199a3c4-7d1e-7c2b-9f00-0123456789ab'

test('without input the newest 100 reviews are requested', () => {
  const newest = { visibility: 'all', sort: 'newest', limit: 100 }
  expect(v.parse(ListReviewsInput, undefined)).toEqual(newest)
  expect(v.parse(ListReviewsInput, {})).toEqual(newest)
})

test('all filters can be combined', () => {
  expect(
    v.parse(ListReviewsInput, {
      businessId: BUSINESS,
      platform: 'yelp',
      sentiment: 'negative',
      status: 'pending',
      visibility: 'removed',
      rating: 2,
      search: ' cold ',
      from: '2026-03-01',
      to: '2026-03-01',
      sort: 'oldest',
      cursor: 'abc',
      limit: 25,
      organizationId: 'x',
    }),
  ).toEqual({
    businessId: BUSINESS,
    platform: 'yelp',
    sentiment: 'negative',
    status: 'pending',
    visibility: 'removed',
    rating: 2,
    search: 'cold',
    from: Date.UTC(2026, 2, 1),
    to: Date.UTC(2026, 2, 2),
    sort: 'oldest',
    cursor: 'abc',
    limit: 25,
  })
})

const STARS = 'Choose a rating of 1 to 5 stars.'
const LIMIT = 'Ask for 1 to 100 reviews at a time.'

test.each([
  [{ businessId: '1' }, 'Unknown business. Choose one from the list.'],
  [{ platform: 'trustpilot' }, 'Choose one of the platforms listed.'],
  [{ sentiment: 'angry' }, 'Choose positive, neutral or negative.'],
  [{ status: 'done' }, 'Choose pending or responded.'],
  [{ visibility: 'deleted' }, 'Choose all, public or removed.'],
  [{ rating: 1 }, null],
  [{ rating: 5 }, null],
  [{ rating: 0 }, STARS],
  [{ rating: 6 }, STARS],
  [{ rating: 4.5 }, STARS],
  [{ rating: '4' }, STARS],
  [{ rating: Number.NaN }, STARS],
  [{ search: 'x'.repeat(101) }, 'Search can have at most 100 characters.'],
  [{ from: '2026-02-30' }, 'Enter a date as YYYY-MM-DD.'],
  [{ to: 'today' }, 'Enter a date as YYYY-MM-DD.'],
  [{ from: '2026-03-02', to: '2026-03-01' }, 'Choose an end date that is not before the start date.'],
  [{ sort: 'rating; drop table' }, 'Choose newest, oldest, posted, posted_oldest or worst.'],
  [{ cursor: 'x'.repeat(201) }, 'This page no longer exists. Start again from the first one.'],
  [{ limit: 1 }, null],
  [{ limit: 100 }, null],
  [{ limit: 0 }, LIMIT],
  [{ limit: 101 }, LIMIT],
  [{ limit: 1.5 }, LIMIT],
])('listing reviews with %j gives %j', (input, message) => {
  expect(messageOf(ListReviewsInput, input)).toBe(message)
})

test('a review id is a positive integer in a string', () => {
  expect(v.parse(ReviewId, { id: '42' })).toEqual({ id: '42' })
  expect(messageOf(ReviewId, { id: 42 })).toBe('Unknown review. Choose one from the list.')
  expect(messageOf(ReviewId, { id: '9007199254740992' })).toBe('Unknown review. Choose one from the list.')
})

test('statistics cover all businesses or one', () => {
  expect(v.parse(ReviewStatsInput, undefined)).toEqual({ ledger: 'public' })
  expect(v.parse(ReviewStatsInput, { businessId: BUSINESS, ledger: 'all' })).toEqual({
    businessId: BUSINESS,
    ledger: 'all',
  })
})

test('a name with a full stop at its end is not followed by another one', () => {
  expect(assignedText('Robin', 'Alina J.', null)).toBe('Robin asks you to answer Alina J.’s review.')
  expect(assignedText('Robin', 'Alina J.', 'Please')).toBe(
    'Robin asks you to answer Alina J.’s review: Please',
  )
})
