import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { LISTINGS, type Listing, tripadvisorUrl } from '#tests/upstream/listings.ts'
import { startUpstream, type Upstream } from '#tests/upstream/server.ts'
import { type SourceAccess, SourceError } from '#worker/sources/source.ts'
import { tripadvisor } from '#worker/sources/tripadvisor/tripadvisor.ts'
import { ask, at } from './ask.ts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterEach(() => upstream.control.reset())
afterAll(() => upstream.close())

/** Reads a listing's reviews as the product does, starting from its URL; a SourceError if refused. */
async function reviewsOf(listing: Listing, changes: SourceAccess = {}) {
  const place = tripadvisor.locate(new URL(tripadvisorUrl(listing)))
  const access = {
    apiKey: upstream.settings.TRIPADVISOR_API_KEY,
    appOrigin: 'http://localhost:8787',
    ...changes,
  }
  const request = tripadvisor.request({ id: place?.id ?? '', url: place?.url ?? '' }, null, access)
  const response = await ask(upstream.origin, request)
  const answer = { status: response.status, headers: response.headers, body: await response.text() }
  return tripadvisor.refusal(answer) ?? tripadvisor.parse(answer.body)
}

test('the newest five reviews of a location are returned as simulated', async () => {
  const page = await reviewsOf(LISTINGS.mixed)
  if (page instanceof SourceError) throw page
  const truth = (await upstream.control.reviews('tripadvisor', 'mixed')).slice(0, 5)
  expect(page).toMatchObject({ nextCursor: null, warnings: [] })
  expect(page.reviews).toEqual(truth.map((review) => ({ ...review, userVerified: false })))
  expect(page.reviews.some(({ ownerResponse }) => ownerResponse !== null)).toBe(true)
})

test('only reviews in the requested language are listed', async () => {
  const page = await reviewsOf(LISTINGS.languages)
  if (page instanceof SourceError) throw page
  const english = await upstream.control.reviews('tripadvisor', 'languages', 'en')
  expect(english.length).toBeLessThan(40)
  expect(page.reviews.map(({ reviewId }) => reviewId)).toEqual(
    english.slice(0, 5).map(({ reviewId }) => reviewId),
  )
})

test('an edited review keeps its original date and its position', async () => {
  const [, second] = await upstream.control.reviews('tripadvisor', 'small')
  await upstream.control.edit({ platform: 'tripadvisor', id: 'small' }, second?.reviewId ?? '', {
    text: 'Better.',
  })
  const page = await reviewsOf(LISTINGS.small)
  if (page instanceof SourceError) throw page
  expect(page.reviews[1]).toMatchObject({ reviewText: 'Better.', reviewDate: second?.reviewDate })
})

test('a location without reviews has an empty list, and a closed one is not found', async () => {
  expect(await reviewsOf(LISTINGS.empty)).toMatchObject({ reviews: [], total: null })
  expect(await reviewsOf(LISTINGS.gone)).toMatchObject({ kind: 'not_found' })
})

test('the key and the referer are checked', async () => {
  expect(await reviewsOf(LISTINGS.small, { apiKey: 'another-key' })).toMatchObject({ kind: 'not_allowed' })
  for (const appOrigin of ['https://elsewhere.example', undefined]) {
    const error = await reviewsOf(LISTINGS.small, { appOrigin })
    expect(error).toMatchObject({ kind: 'not_allowed', message: expect.stringContaining('domain') })
  }
})

test('the details of a location contain numbers as strings', async () => {
  const { locationId } = LISTINGS.mixed.tripadvisor
  const address = `https://api.content.tripadvisor.com/api/v1/location/${locationId}/details?key=${upstream.settings.TRIPADVISOR_API_KEY}`
  const answer = await ask(
    upstream.origin,
    new Request(address, { headers: { referer: 'http://127.0.0.1:1/' } }),
  )
  const body = await answer.text()
  expect(at(JSON.parse(body), 'num_reviews')).toBe('80')
  expect(tripadvisor.parse(body)).toMatchObject({ reviews: [], total: 80 })
})

test.each([
  ['KEY', 'not_allowed'],
  ['RESTRICTED', 'not_allowed'],
  ['FORBIDDEN', 'not_allowed'],
  ['NOT_FOUND', 'not_found'],
  ['LIMIT', 'quota'],
  ['INTERNAL', 'unavailable'],
])('the fault api_error as %s is read as %s', async (variant, kind) => {
  await upstream.control.addFault({ kind: 'api_error', platform: 'tripadvisor', variant })
  expect(await reviewsOf(LISTINGS.small)).toMatchObject({ kind })
  expect(await reviewsOf(LISTINGS.small)).toMatchObject({ warnings: [] })
})

test('an empty list can be simulated for a location with reviews', async () => {
  await upstream.control.addFault({ kind: 'empty_list', platform: 'tripadvisor' })
  expect(await reviewsOf(LISTINGS.small)).toMatchObject({ reviews: [], total: null })
})
