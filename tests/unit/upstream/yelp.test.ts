import { afterAll, beforeAll, expect, test } from 'vitest'
import { fastestCallMs } from '#tests/unit/cpu-time.ts'
import { formerYelpUrl, LISTINGS, yelpUrl } from '#tests/upstream/listings.ts'
import { startUpstream, type Upstream } from '#tests/upstream/server.ts'
import { ask, at, listAt, yelpListRequest } from './ask.ts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream({ now: Date.UTC(2026, 10, 1) })
})
afterAll(() => upstream.close())

async function feed(variables: Record<string, unknown>): Promise<unknown> {
  const response = await ask(upstream.origin, yelpListRequest(variables))
  expect(response.status).toBe(200)
  return at(await response.json(), 0, 'data', 'business')
}

function after(offset: number): string {
  return btoa(JSON.stringify({ version: 1, type: 'offset', offset }))
}

/** Ids of every page, going on by offset as the site does. */
async function walk(encid: string, size: number, languageCode = 'en'): Promise<string[][]> {
  const pages: string[][] = []
  for (let offset = 0, more = true; more; offset += size) {
    const business = await feed({ encBizId: encid, reviewsPerPage: size, languageCode, after: after(offset) })
    pages.push(listAt(business, 'reviews', 'edges').map((edge) => String(at(edge, 'node', 'encid'))))
    more = at(business, 'reviews', 'pageInfo', 'hasNextPage') === true
  }
  return pages
}

test('the page of a business carries its ids and count, and no review text', async () => {
  const response = await ask(upstream.origin, yelpUrl(LISTINGS.mixed))
  const body = await response.text()
  const { encid, alias } = LISTINGS.mixed.yelp
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(body.length).toBeGreaterThan(500_000)
  expect(body).toContain(`name="yelp-biz-id" content="${encid}"`)
  expect(body).toContain(`rel="canonical" href="https://www.yelp.com/biz/${alias}"`)
  expect(body).toMatch(/<title[^>]*>THE COPPER LANTERN KITCHEN .* Photos &amp; 120 Reviews - /)
  expect(body).toContain('js.datadome.co/tags.js')
  expect(body).toContain('"@type":"BreadcrumbList"')
  const [{ reviewText } = { reviewText: '' }] = await upstream.control.reviews('yelp', 'mixed')
  expect(body).not.toContain(reviewText.slice(0, 30))
})

test('the Apollo state of the page is JSON with entities in a comment', async () => {
  const body = await (await ask(upstream.origin, yelpUrl(LISTINGS.languages))).text()
  const [, encoded = ''] =
    /<script data-apollo-state="[^"]+" type="application\/json"><!--(.*?)--><\/script>/s.exec(body) ?? []
  expect(encoded).not.toContain('"')
  const decoded = encoded
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  const state = JSON.parse(decoded)
  const business = state[`Business:${LISTINGS.languages.yelp.encid}`]
  expect(business).toMatchObject({ name: 'Taverna Thalassa & Sons', reviewCount: 40, isClosed: false })
  expect(business['rating({"roundingMethod":"NEAREST_TENTH"})']).toBeGreaterThan(1)
  const reviews = Object.entries(state).filter(([key]) => key.startsWith('Review:'))
  expect(reviews.length).toBeGreaterThan(3)
  for (const [, review] of reviews)
    expect(Object.keys(review as object)).toEqual(['__typename', 'encid', 'author'])
})

test('alias and encid open the same page, the former alias redirects, an unknown one is not found', async () => {
  const byId = await ask(upstream.origin, `https://www.yelp.com/biz/${LISTINGS.small.yelp.encid}`)
  expect(await byId.text()).toContain(LISTINGS.small.yelp.alias)
  const moved = await ask(upstream.origin, formerYelpUrl(LISTINGS.moved))
  expect([moved.status, moved.headers.get('location')]).toEqual([301, yelpUrl(LISTINGS.moved)])
  expect((await ask(upstream.origin, 'https://www.yelp.com/biz/no-such-place')).status).toBe(404)
  expect((await ask(upstream.origin, yelpUrl(LISTINGS.gone))).status).toBe(404)
})

