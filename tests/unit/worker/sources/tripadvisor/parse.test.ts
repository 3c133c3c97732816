import { expect, test } from 'vitest'
import { parse } from '#worker/sources/tripadvisor/parse.ts'
import { tripadvisor } from '#worker/sources/tripadvisor/tripadvisor.ts'
import { expectSourceError } from '../answers.ts'
import { expectSoundPage } from '../review-shape.ts'
import { apiReview, partnerBody, partnerReview, siteBody, siteReview } from './bodies.ts'

const bodyOf = (...data: unknown[]) => JSON.stringify({ data })

test('a review of the Content API is read', () => {
  const page = parse(bodyOf(apiReview(1), apiReview(2)))
  expectSoundPage(page)
  expect(page).toMatchObject({ total: null, nextCursor: null, warnings: [] })
  expect(page.reviews).toHaveLength(2)
  expect(page.reviews[0]).toEqual({
    reviewId: '900000001',
    authorName: 'Guest1',
    rating: 4,
    reviewText: 'Stay number 1 was quiet.',
    reviewDate: '2026-06-04T21:25:54.000Z',
    helpfulVotes: 2,
    userVerified: false,
    ownerResponse: null,
    language: 'en',
    url: 'https://www.tripadvisor.com/ShowUserReviews-g991-d28374650-r900000001-Reviews-Harbour_Inn.html?m=1#review900000001',
  })
})

test('the source lists some reviews and may keep nothing', () => {
  expect(tripadvisor).toMatchObject({
    access: 'api_key',
    keeps: 'nothing',
    lists: 'some',
    texts: 'full',
    resolve: null,
  })
})

test("the owner's response is read, and an empty one is ignored", () => {
  const owner_response = {
    id: 504_508_670,
    title: 'Owner response',
    text: 'Dear guest,\nthank you. ',
    lang: 'en',
    author: 'antonio m',
    published_date: '2026-07-22T13:42:52Z',
  }
  const [answered] = parse(bodyOf(apiReview(1, { owner_response }))).reviews
  expect(answered?.ownerResponse).toEqual({
    text: 'Dear guest,\nthank you.',
    date: '2026-07-22T13:42:52.000Z',
  })
  expect(parse(bodyOf(apiReview(1, { owner_response: { text: ' ' } }))).reviews[0]?.ownerResponse).toBeNull()
})

test('unusual sub-ratings, trip types and user locations are tolerated', () => {
  const quirks = [
    apiReview(1, { subratings: { 0: { name: 'RATE_VALUE', value: 5 } }, trip_type: null }),
    apiReview(2, {
      subratings: {},
      trip_type: 'Mit der Familie',
      user: { username: 'x', user_location: null },
    }),
  ]
  expect(parse(bodyOf(...quirks)).reviews).toHaveLength(2)
})

test('a machine translation is not used as the text', () => {
  const page = parse(bodyOf(apiReview(1), apiReview(2, { is_machine_translated: true })))
  expect(page.reviews[1]).toMatchObject({ reviewText: '', language: null, rating: 4 })
  expect(page.warnings).toEqual([
    'Shown without text, because TripAdvisor sent only a machine translation: 1 review.',
  ])
  expect(parse(bodyOf(apiReview(1, { is_machine_translated: false }))).reviews[0]?.reviewText).not.toBe('')
})

test('a member without a name gets a default name, and a foreign link is dropped', () => {
  const [review] = parse(bodyOf(apiReview(1, { user: {}, url: 'https://evil.example/' }))).reviews
  expect(review).toMatchObject({ authorName: 'A TripAdvisor member', url: null })
})

test('ids in strings keep every digit, and invalid ids are left out', () => {
  const idOf = (id: unknown) =>
    parse(bodyOf(apiReview(1, { id }), ...[2, 3, 4].map((n) => apiReview(n)))).reviews[0]?.reviewId
  expect(idOf('1234567890123456789')).toBe('1234567890123456789')
  for (const odd of [1e20, 1.5, -7, '007', '1e9', null, {}]) expect(idOf(odd), String(odd)).toBe('900000002')
})

test('a response without reviews gives an empty page', () => {
  expect(parse(bodyOf())).toEqual({ reviews: [], nextCursor: null, total: null, warnings: [] })
})

test('a location of the partner API is read, with its numbers as strings', () => {
  const page = parse(partnerBody([partnerReview(1), partnerReview(2)]))
  expectSoundPage(page)
  expect(page).toMatchObject({ total: 1780, rating: 4.5, warnings: [] })
  expect(page.reviews[0]).toMatchObject({
    reviewId: '600000001',
    helpfulVotes: 3,
    reviewDate: '2019-04-15T07:54:07.000Z',
  })
  const bare = parse(partnerBody())
  expect(bare).toMatchObject({ reviews: [], total: 1780, rating: 4.5 })
  expect(bare.warnings).toHaveLength(1)
})

test('a response of the website states the total of all languages', () => {
  const page = parse(siteBody([siteReview(1), siteReview(2)]))
  expectSoundPage(page)
  expect(page).toMatchObject({ total: 121, rating: 3.9, nextCursor: null })
  expect(page.reviews[0]).toMatchObject({
    reviewId: '800000001',
    authorName: 'Guest 1',
    rating: 3,
    reviewDate: '2024-10-19T00:00:00.000Z',
    helpfulVotes: 1,
    language: 'en',
  })
})

test('on the website replies have a date, names can be missing and invalid dates are dropped', () => {
  // The format of the reply is assumed: no recording contains one.
  const answered = siteReview(1, {
    mgmtResponse: { text: 'Thank you.', publishedDate: '2024-11-01' },
    userProfile: null,
  })
  const [first, second] = parse(siteBody([answered, siteReview(2, { publishedDate: '2024-02-30' })])).reviews
  expect(first).toMatchObject({
    authorName: 'Guest1',
    ownerResponse: { text: 'Thank you.', date: '2024-11-01T00:00:00.000Z' },
  })
  expect(second?.reviewDate).toBeNull()
})

test.each([
  ['{"error":{"message":"Invalid key","type":"X","code":"1"}}', 'not_allowed'],
  ['{"Message":"User is not authorized to access this resource with an explicit deny"}', 'not_allowed'],
  ['{"message":"Forbidden"}', 'not_allowed'],
  ['{"message":"Limit Exceeded"}', 'quota'],
  ['{"message":"Too Many Requests"}', 'quota'],
  ['{"error":{"message":"Location not found","type":"X","code":"1"}}', 'not_found'],
  ['{"message":"Internal server error"}', 'unavailable'],
  [bodyOf(apiReview(1)).slice(0, -9), 'unavailable'],
  ['', 'unavailable'],
  ['<html></html>', 'format_changed'],
  ['{}', 'format_changed'],
  ['[]', 'format_changed'],
  ['{"data":{}}', 'format_changed'],
  [bodyOf(apiReview(1), apiReview(2, { rating: '4' })), 'format_changed'],
  ['7', 'format_changed'],
] as const)('%s is refused as %s', (body, kind) => {
  expectSourceError(() => parse(body), kind)
})
