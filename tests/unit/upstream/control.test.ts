import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Fault, ReviewTarget } from '#tests/upstream/control.ts'
import { LISTINGS, yelpUrl } from '#tests/upstream/listings.ts'
import { startUpstream, type Upstream } from '#tests/upstream/server.ts'
import { ask, at, googleJson, googleListUrl, listAt, yelpListRequest } from './ask.ts'

const GOOGLE: ReviewTarget = { platform: 'google', id: 'changing' }
const YELP: ReviewTarget = { platform: 'yelp', id: LISTINGS.changing.yelp.encid }

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream({ now: Date.UTC(2026, 10, 1) })
})
afterEach(() => upstream.control.reset())
afterAll(() => upstream.close())

async function firstGoogleRecord(): Promise<unknown> {
  const response = await ask(upstream.origin, googleListUrl(LISTINGS.changing.google.featureId))
  return at(googleJson(await response.text()), 1, 10, 2, 0)
}

async function firstYelpNode(): Promise<unknown> {
  const response = await ask(upstream.origin, yelpListRequest({ encBizId: LISTINGS.changing.yelp.encid }))
  return at(await response.json(), 0, 'data', 'business', 'reviews', 'edges', 0, 'node')
}

test('an edited review moves to the top of Google and keeps the date it was written', async () => {
  const before = await upstream.control.reviews('google', 'changing')
  const old = before.at(-1)
  const edited = await upstream.control.edit(GOOGLE, old?.reviewId ?? '', {
    rating: 1,
    text: 'No longer good.',
  })
  expect(edited).toMatchObject({ reviewId: old?.reviewId, rating: 1, reviewText: 'No longer good.' })
  expect(edited.reviewDate).toBe(old?.reviewDate)
  const record = await firstGoogleRecord()
  expect([at(record, 5), at(record, 1), at(record, 27)]).toEqual([old?.reviewId, 1, 'No longer good.'])
  expect(await upstream.control.reviews('google', 'changing')).toHaveLength(before.length)
})

test('an edited review on Yelp gets a new date and shows its previous version', async () => {
  const old = (await upstream.control.reviews('yelp', 'changing')).at(-1)
  const edited = await upstream.control.edit(YELP, old?.reviewId ?? '', { rating: 2 })
  expect(edited.reviewDate > (old?.reviewDate ?? '')).toBe(true)
  const node = await firstYelpNode()
  expect(at(node, 'encid')).toBe(old?.reviewId)
  expect(at(node, 'previousReviews', 0, 'text', 'full')).toBe(old?.reviewText)
})

test('a new reply leaves the review in its place', async () => {
  const order = (await upstream.control.reviews('google', 'changing')).map(({ reviewId }) => reviewId)
  const answered = await upstream.control.edit(GOOGLE, order[20] ?? '', { reply: 'Thank you!' })
  expect(answered.ownerResponse).toEqual({ text: 'Thank you!', date: null })
  const after = await upstream.control.reviews('google', 'changing')
  expect(after.map(({ reviewId }) => reviewId)).toEqual(order)
  const taken = await upstream.control.edit(GOOGLE, order[20] ?? '', { reply: null })
  expect(taken.ownerResponse).toBeNull()
})

test('a removed review is gone until it is restored to its place', async () => {
  const before = await upstream.control.reviews('yelp', 'changing')
  const removed = await upstream.control.remove(YELP, before[7]?.reviewId ?? '')
  const without = await upstream.control.reviews('yelp', 'changing')
  expect(without).toEqual(before.filter(({ reviewId }) => reviewId !== removed.reviewId))
  const page = await (await ask(upstream.origin, yelpUrl(LISTINGS.changing))).text()
  expect(page).toContain(`Photos &amp; ${before.length - 1} Reviews`)
  await upstream.control.restore(YELP, removed.reviewId)
  expect(await upstream.control.reviews('yelp', 'changing')).toEqual(before)
})

test('added reviews stand on top, each with an id of its own', async () => {
  const first = await upstream.control.add(GOOGLE, { rating: 3, text: 'Okay & done.' })
  const second = await upstream.control.add(GOOGLE)
  expect(first.reviewId).not.toBe(second.reviewId)
  const [top, next] = await upstream.control.reviews('google', 'changing')
  expect([top, next]).toEqual([second, first])
  expect(at(await firstGoogleRecord(), 5)).toBe(second.reviewId)
})

test('a listing without reviews can get its first one', async () => {
  const added = await upstream.control.add({ platform: 'google', id: 'empty' }, { rating: 5, text: 'First!' })
  const response = await ask(upstream.origin, googleListUrl(LISTINGS.empty.google.featureId))
  const records = listAt(googleJson(await response.text()), 1, 10, 2)
  expect(records.map((record) => at(record, 5))).toEqual([added.reviewId])
})

