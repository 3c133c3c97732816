import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Fault, ReviewTarget } from '#tests/upstream/control.ts'
import { googleUrl, LISTINGS, yelpUrl } from '#tests/upstream/listings.ts'
import { startUpstream, type Upstream } from '#tests/upstream/server.ts'
import { ask, at } from './ask.ts'

const GOOGLE: ReviewTarget = { platform: 'google', id: 'changing' }

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterEach(() => upstream.control.reset())
afterAll(() => upstream.close())

test('an edited review moves to the top and keeps its original date', async () => {
  const old = (await upstream.control.reviews('google', 'changing')).at(-1)
  await upstream.control.edit(GOOGLE, old?.reviewId ?? '', { rating: 1 })
  const [top] = await upstream.control.reviews('google', 'changing')
  expect(top).toMatchObject({ reviewId: old?.reviewId, reviewDate: old?.reviewDate, rating: 1 })
})

test('reset restores the reviews and clears faults and requests', async () => {
  const before = await upstream.control.reviews('google', 'changing')
  await upstream.control.editOneRemoveOne(GOOGLE)
  await upstream.control.addFault({ kind: 'unavailable', times: null })
  await upstream.control.reset()
  expect(await upstream.control.reviews('google', 'changing')).toEqual(before)
  expect(await upstream.control.faults()).toEqual([])
  expect(await upstream.control.requests()).toEqual([])
})

test('a fault applies only to its own platform, host, path and listing', async () => {
  const elsewhere: Partial<Fault>[] = [
    { platform: 'yelp' },
    { host: 'maps.app.goo.gl' },
    { path: '/maps/preview/' },
    { listing: LISTINGS.large.google.featureId },
  ]
  for (const place of elsewhere) await upstream.control.addFault({ kind: 'unavailable', ...place })
  expect((await ask(upstream.origin, googleUrl(LISTINGS.small))).status).toBe(200)
  expect((await ask(upstream.origin, yelpUrl(LISTINGS.small))).status).toBe(503)
  expect((await ask(upstream.origin, googleUrl(LISTINGS.large))).status).toBe(503)
})

test('every request is recorded with the fields that other tests check', async () => {
  const request = new Request(yelpUrl(LISTINGS.small), { headers: { 'user-agent': 'a test' } })
  await ask(upstream.origin, request)
  await upstream.control.addFault({ kind: 'rate_limited' })
  await ask(upstream.origin, googleUrl(LISTINGS.small))
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
])('an address that is not simulated is refused and recorded as unknown: %s', async (url) => {
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

test('invalid control input is refused with an explanation', async () => {
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