test('a node of the list has every field of a recorded one', async () => {
  const business = await feed({ encBizId: LISTINGS.replies.yelp.encid })
  expect(business).toMatchObject({ encid: LISTINGS.replies.yelp.encid, reviewCount: 24 })
  expect(listAt(business, 'reviewCountsByRating')).toHaveLength(5)
  const nodes = listAt(business, 'reviews', 'edges').map((edge) => at(edge, 'node'))
  expect(nodes).toHaveLength(10)
  for (const node of nodes) {
    expect(Object.keys(node as object).sort()).toEqual(
      [
        'encid',
        'text',
        'rating',
        'feedback',
        'author',
        'business',
        'createdAt',
        'businessPhotos',
        'businessVideos',
        'tags',
        'availableReactionsContainer',
        '__typename',
        'bizUserPublicReply',
        'previousReviews',
      ].sort(),
    )
    expect(at(node, 'createdAt', 'utcDateTime')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    const local = String(at(node, 'createdAt', 'localDateTimeForBusiness'))
    expect(local).toMatch(/-0[78]:00$/)
    expect(Date.parse(local)).toBe(Date.parse(String(at(node, 'createdAt', 'utcDateTime'))))
    const kinds = listAt(node, 'availableReactionsContainer', 'availableReactions').map((one) =>
      at(one, 'reactionType'),
    )
    expect(kinds).toEqual(['HELPFUL', 'THANKS', 'LOVE_THIS', 'OH_NO'])
  }
  expect(nodes.filter((node) => at(node, 'bizUserPublicReply') !== null).length).toBeGreaterThan(5)
})

test('older documents name the local time differently', async () => {
  const older = 'ef51f33d1b0eccc958dddbf6cde15739c48b34637a00ebe316441031d4bf7681'
  const response = await ask(upstream.origin, yelpListRequest({ encBizId: LISTINGS.small.yelp.encid }, older))
  const edge = at(await response.json(), 0, 'data', 'business', 'reviews', 'edges', 0)
  expect(at(edge, 'node', 'createdAt', 'localDateTime')).toMatch(/-0[78]:00$/)
})

test.each([10, 20, 40])('pages of %i reach every review once', async (size) => {
  const pages = await walk(LISTINGS.mixed.yelp.encid, size)
  const truth = await upstream.control.reviews('yelp', 'mixed')
  expect(pages.flat()).toEqual(truth.map(({ reviewId }) => reviewId))
  expect(pages[0]).toHaveLength(size)
})

test.each([10, 20])(
  'the overlapping listing repeats reviews and leaves none out with pages of %i',
  async (size) => {
    const pages = await walk(LISTINGS.overlapping.yelp.encid, size)
    const truth = await upstream.control.reviews('yelp', 'overlapping')
    expect(pages[3]).toEqual(pages[2])
    expect(new Set(pages.flat())).toEqual(new Set(truth.map(({ reviewId }) => reviewId)))
    expect(pages.flat().length).toBeGreaterThan(truth.length)
  },
)

test('only reviews of the asked language are listed and counted', async () => {
  const { encid } = LISTINGS.languages.yelp
  const english = await upstream.control.reviews('yelp', 'languages', 'en')
  const business = await feed({ encBizId: encid })
  expect(at(business, 'reviewCount')).toBe(40)
  expect(at(business, 'reviews', 'totalCount')).toBe(english.length)
  expect(english.length).toBeLessThan(40)
  const german = await upstream.control.reviews('yelp', 'languages', 'de')
  expect((await walk(encid, 10, 'de')).flat()).toEqual(german.map(({ reviewId }) => reviewId))
})

test('one page in four says that there is more without saying where', async () => {
  const { encid } = LISTINGS.mixed.yelp
  const info = async (offset: number) =>
    at(await feed({ encBizId: encid, after: after(offset) }), 'reviews', 'pageInfo')
  expect(await info(0)).toMatchObject({ hasNextPage: true, endCursor: after(10) })
  expect(await info(30)).toMatchObject({ hasNextPage: true, endCursor: null })
  expect(await info(110)).toMatchObject({ hasNextPage: false, endCursor: null })
})

test('an unknown document fails the batch with the word Forbidden', async () => {
  const response = await ask(
    upstream.origin,
    yelpListRequest({ encBizId: LISTINGS.small.yelp.encid }, 'f'.repeat(64)),
  )
  expect([response.status, await response.text()]).toEqual([403, 'Forbidden'])
})

test('an unknown business and one that is gone are null, wrong variables are an error', async () => {
  expect(await feed({ encBizId: 'AAAAAAAAAAAAAAAAAAAAAA' })).toBeNull()
  expect(await feed({ encBizId: LISTINGS.gone.yelp.encid })).toBeNull()
  expect(await feed({ encBizId: LISTINGS.small.yelp.alias })).toBeNull()
  const wrong = await ask(upstream.origin, yelpListRequest({ encBizId: 'x', reviewsPerPage: 500 }))
  expect(at(await wrong.json(), 0, 'errors', 0, 'message')).toBeTypeOf('string')
})

test('the older list writes HTML texts and days without a time', async () => {
  const url = `https://www.yelp.com/biz/${LISTINGS.replies.yelp.encid}/review_feed?rl=en&q=&sort_by=date_desc&start=10`
  const body = await (await ask(upstream.origin, url)).json()
  expect(at(body, 'pagination')).toEqual({ totalResults: 24, resultsPerPage: 10, startResult: 10 })
  expect(listAt(body, 'reviews')).toHaveLength(10)
  expect(at(body, 'reviews', 0, 'localizedDate')).toMatch(/^\d{1,2}\/\d{1,2}\/20\d\d$/)
})

test('a page of the listing with 4,000 reviews takes less than 5 ms', async () => {
  const { encid } = LISTINGS.large.yelp
  let pages = 0
  const fastest = await fastestCallMs(() => {
    pages += 1
    return feed({ encBizId: encid, after: after((pages % 40) * 100) })
  }, 5)
  expect(fastest).toBeLessThan(5)
})
