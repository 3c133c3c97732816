import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { placeIdOf } from '#tests/upstream/ids.ts'
import { LISTINGS, type ListingKey } from '#tests/upstream/listings.ts'
import { startUpstream, type Upstream } from '#tests/upstream/server.ts'
import { ask, at, listAt } from './ask.ts'

const MASK = 'id,displayName,rating,userRatingCount,googleMapsUri,reviews'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream({ now: Date.UTC(2026, 10, 1) })
})
afterEach(() => upstream.control.reset())
afterAll(() => upstream.close())

async function details(key: ListingKey | null, headers: Record<string, string> = {}, id = '') {
  const place = key ? placeIdOf(LISTINGS[key].google.featureId) : id
  const request = new Request(`https://places.googleapis.com/v1/places/${place}?languageCode=en`, {
    headers: {
      'X-Goog-Api-Key': upstream.settings.GOOGLE_PLACES_API_KEY ?? '',
      'X-Goog-FieldMask': MASK,
      ...headers,
    },
  })
  const answer = await ask(upstream.origin, request)
  return { status: answer.status, body: (await answer.json()) as unknown }
}

test('a place has its numbers and five reviews, the most helpful ones', async () => {
  const { status, body } = await details('mixed')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: placeIdOf(LISTINGS.mixed.google.featureId),
    displayName: { text: LISTINGS.mixed.name, languageCode: 'en' },
    userRatingCount: 240,
    googleMapsUri: expect.stringMatching(/^https:\/\/maps\.google\.com\/\?cid=\d+$/),
  })
  const truth = new Map(
    (await upstream.control.reviews('google', 'mixed')).map((review) => [review.reviewId, review]),
  )
  const reviews = listAt(body, 'reviews')
  expect(reviews).toHaveLength(5)
  for (const review of reviews) {
    const known = truth.get(String(at(review, 'name')).split('/').at(-1) ?? '')
    expect(at(review, 'name')).toBe(`places/${at(body, 'id')}/reviews/${known?.reviewId}`)
    expect([at(review, 'rating'), at(review, 'originalText', 'text') ?? '']).toEqual([
      known?.rating,
      known?.reviewText,
    ])
    expect(String(at(review, 'publishTime')).slice(0, 23)).toBe(known?.reviewDate.slice(0, 23))
    expect(at(review, 'authorAttribution', 'uri')).toMatch(/contrib\/\d{21}\/reviews$/)
  }
  const helpful = [...truth.values()].map(({ helpfulVotes }) => helpfulVotes).sort((a, b) => b - a)
  const shown = reviews.map(
    (review) => truth.get(String(at(review, 'name')).split('/').at(-1) ?? '')?.helpfulVotes,
  )
  expect(shown).toEqual(helpful.slice(0, 5))
})

test('texts in other languages are translated, with the original beside', async () => {
  const { body } = await details('languages')
  const foreign = listAt(body, 'reviews').filter(
    (review) => at(review, 'originalText', 'languageCode') !== 'en',
  )
  expect(foreign.length).toBeGreaterThan(0)
  for (const review of foreign) {
    if (at(review, 'originalText') === undefined) continue
    expect(at(review, 'text', 'languageCode')).toBe('en')
    expect(at(review, 'text', 'text')).not.toBe(at(review, 'originalText', 'text'))
  }
})

test('what there is nothing to say of is left out', async () => {
  expect((await details('empty')).body).not.toHaveProperty('reviews')
  expect((await details('empty')).body).not.toHaveProperty('userRatingCount')
  const bare = listAt((await details('ratings')).body, 'reviews').filter(
    (review) => at(review, 'text') === undefined,
  )
  expect(bare.length).toBeGreaterThan(0)
  expect((await details('mixed', { 'X-Goog-FieldMask': 'id,rating' })).body).toEqual({
    id: expect.any(String),
    rating: expect.any(Number),
  })
})

test.each<[string, number, string, Record<string, string>]>([
  ['a wrong key', 400, 'INVALID_ARGUMENT', { 'X-Goog-Api-Key': 'other' }],
  ['no field mask', 400, 'INVALID_ARGUMENT', { 'X-Goog-FieldMask': '' }],
  ['an unknown field', 400, 'INVALID_ARGUMENT', { 'X-Goog-FieldMask': 'id,mood' }],
])('%s is refused', async (_, status, name, headers) => {
  const { body } = await details('mixed', headers)
  expect([at(body, 'error', 'code'), at(body, 'error', 'status')]).toEqual([status, name])
})

test('no key at all is denied', async () => {
  const place = placeIdOf(LISTINGS.mixed.google.featureId)
  const answer = await ask(upstream.origin, `https://places.googleapis.com/v1/places/${place}`)
  expect([answer.status, at(await answer.json(), 'error', 'status')]).toEqual([403, 'PERMISSION_DENIED'])
})

test.each([
  ['a place that is gone', 'gone', '', 404],
  ['a place nobody knows', null, placeIdOf('0x1:0x2'), 404],
  ['what is no Place ID', null, 'nonsense', 400],
] as const)('%s is not found', async (_, key, id, status) => {
  expect(at((await details(key, {}, id)).body, 'error', 'code')).toBe(status)
})

test('faults hit it by listing', async () => {
  await upstream.control.addFault({ kind: 'api_error', variant: 'RESOURCE_EXHAUSTED', listing: 'mixed' })
  expect((await details('small')).status).toBe(200)
  expect((await details('mixed')).status).toBe(429)
  await upstream.control.addFault({ kind: 'empty_list' })
  expect((await details('mixed')).body).not.toHaveProperty('reviews')
})
