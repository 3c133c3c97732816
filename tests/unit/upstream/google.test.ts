import { afterAll, beforeAll, expect, test } from 'vitest'
import { fastestCallMs } from '#tests/unit/cpu-time.ts'
import { googleUrl, LISTINGS, shortLink } from '#tests/upstream/listings.ts'
import { startUpstream, type Upstream } from '#tests/upstream/server.ts'
import { ask, at, googleJson, googleListUrl, listAt } from './ask.ts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream({ now: Date.UTC(2026, 10, 1) })
})
afterAll(() => upstream.close())

async function page(featureId: string, token = '', sort = 2) {
  const response = await ask(upstream.origin, googleListUrl(featureId, token, sort))
  const body = await response.text()
  return { status: response.status, body, json: googleJson(body) }
}

/** Ids of every page until there is no token. */
async function walk(featureId: string, sort = 2): Promise<string[][]> {
  const pages: string[][] = []
  for (let token: unknown = ''; typeof token === 'string'; ) {
    const { json } = await page(featureId, token, sort)
    const records = at(json, 1, 10, 2)
    pages.push((Array.isArray(records) ? records : []).map((record) => String(at(record, 5))))
    token = at(json, 1, 10, 6)
  }
  return pages
}

test('a page has the envelope, the node of 7 elements and records of 48', async () => {
  const { json } = await page(LISTINGS.mixed.google.featureId)
  expect(json).toHaveLength(2)
  const headers = listAt(json, 0, 4, 0, 0).map((pair) => at(pair, 0))
  expect(headers).toContain('Date')
  expect(headers).toContain('Set-Cookie')
  expect(listAt(json, 1)).toHaveLength(11)
  expect(listAt(json, 1, 10)).toHaveLength(7)
  for (const record of listAt(json, 1, 10, 2)) {
    expect(record).toHaveLength(48)
    expect([1, 2, 3, 4, 5]).toContain(at(record, 1))
    expect(at(record, 2, 2)).toMatch(/^\d{13}$/)
    expect(at(record, 2, 0)).toMatch(/ ago$/)
    expect(at(record, 3, 2)).toMatch(/^https:\/\/www\.google\.com\/maps\/contrib\/1\d{20}\/reviews/)
    expect(at(record, 5)).toMatch(/^Ch|^Ci9/)
    expect(at(record, 12)).toContain(`!1s${at(record, 5)}!`)
    expect(at(record, 44, 0)).toBe('Google')
    expect(at(record, 45)).toBe(at(record, 1))
    expect(at(record, 46)).toBe(5)
    const counts = listAt(record, 47, 1).map((reaction) => Number(at(reaction, 1)))
    expect(counts).toEqual([...counts].sort((a, b) => b - a))
  }
})

test('the first page has 10 reviews, later ones 20, and all together every review once', async () => {
  const pages = await walk(LISTINGS.mixed.google.featureId)
  expect(pages.map(({ length }) => length)).toEqual([10, ...new Array(11).fill(20), 10])
  const truth = await upstream.control.reviews('google', 'mixed')
  expect(pages.flat()).toEqual(truth.map(({ reviewId }) => reviewId))
})

test('the overlapping listing repeats a whole page and single reviews, and leaves none out', async () => {
  const pages = await walk(LISTINGS.overlapping.google.featureId)
  const truth = await upstream.control.reviews('google', 'overlapping')
  expect(pages[3]).toEqual(pages[2])
  expect(pages[4]?.slice(0, 2)).toEqual(pages[3]?.slice(-2))
  expect(new Set(pages.flat())).toEqual(new Set(truth.map(({ reviewId }) => reviewId)))
  expect(pages.flat().length).toBeGreaterThan(truth.length)
})

test('a listing without reviews answers an empty list and no token', async () => {
  const { json } = await page(LISTINGS.empty.google.featureId)
  expect(at(json, 1, 10, 2)).toBeNull()
  expect(at(json, 1, 10, 6)).toBeNull()
})

test('a listing that is gone answers an error with 404', async () => {
  const { status, json } = await page(LISTINGS.gone.google.featureId)
  expect(status).toBe(404)
  expect(at(json, 0, 0)).toBe('er')
  expect(at(json, 0, 5)).toBe(404)
})

test('the limited listing answers the page with the notice', async () => {
  const response = await ask(upstream.origin, googleListUrl(LISTINGS.limited.google.featureId))
  expect(response.status).toBe(200)
  expect(await response.text()).toMatch(/^<.*limited view.*Sign in/s)
})

