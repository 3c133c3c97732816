import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { formerYelpUrl, LISTINGS, type Listing, yelpUrl } from '#tests/upstream/listings.ts'
import { startUpstream, type Upstream } from '#tests/upstream/server.ts'
import { SourceError } from '#worker/sources/source.ts'
import { resolve, yelpFusion } from '#worker/sources/yelp-fusion/yelp-fusion.ts'
import { ask, at } from './ask.ts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterEach(() => upstream.control.reset())
afterAll(() => upstream.close())

async function answerTo(request: Request) {
  const response = await ask(upstream.origin, request)
  return { status: response.status, headers: response.headers, body: await response.text() }
}

function access(apiKey = upstream.settings.YELP_API_KEY) {
  return { apiKey }
}

/** Reads a listing's excerpts as the product does; a SourceError if refused. */
async function excerptsOf({ yelp }: Listing, apiKey?: string) {
  const place = { id: yelp?.encid ?? '', url: `https://www.yelp.com/biz/${yelp?.alias}` }
  const answer = await answerTo(yelpFusion.request(place, null, access(apiKey)))
  return yelpFusion.refusal(answer) ?? yelpFusion.parse(answer.body)
}

async function kindUnder(variant: string): Promise<string> {
  await upstream.control.addFault({ kind: 'api_error', platform: 'yelp', variant })
  const outcome = await excerptsOf(LISTINGS.mixed)
  return outcome instanceof SourceError ? outcome.kind : 'page'
}

test('the newest excerpts match the public page, truncated to 160 characters', async () => {
  const page = await excerptsOf(LISTINGS.mixed)
  const truth = (await upstream.control.reviews('yelp', 'mixed', 'en')).slice(0, 3)
  if (page instanceof SourceError) throw page
  expect(page).toMatchObject({ total: 120, nextCursor: null, warnings: [] })
  expect(page.reviews.map(({ reviewId, rating, url }) => ({ reviewId, rating, url }))).toEqual(
    truth.map(({ reviewId, rating, url }) => ({ reviewId, rating, url })),
  )
  for (const [index, { reviewText }] of page.reviews.entries()) {
    const full = truth[index]?.reviewText ?? ''
    expect(reviewText.length).toBeLessThanOrEqual(160)
    expect(full.startsWith(reviewText.replace(/\.\.\.$/, ''))).toBe(true)
    expect(reviewText.endsWith('...')).toBe(full.length > 160)
  }
})

test('times are in the local time of the business', async () => {
  const page = await excerptsOf(LISTINGS.mixed)
  if (page instanceof SourceError) throw page
  const [truth] = await upstream.control.reviews('yelp', 'mixed', 'en')
  const behind = Date.parse(truth?.reviewDate ?? '') - Date.parse(page.reviews[0]?.reviewDate ?? '')
  expect([7, 8]).toContain(behind / 3_600_000)
})

test('only reviews in the requested language are counted', async () => {
  const english = await upstream.control.reviews('yelp', 'languages', 'en')
  expect(english.length).toBeLessThan(40)
  expect(await excerptsOf(LISTINGS.languages)).toMatchObject({ total: english.length })
})

test('an alias resolves to the id, and a former alias to its replacement', async () => {
  for (const url of [yelpUrl(LISTINGS.moved), formerYelpUrl(LISTINGS.moved)]) {
    const found = resolve.parse(
      { id: null, url },
      await answerTo(resolve.request({ id: null, url }, access())),
    )
    expect(found.id).toBe(LISTINGS.moved.yelp.encid)
  }
})

test('a listing without reviews is empty, and a closed one is not found', async () => {
  expect(await excerptsOf(LISTINGS.empty)).toMatchObject({
    reviews: [],
    total: null,
    warnings: [expect.any(String)],
  })
  expect(await excerptsOf(LISTINGS.gone)).toMatchObject({ kind: 'not_found' })
})

test('the key is checked', async () => {
  expect(await excerptsOf(LISTINGS.mixed, 'another-key')).toMatchObject({ kind: 'not_allowed' })
  const bare = await ask(upstream.origin, `https://api.yelp.com/v3/businesses/${LISTINGS.mixed.yelp.encid}`)
  expect([bare.status, at(await bare.json(), 'error', 'code')]).toEqual([401, 'TOKEN_MISSING'])
})

test('invalid query parameters are refused', async () => {
  const url = `https://api.yelp.com/v3/businesses/${LISTINGS.mixed.yelp.encid}/reviews`
  const headers = { authorization: `Bearer ${upstream.settings.YELP_API_KEY}` }
  for (const query of ['limit=51', 'limit=x', 'sort_by=oldest']) {
    const answer = await ask(upstream.origin, new Request(`${url}?${query}`, { headers }))
    expect([answer.status, at(await answer.json(), 'error', 'code')]).toEqual([400, 'VALIDATION_ERROR'])
  }
})

test.each([
  ['TOKEN_INVALID', 'not_allowed'],
  ['UNAUTHORIZED_ACCESS_TOKEN', 'not_allowed'],
  ['NOT_FOUND', 'not_allowed'],
  ['BUSINESS_UNAVAILABLE', 'page'],
  ['BUSINESS_NOT_FOUND', 'not_found'],
  ['BUSINESS_MIGRATED', 'not_found'],
  ['TOO_MANY_REQUESTS_PER_SECOND', 'rate_limited'],
  ['ACCESS_LIMIT_REACHED', 'quota'],
  ['INTERNAL_ERROR', 'unavailable'],
  ['older', 'unavailable'],
])('the fault api_error as %s is read as %s', async (variant, kind) => {
  expect(await kindUnder(variant)).toBe(kind)
  expect(await excerptsOf(LISTINGS.mixed)).toMatchObject({ total: 120 })
})

test('a merged listing names the listing it became part of', async () => {
  const { encid } = LISTINGS.small.yelp
  const variant = `BUSINESS_MIGRATED ${encid}`
  await upstream.control.addFault({ kind: 'api_error', platform: 'yelp', variant })
  expect(await excerptsOf(LISTINGS.mixed)).toMatchObject({ kind: 'not_found', movedTo: { id: encid } })
})

test('the daily limit says when it resets', async () => {
  await upstream.control.addFault({ kind: 'api_error', platform: 'yelp', variant: 'ACCESS_LIMIT_REACHED' })
  const error = await excerptsOf(LISTINGS.mixed)
  const seconds = error instanceof SourceError ? error.retryAfterSeconds : null
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(86_400)
})

test('a plan without reviews can still look up the business', async () => {
  await upstream.control.addFault({ kind: 'api_error', platform: 'yelp', variant: 'NOT_FOUND', times: null })
  expect(await excerptsOf(LISTINGS.mixed)).toMatchObject({ kind: 'not_allowed' })
  const place = { id: null, url: yelpUrl(LISTINGS.mixed) }
  const found = resolve.parse(place, await answerTo(resolve.request(place, access())))
  expect(found.id).toBe(LISTINGS.mixed.yelp.encid)
})

test('an empty list still states the total', async () => {
  await upstream.control.addFault({ kind: 'empty_list', platform: 'yelp', host: 'api.yelp.com' })
  expect(await excerptsOf(LISTINGS.mixed)).toMatchObject({ reviews: [], total: 120 })
})
