import { expect, test } from 'vitest'
import { reviewRow } from '#app/features/reviews/review-row.server.ts'
import { aReview } from './a-review.ts'

test('a row has only the fields it shows', () => {
  expect(reviewRow(aReview())).toEqual({
    id: '17',
    businessId: 'business-1',
    platform: 'google',
    reviewerName: 'Ada',
    rating: 5,
    review: 'Lovely soup.',
    scrapedAt: '2026-03-31T14:20Z',
    reviewDate: '2026-03-30T08:00Z',
  })
})

test('optional fields are included if the review has them', () => {
  const row = reviewRow(
    aReview({
      editedAt: '2026-03-31T15:00:00.000Z',
      removedAt: '2026-05-02T15:00:31.000Z',
      returnedAt: '2026-04-01T15:00:31.000Z',
      helpfulVotes: 2,
      isVerified: true,
      canPost: true,
      posting: { state: 'held', reason: null },
      ownerResponse: { text: 'Thanks', date: null },
      response: {
        id: 'r1',
        reviewId: '17',
        text: 'Thank you',
        date: '2026-03-31T16:00:00.000Z',
        edited: true,
        postedToPlatform: true,
      },
    }),
  )
  expect(row).toMatchObject({
    editedAt: '2026-03-31T15:00Z',
    removedAt: '2026-05-02T15:00Z',
    returnedAt: '2026-04-01T15:00Z',
    helpfulVotes: 2,
    isVerified: true,
    canPost: true,
    posting: { state: 'held', reason: null },
    ownerResponse: { text: 'Thanks' },
    response: { id: 'r1', text: 'Thank you', date: '2026-03-31T16:00Z', edited: true },
  })
})

test('times without seconds are parsed as the same minute in UTC', () => {
  expect(new Date(reviewRow(aReview()).scrapedAt).toISOString()).toBe('2026-03-31T14:20:00.000Z')
})