test('orders other than newest end at 800 reviews', async () => {
  const byRating = await walk(LISTINGS.large.google.featureId, 4)
  expect(new Set(byRating.flat()).size).toBe(800)
  const { json } = await page(LISTINGS.large.google.featureId, '', 4)
  expect(at(json, 1, 10, 2, 0, 1)).toBe(1)
})

test.each([
  ['a token that was never given', 'nonsense'],
  ['a token of another listing', 'OTHER'],
])('%s is refused with an error of 400', async (_, token) => {
  const other = at((await page(LISTINGS.large.google.featureId)).json, 1, 10, 6)
  const { status, json } = await page(
    LISTINGS.mixed.google.featureId,
    token === 'OTHER' ? String(other) : token,
  )
  expect(status).toBe(400)
  expect(at(json, 0, 5)).toBe(400)
})

test('a request without the structure of the list is refused with 400, an unknown place with 404', async () => {
  const broken = googleListUrl(LISTINGS.small.google.featureId).replace('reqpld=', 'reqpld=x')
  expect((await ask(upstream.origin, broken)).status).toBe(400)
  expect((await page('0x1:0x2')).status).toBe(404)
  expect((await page(LISTINGS.small.google.featureId, '', 9)).status).toBe(400)
})

test('a rating without a text has neither language nor text', async () => {
  const { json } = await page(LISTINGS.ratings.google.featureId)
  const bare = listAt(json, 1, 10, 2).filter((record) => at(record, 26) === null)
  expect(bare.length).toBeGreaterThan(4)
  for (const record of bare) expect([null, '']).toContain(at(record, 27))
})

test('texts in other languages come with a translation block in one of two forms', async () => {
  const truth = new Map(
    (await upstream.control.reviews('google', 'languages')).map((review) => [review.reviewId, review]),
  )
  const first = await page(LISTINGS.languages.google.featureId)
  const second = await page(LISTINGS.languages.google.featureId, String(at(first.json, 1, 10, 6)))
  const foreign = [...listAt(first.json, 1, 10, 2), ...listAt(second.json, 1, 10, 2)].filter(
    (record) => at(record, 26) !== null && at(record, 26) !== 'en',
  )
  const plain = (html: unknown) => String(html).replaceAll('<br>', '\n').replaceAll('&amp;', '&')
  const swapped = foreign.filter((record) => at(record, 32) !== '')
  for (const record of foreign) {
    const original = swapped.includes(record) ? at(record, 32) : at(record, 27)
    expect(plain(original)).toBe(truth.get(String(at(record, 5)))?.reviewText)
    expect(at(record, 36)).toMatch(/^[A-Z]/)
  }
  expect(swapped.length).toBeGreaterThan(0)
  expect(foreign.length - swapped.length).toBeGreaterThan(0)
})

test('long texts have a preview that ends in an ellipsis', async () => {
  const { json } = await page(LISTINGS.mixed.google.featureId)
  const records = listAt(json, 1, 10, 2).filter((record) => String(at(record, 27)).length > 300)
  expect(records.length).toBeGreaterThan(0)
  for (const record of records) {
    expect(at(record, 28)).toMatch(/ …$/)
    expect(at(record, 29)).toBe(1)
  }
})

test('owner replies have a relative date only', async () => {
  const { json } = await page(LISTINGS.replies.google.featureId)
  const replies = listAt(json, 1, 10, 2).flatMap((record) => (at(record, 4) ? [at(record, 4)] : []))
  expect(replies.length).toBeGreaterThan(4)
  for (const reply of replies) {
    expect(at(reply, 1)).toMatch(/ ago$|just now/)
    expect(at(reply, 2)).toMatch(/–/)
  }
})

test('a short link leads to the place, and the place page knows its ids', async () => {
  const hop = await ask(upstream.origin, shortLink(LISTINGS.small))
  expect(hop.status).toBe(302)
  expect(hop.headers.get('location')).toBe(googleUrl(LISTINGS.small))
  const place = await ask(upstream.origin, googleUrl(LISTINGS.small))
  expect(place.status).toBe(200)
  expect(await place.text()).toContain(LISTINGS.small.google.featureId)
  expect((await ask(upstream.origin, googleUrl(LISTINGS.gone))).status).toBe(404)
  expect((await ask(upstream.origin, 'https://maps.app.goo.gl/unknownCode')).status).toBe(404)
})

test('a page of the listing with 4,000 reviews takes less than 5 ms', async () => {
  const { json } = await page(LISTINGS.large.google.featureId)
  let token = String(at(json, 1, 10, 6))
  const fastest = await fastestCallMs(async () => {
    const next = await page(LISTINGS.large.google.featureId, token)
    token = String(at(next.json, 1, 10, 6) ?? token)
  }, 5)
  expect(fastest).toBeLessThan(5)
})