test('one review is edited and one removed between two visits', async () => {
  const before = await upstream.control.reviews('google', 'changing')
  const { edited, removed } = await upstream.control.editOneRemoveOne(GOOGLE)
  const after = await upstream.control.reviews('google', 'changing')
  expect(after[0]).toEqual(edited)
  expect(edited.rating).toBe(2)
  expect(after).toHaveLength(before.length - 1)
  expect(after.some(({ reviewId }) => reviewId === removed.reviewId)).toBe(false)
})

test('reset brings everything back', async () => {
  const before = await upstream.control.reviews('google', 'changing')
  await upstream.control.editOneRemoveOne(GOOGLE)
  await upstream.control.addFault({ kind: 'unavailable', times: null })
  await upstream.control.reset()
  expect(await upstream.control.reviews('google', 'changing')).toEqual(before)
  expect(await upstream.control.faults()).toEqual([])
  expect(await upstream.control.requests()).toEqual([])
})

test('every request is recorded with what politeness and outbound tests look at', async () => {
  const request = new Request(yelpUrl(LISTINGS.small), { headers: { 'user-agent': 'a test' } })
  await ask(upstream.origin, request)
  await upstream.control.addFault({ kind: 'rate_limited' })
  await ask(upstream.origin, googleListUrl(LISTINGS.small.google.featureId))
  expect(await upstream.control.requests()).toMatchObject([
    {
      number: 1,
      method: 'GET',
      host: 'www.yelp.com',
      path: `/biz/${LISTINGS.small.yelp.alias}`,
      forwardedHost: 'www.yelp.com',
      userAgent: 'a test',
      listing: 'small',
      status: 200,
      fault: null,
      unknown: false,
    },
    { number: 2, host: 'www.google.com', status: 429, fault: 'rate_limited', listing: 'small' },
  ])
  await upstream.control.forgetRequests()
  expect(await upstream.control.requests()).toEqual([])
})

test.each([
  'https://consent.google.com/ml?continue=x',
  'https://www.google.com/search?q=x',
  'https://example.com/',
  'https://www.yelp.com/user_details?userid=x',
])('an address nobody simulates is refused and recorded as unknown: %s', async (url) => {
  const response = await ask(upstream.origin, url)
  expect(response.status).toBe(404)
  expect(at(await response.json(), 'error')).toContain(new URL(url).host)
  expect(await upstream.control.requests()).toMatchObject([{ host: new URL(url).host, unknown: true }])
})

test('a forwarded host that contradicts the path is recorded as unknown', async () => {
  const url = `${upstream.origin}/www.yelp.com/biz/${LISTINGS.small.yelp.alias}`
  const response = await fetch(url, { headers: { 'x-forwarded-host': 'www.google.com' } })
  expect(response.status).toBe(404)
  expect(await upstream.control.requests()).toMatchObject([
    { unknown: true, forwardedHost: 'www.google.com' },
  ])
})

test('listings are told with ids, addresses and counts', async () => {
  const listings = await upstream.control.listings()
  expect(listings).toHaveLength(Object.keys(LISTINGS).length)
  expect(listings.find(({ key }) => key === 'large')).toMatchObject({
    google: { featureId: LISTINGS.large.google.featureId, reviewCount: 4000 },
    yelp: { encid: LISTINGS.large.yelp.encid, url: yelpUrl(LISTINGS.large), reviewCount: 4000 },
  })
  expect(listings.find(({ key }) => key === 'ratings')?.yelp).toBeNull()
})

test('wrong control input is refused with a sentence', async () => {
  const { control } = upstream
  await expect(control.reviews('google', 'nothing')).rejects.toThrow('No google listing is called nothing.')
  await expect(control.edit(GOOGLE, 'none', { rating: 1 })).rejects.toThrow('has no such review: none.')
  await expect(control.edit(GOOGLE, 'none', { rating: 7 })).rejects.toThrow('rating must be a whole number')
  await expect(control.addFault({ kind: 'flood' } as unknown as Fault)).rejects.toThrow('Unknown fault flood')
  const misspelt = { kind: 'slow', delay: 3 } as unknown as Fault
  await expect(control.addFault(misspelt)).rejects.toThrow('A fault has no field delay.')
  await expect(control.addFault({ kind: 'slow', delayMs: -1 })).rejects.toThrow(
    "delayMs of a fault can't be -1.",
  )
  const response = await fetch(`${upstream.origin}/__control/faults`, { method: 'POST', body: 'nonsense' })
  expect(response.status).toBe(400)
  expect((await fetch(`${upstream.origin}/__control/nothing`)).status).toBe(404)
})
