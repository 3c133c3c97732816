import { expect, test } from 'vitest'
import { isRecommendation } from '#worker/rules/sentiment.ts'
import { facebook } from '#worker/sources/facebook/facebook.ts'
import { parse } from '#worker/sources/facebook/parse.ts'
import { expectOwnerWords, expectSourceError, sourceErrorOf } from '../answers.ts'
import { expectSoundPage } from '../review-shape.ts'
import { graphErrorBody, PAGING, ratingsBody, recommendation, starRating } from './bodies.ts'

const one = (entry: unknown) => parse(ratingsBody([entry])).reviews[0]

test('a recommendation becomes a review of five stars', () => {
  const page = parse(ratingsBody([recommendation(1)]))
  expectSoundPage(page)
  expect(page).toMatchObject({ total: null, nextCursor: null, warnings: [] })
  expect(page.reviews).toEqual([
    {
      reviewId: '301000000000000',
      authorName: 'Guest 1',
      rating: 5,
      reviewText: 'Visit number 1 was lovely.',
      reviewDate: '2026-03-05T12:17:16.000Z',
      helpfulVotes: 0,
      userVerified: false,
      ownerResponse: null,
      language: null,
      url: null,
    },
  ])
})

test("the source lists all reviews, may keep them and needs the owner's connection", () => {
  expect(facebook).toMatchObject({
    access: 'connection',
    keeps: 'reviews',
    lists: 'all',
    texts: 'full',
    resolve: null,
  })
})

test('a negative recommendation has one star, and recommendations differ from star ratings', () => {
  expect(one(recommendation(1, { recommendation_type: 'negative' }))?.rating).toBe(1)
  const shown = [recommendation(1), starRating(2, { rating: 5 }), starRating(3, { rating: 1 })].map(
    (entry) => {
      const review = one(entry)
      return isRecommendation({
        platform: 'facebook',
        rating: review?.rating ?? 0,
        reviewDate: review?.reviewDate ?? null,
      })
    },
  )
  expect(shown).toEqual([true, false, false])
})

test.each([1, 2, 3, 4, 5])('an older rating of %i stars is kept as it is', (rating) => {
  expect(one(starRating(1, { rating }))).toMatchObject({ rating, reviewText: '' })
})

test('an entry with a recommendation and a rating counts as a recommendation', () => {
  expect(one(recommendation(1, { rating: 2, has_rating: true }))?.rating).toBe(5)
  expect(one(recommendation(1, { rating: 5, recommendation_type: 'negative' }))?.rating).toBe(1)
  // An unknown type falls back to the stars.
  expect(one(recommendation(1, { rating: 3, recommendation_type: 'neutral' }))?.rating).toBe(3)
})

test('an entry with neither recommendation nor rating is left out with a warning', () => {
  const silent = recommendation(2, { recommendation_type: undefined })
  const alone = parse(ratingsBody([silent]))
  expect(alone.reviews).toEqual([])
  expect(alone.warnings).toEqual([
    'Left out because they neither recommend the page nor advise against it: 1 entry.',
  ])
  expect(alone.unreadable).toBe(1)
  const beside = parse(ratingsBody([recommendation(1), silent, starRating(3, { rating: 0 })]))
  expect(beside.reviews).toHaveLength(1)
  expect(beside.warnings[0]).toContain('2 entries.')
})

test('many entries without recommendation or rating are a changed format', () => {
  const silent = [1, 2, 3, 4, 5].map((number) => recommendation(number, { recommendation_type: undefined }))
  expectSourceError(() => parse(ratingsBody([recommendation(9), ...silent])), 'format_changed')
})

test('a reviewer that is not given gets a default name, and a missing text is empty', () => {
  expect(one(recommendation(1, { reviewer: undefined, review_text: undefined }))).toMatchObject({
    authorName: 'A Facebook user',
    reviewText: '',
    rating: 5,
  })
})

test('two entries without ids at the same time are kept, and a repeated one is dropped', () => {
  const nameless = (review_text: string) =>
    recommendation(1, { open_graph_story: undefined, reviewer: null, review_text })
  const list = [nameless('Lovely.'), nameless('Loud.'), nameless('Loud.')]
  const { reviews } = parse(ratingsBody(list))
  expect(reviews.map(({ reviewText }) => reviewText)).toEqual(['Lovely.', 'Loud.'])
  expect(parse(ratingsBody(list)).reviews).toEqual(reviews)
})

test('an entry without a story gets a stable id from its reviewer and time', () => {
  const idOf = (parts: Record<string, unknown>) =>
    one(recommendation(1, { open_graph_story: undefined, ...parts }))?.reviewId
  const id = idOf({})
  expect(id).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(
    idOf({
      review_text: 'Edited.',
      recommendation_type: 'negative',
      reviewer: { name: 'X', id: '201000000000000' },
    }),
  ).toBe(id)
  expect(idOf({ created_time: '2026-03-05T13:17:16+0100' })).toBe(id)
  const others = [
    idOf({ created_time: '2026-03-05T12:17:17+0000' }),
    idOf({ reviewer: { id: '9' } }),
    idOf({ reviewer: null }),
  ]
  expect(new Set([id, ...others]).size).toBe(4)
})

test('an entry without a story and a time is left out', () => {
  const nameless = recommendation(1, { open_graph_story: undefined, created_time: '2 months ago' })
  const page = parse(ratingsBody([nameless, ...[2, 3, 4].map((number) => recommendation(number))]))
  expect(page.reviews).toHaveLength(3)
  expect(page.warnings[0]).toContain('could not be read: 1 review.')
})

test('the next page is requested by cursor, not by the URL in the body', () => {
  expect(parse(ratingsBody([recommendation(1)], PAGING)).nextCursor).toBe('QVFIUafter')
  expect(parse(ratingsBody([recommendation(1)], { cursors: PAGING.cursors })).nextCursor).toBeNull()
  expect(parse(ratingsBody([])).nextCursor).toBeNull()
})

test('a next page without a usable cursor is a changed format, not the end of the list', () => {
  for (const cursors of [undefined, {}, { after: '' }, { after: 7 }, { after: 'with space' }]) {
    const error = sourceErrorOf(() => parse(ratingsBody([recommendation(1)], { ...PAGING, cursors })))
    expectOwnerWords(error, 'format_changed')
  }
})

test('ratings embedded in the page come with its total and rating', () => {
  const body = {
    id: '1',
    overall_star_rating: 5,
    rating_count: 12,
    ratings: { data: [recommendation(1)], paging: PAGING },
  }
  const page = parse(JSON.stringify(body))
  expect(page).toMatchObject({ total: 12, rating: 5, nextCursor: 'QVFIUafter' })
  expect(page.reviews).toHaveLength(1)
  expect(parse(ratingsBody([recommendation(1)]))).not.toHaveProperty('rating')
})

test.each([
  [graphErrorBody(190, 463), 'reconnect'],
  [graphErrorBody(12), 'ended'],
  [graphErrorBody(100), 'cursor_expired'],
  [graphErrorBody(3), 'blocked'],
  ['{"error":{}}', 'format_changed'],
  ['{"data":{}}', 'format_changed'],
  ['[]', 'format_changed'],
  ['"data"', 'format_changed'],
  ['<html>Sorry, something went wrong.</html>', 'format_changed'],
  [ratingsBody([recommendation(1)]).slice(0, -4), 'unavailable'],
  ['', 'unavailable'],
] as const)('%s is refused as %s', (body, kind) => {
  expectSourceError(() => parse(body), kind)
})
