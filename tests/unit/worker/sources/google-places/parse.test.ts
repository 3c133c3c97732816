import { describe, expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { googlePlaces } from '#worker/sources/google-places/google-places.ts'
import { expectSourceError } from '../answers.ts'
import { apiErrorBody, legacyBody, legacyReview, placesBody, placesReview } from '../google-api-bodies.ts'
import { reviewId } from '../google-bodies.ts'
import { expectSoundPage } from '../review-shape.ts'

const { parse } = googlePlaces

function first(parts: Record<string, unknown>) {
  const page = parse(placesBody([placesReview(1, parts)]))
  expectSoundPage(page)
  return page.reviews[0]
}

test('a place is read with its reviews, total and average', () => {
  const page = parse(placesBody([placesReview(1), placesReview(2)]))
  expectSoundPage(page)
  expect(page).toEqual({
    reviews: [
      {
        reviewId: reviewId(1),
        authorName: 'Guest 1',
        authorUrl: 'https://www.google.com/maps/contrib/100000000000000000001/reviews',
        rating: 4,
        reviewText: 'Visit number 1 was fine.',
        reviewDate: '2026-04-30T16:17:29.806Z',
        helpfulVotes: 0,
        userVerified: false,
        ownerResponse: null,
        language: 'en',
        url: expect.stringMatching(/^https:\/\/www\.google\.com\/maps\/reviews\/data=/),
      },
      expect.objectContaining({ reviewId: reviewId(2) }),
    ],
    nextCursor: null,
    total: 1010,
    rating: 4.4,
    warnings: [],
  })
})

test('the original text takes precedence over the translation', () => {
  const text = { text: 'Good.', languageCode: 'en' }
  expect(first({ text, originalText: { text: 'Gut.', languageCode: 'de' } })).toMatchObject({
    reviewText: 'Gut.',
    language: 'de',
  })
  expect(first({ text, originalText: undefined })).toMatchObject({ reviewText: 'Good.', language: 'en' })
})

test('a rating without a text has neither text nor language', () => {
  expect(first({ text: undefined, originalText: undefined })).toMatchObject({
    reviewText: '',
    language: null,
  })
})

test('a place without reviews has no list and no totals', () => {
  for (const body of [
    '{}',
    '{"id": "ChIJx"}',
    placesBody(undefined, { rating: undefined, userRatingCount: undefined }),
  ]) {
    expect(parse(body)).toEqual({ reviews: [], nextCursor: null, total: null, rating: null, warnings: [] })
  }
})

test('a missing author, a missing link and unknown fields are tolerated', () => {
  expect(
    first({ authorAttribution: undefined, googleMapsUri: undefined, visitDate: { year: 2026 } }),
  ).toMatchObject({
    authorName: 'A Google user',
    authorUrl: null,
    url: null,
  })
  expect(
    first({ authorAttribution: { displayName: 'Kim', uri: 'javascript:alert(1)' } })?.authorUrl,
  ).toBeNull()
  expect(first({ googleMapsUri: 'https://evil.example/maps' })?.url).toBeNull()
})

test.each([
  ['2026-06-25T18:52:30.145661129Z', '2026-06-25T18:52:30.145Z'],
  ['2026-08-03T19:50:14Z', '2026-08-03T19:50:14.000Z'],
  ['a month ago', null],
])('the time %s gives %s', (publishTime, date) => {
  expect(first({ publishTime })?.reviewDate).toBe(date)
})

test.each([
  ['no name', { name: undefined }],
  ['the name of something else', { name: 'places/x/photos/y' }],
  ['an id of another form', { name: 'places/x/reviews/AbFvOq' }],
  ['half a star', { rating: 4.5 }],
  ['stars as text', { rating: '4' }],
])('one review with %s is left out, but many mean a changed format', (_, parts) => {
  const broken = placesReview(9, parts)
  const page = parse(placesBody([1, 2, 3, 4].map((n) => placesReview(n)).concat(broken)))
  expect([page.reviews.length, page.unreadable, page.warnings.length]).toEqual([4, 1, 1])
  expectSourceError(() => parse(placesBody([placesReview(1), broken])), 'format_changed')
})

test.each([
  ['format_changed', JSON.stringify({ place: {} })],
  ['format_changed', placesBody({})],
  ['format_changed', '[]'],
  ['format_changed', '<html></html>'],
  ['unavailable', ''],
  ['unavailable', placesBody([placesReview(1)]).slice(0, 300)],
  ['not_found', apiErrorBody(404, 'NOT_FOUND')],
  ['blocked', apiErrorBody(418, 'TEAPOT')],
] as const)('the error is %s for the body %s', (kind, body) => {
  expectSourceError(() => parse(body), kind)
})

describe('the legacy format', () => {
  test('is read with review ids made from author and time', () => {
    const page = parse(legacyBody([legacyReview(1), legacyReview(2)]))
    expectSoundPage(page)
    expect(page).toMatchObject({ total: 1010, rating: 4.4, nextCursor: null, warnings: [] })
    expect(page.reviews).toMatchObject([
      { authorName: 'Guest 1', rating: 4, reviewDate: '2026-02-28T08:22:28.000Z', language: 'en', url: null },
      { authorName: 'Guest 2' },
    ])
    expect(page.reviews[0]?.reviewId).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const again = parse(legacyBody([legacyReview(2), legacyReview(1, { text: 'Changed.' })]))
    expect(again.reviews.map((review) => review.reviewId).reverse()).toEqual(
      page.reviews.map((review) => review.reviewId),
    )
  })

  test('allows a place without reviews and a rating without a text', () => {
    expect(parse(legacyBody(undefined))).toMatchObject({ reviews: [], total: 1010 })
    expect(parse(legacyBody([legacyReview(1, { text: '' })])).reviews[0]).toMatchObject({
      reviewText: '',
      language: null,
    })
  })

  test.each([
    ['not_found', 'NOT_FOUND'],
    ['not_found', 'ZERO_RESULTS'],
    ['quota', 'OVER_QUERY_LIMIT'],
    ['not_allowed', 'REQUEST_DENIED'],
    ['unavailable', 'UNKNOWN_ERROR'],
    ['blocked', 'INVALID_REQUEST'],
    ['blocked', 'SOMETHING_NEW'],
    ['format_changed', ''],
  ] as const)('gives the error %s for the status %s in a response with status 200', (kind, status) => {
    expectSourceError(() => parse(legacyBody([], status)), kind)
    expectSourceError(() => parse(JSON.stringify({ status, error_message: 'x' })), kind)
  })

  test.each([
    ['no result', JSON.stringify({ status: 'OK' })],
    ['reviews that are no list', legacyBody({})],
    ['reviews without a time', legacyBody([legacyReview(1, { time: '1772266947' })])],
  ])('%s is a changed format', (_, body) => {
    expectSourceError(() => parse(body), 'format_changed')
  })
})

test.each([
  ['reviews', () => placesBody(Array.from({ length: 1_000 }, (_, n) => placesReview(n)))],
  ['legacy reviews', () => legacyBody(Array.from({ length: 2_400 }, (_, n) => legacyReview(n)))],
  ['one text', () => placesBody([placesReview(1, { originalText: { text: '<b>&amp; '.repeat(110_000) } })])],
  ['an error', () => apiErrorBody(400, 'INVALID_ARGUMENT', { message: 'API key place '.repeat(70_000) })],
])('a megabyte of %s is parsed within 50 ms', (_, make) => {
  const body = make()
  expect(body.length).toBeGreaterThan(700_000)
  const read = () => {
    try {
      parse(body)
    } catch {
      // Refusing has to be fast too.
    }
  }
  expect(fastestMs(read)).toBeLessThan(50 * Math.max(1, body.length / 1_000_000))
})
