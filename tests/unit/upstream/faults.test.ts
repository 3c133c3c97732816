import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Fault } from '#tests/upstream/control.ts'
import { googleUrl, LISTINGS, yelpUrl } from '#tests/upstream/listings.ts'
import { startUpstream, type Upstream } from '#tests/upstream/server.ts'
import { ask, at, googleJson, googleListUrl, listAt, yelpListRequest } from './ask.ts'

const SMALL = LISTINGS.small
const GOOGLE = googleListUrl(SMALL.google.featureId)

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterEach(() => upstream.control.reset())
afterAll(() => upstream.close())

function yelpList(variables: Record<string, unknown> = {}) {
  return ask(upstream.origin, yelpListRequest({ encBizId: SMALL.yelp.encid, ...variables }))
}

async function googleUnder(fault: Fault) {
  await upstream.control.addFault(fault)
  return ask(upstream.origin, GOOGLE)
}

async function yelpUnder(fault: Fault) {
  await upstream.control.addFault(fault)
  return yelpList()
}

describe('where and how often', () => {
  async function statuses(count: number) {
    const seen: number[] = []
    for (let i = 0; i < count; i += 1) seen.push((await ask(upstream.origin, GOOGLE)).status)
    return seen
  }

  test('a fault hits one request unless stated', async () => {
    await upstream.control.addFault({ kind: 'unavailable' })
    expect(await statuses(3)).toEqual([503, 200, 200])
  })

  test('a fault lets requests pass first and hits so many', async () => {
    await upstream.control.addFault({ kind: 'unavailable', skip: 1, times: 2 })
    expect(await statuses(5)).toEqual([200, 503, 503, 200, 200])
    expect(await upstream.control.faults()).toMatchObject([{ kind: 'unavailable', hits: 2, passed: 1 }])
  })

  test('a fault without an end stays until it is cleared', async () => {
    await upstream.control.addFault({ kind: 'unavailable', times: null })
    expect(await statuses(3)).toEqual([503, 503, 503])
    await upstream.control.clearFaults()
    expect(await statuses(1)).toEqual([200])
  })

  test('a fault keeps to its platform, host, path and listing', async () => {
    const elsewhere: Fault[] = [
      { kind: 'unavailable', platform: 'yelp' },
      { kind: 'unavailable', host: 'maps.app.goo.gl' },
      { kind: 'unavailable', path: '/maps/place/' },
      { kind: 'unavailable', listing: LISTINGS.large.google.featureId },
    ]
    for (const fault of elsewhere) await upstream.control.addFault(fault)
    expect(await statuses(1)).toEqual([200])
    expect((await yelpList()).status).toBe(503)
    expect((await ask(upstream.origin, googleUrl(SMALL))).status).toBe(503)
    const large = googleListUrl(LISTINGS.large.google.featureId)
    expect((await ask(upstream.origin, large)).status).toBe(503)
  })

  test('two faults come one after the other', async () => {
    await upstream.control.addFault({ kind: 'rate_limited' })
    await upstream.control.addFault({ kind: 'unavailable' })
    expect(await statuses(3)).toEqual([429, 503, 200])
  })
})

test('rate_limited says how long to wait', async () => {
  const limited = await googleUnder({ kind: 'rate_limited', retryAfterSeconds: 7 })
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
  const silent = await yelpUnder({ kind: 'rate_limited', retryAfterSeconds: null })
  expect([silent.status, silent.headers.get('retry-after')]).toEqual([429, null])
})

test('unavailable is a server fault, and in one form the page of a blocked address', async () => {
  const passing = await googleUnder({ kind: 'unavailable' })
  expect(await passing.text()).not.toMatch(/sorry/i)
  const blocked = await yelpUnder({ kind: 'unavailable', variant: 'sorry' })
  expect([blocked.status, await blocked.text()]).toEqual([503, expect.stringContaining('Sorry')])
})

test('consent is a redirect to the consent page or the page itself', async () => {
  const hop = await googleUnder({ kind: 'consent' })
  expect(hop.status).toBe(302)
  expect(hop.headers.get('location')).toMatch(/^https:\/\/consent\.google\.com\//)
  const page = await googleUnder({ kind: 'consent', variant: 'page' })
  expect(page.status).toBe(200)
  expect(await page.text()).toMatch(/<base href="https:\/\/consent\.google\.com\/">.*ConsentUi/s)
  await upstream.control.addFault({ kind: 'consent' })
  expect((await yelpList()).status).toBe(200)
})

test('captcha on Google is a redirect to /sorry/ or its page', async () => {
  const hop = await googleUnder({ kind: 'captcha' })
  expect([hop.status, hop.headers.get('location')]).toEqual([
    302,
    expect.stringMatching(/^https:\/\/www\.google\.com\/sorry\/index\?continue=/),
  ])
  const page = await googleUnder({ kind: 'captcha', variant: 'page' })
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringMatching(/captcha-form.*unusual traffic/s),
  ])
})

test('captcha on Yelp is DataDome in one of three forms, or the page of a refused address', async () => {
  const page = await yelpUnder({ kind: 'captcha' })
  expect([page.status, page.headers.get('x-datadome')]).toEqual([403, 'protected'])
  expect(page.headers.get('x-datadome-response')).toBe('403')
  expect(await page.text()).toMatch(/Please enable JS and disable any ad blocker.*captcha-delivery\.com/s)
  const soft = await yelpUnder({ kind: 'captcha', variant: 'page' })
  expect([soft.status, await soft.text()]).toEqual([200, expect.stringContaining('captcha-delivery.com')])
  const json = await yelpUnder({ kind: 'captcha', variant: 'json' })
  expect(at(await json.json(), 'url')).toMatch(/^https:\/\/geo\.captcha-delivery\.com\/captcha\//)
  const address = await yelpUnder({ kind: 'captcha', variant: 'address' })
  expect([address.status, await address.text()]).toEqual([
    403,
    expect.stringContaining('not allowed to access'),
  ])
})

test('truncated stops in the middle and looks complete', async () => {
  const whole = await (await ask(upstream.origin, GOOGLE)).text()
  const half = await (await googleUnder({ kind: 'truncated' })).text()
  expect(half.length).toBeLessThan(whole.length)
  expect(whole.startsWith(half.slice(0, 5))).toBe(true)
  expect(() => googleJson(half)).toThrow(SyntaxError)
})

test('truncated as a connection announces more than it sends', async () => {
  const response = await googleUnder({ kind: 'truncated', variant: 'connection' })
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow()
})

test('wrong_type is a page or an image where JSON was expected', async () => {
  const page = await googleUnder({ kind: 'wrong_type' })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const image = await googleUnder({ kind: 'wrong_type', variant: 'image' })
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(new Uint8Array(await image.arrayBuffer())[0]).toBe(0x89)
})

test('slow comes late or drips, and is whole in the end', async () => {
  const started = performance.now()
  const late = await googleUnder({ kind: 'slow', delayMs: 150 })
  expect(performance.now() - started).toBeGreaterThan(140)
  expect(listAt(googleJson(await late.text()), 1, 10, 2)).toHaveLength(3)
  const drip = await googleUnder({ kind: 'slow', variant: 'drip', delayMs: 150 })
  const headersAt = performance.now()
  expect(listAt(googleJson(await drip.text()), 1, 10, 2)).toHaveLength(3)
  expect(performance.now() - headersAt).toBeGreaterThan(100)
})

test('hang never answers, and the next request does', async () => {
  await upstream.control.addFault({ kind: 'hang' })
  const impatient = new Request(GOOGLE, { signal: AbortSignal.timeout(150) })
  await expect(ask(upstream.origin, impatient)).rejects.toThrow(/timeout|abort/i)
  expect((await ask(upstream.origin, GOOGLE)).status).toBe(200)
})

test('reset breaks the connection', async () => {
  await expect(googleUnder({ kind: 'reset' })).rejects.toThrow()
})

test('expired_token refuses a page token once and leaves first pages alone', async () => {
  const large = LISTINGS.large.google.featureId
  const first = googleJson(await (await ask(upstream.origin, googleListUrl(large))).text())
  const second = googleListUrl(large, String(at(first, 1, 10, 6)))
  await upstream.control.addFault({ kind: 'expired_token' })
  expect((await ask(upstream.origin, googleListUrl(large))).status).toBe(200)
  const refused = await ask(upstream.origin, second)
  expect([refused.status, at(googleJson(await refused.text()), 0, 5)]).toEqual([400, 400])
  expect((await ask(upstream.origin, second)).status).toBe(200)
})

test('expired_token on Yelp is an error in the answer', async () => {
  const after = btoa(JSON.stringify({ version: 1, type: 'offset', offset: 10 }))
  await upstream.control.addFault({ kind: 'expired_token', platform: 'yelp' })
  expect(at(await (await yelpList()).json(), 0, 'data', 'business', 'encid')).toBe(SMALL.yelp.encid)
  expect(at(await (await yelpList({ after })).json(), 0, 'errors', 0, 'message')).toBe('Invalid cursor')
})

test('empty_list has no reviews although the place has some', async () => {
  const google = googleJson(await (await googleUnder({ kind: 'empty_list' })).text())
  expect(at(google, 1, 10, 2)).toBeNull()
  const yelp = at(await (await yelpUnder({ kind: 'empty_list' })).json(), 0, 'data', 'business')
  expect(at(yelp, 'reviewCount')).toBe(3)
  expect(at(yelp, 'reviews')).toMatchObject({ totalCount: 3, edges: [], pageInfo: { hasNextPage: false } })
})

test('limited_view is the page with the notice, or a short list with it', async () => {
  expect(await (await googleUnder({ kind: 'limited_view' })).text()).toMatch(/^<.*limited view/s)
  const mixed = googleListUrl(LISTINGS.mixed.google.featureId)
  await upstream.control.addFault({ kind: 'limited_view', variant: 'five' })
  const five = googleJson(await (await ask(upstream.origin, mixed)).text())
  expect(listAt(five, 1, 10, 2)).toHaveLength(5)
  expect(at(five, 1, 10, 6)).toBeNull()
  await upstream.control.addFault({ kind: 'limited_view', variant: 'empty' })
  const empty = await (await ask(upstream.origin, mixed)).text()
  expect(empty).toContain('limited view')
  expect(at(googleJson(empty), 1, 10, 2)).toBeNull()
})

test('oversized is the usual answer with several megabytes behind it', async () => {
  const body = await (await googleUnder({ kind: 'oversized' })).text()
  expect(body.length).toBe(5_000_000)
  expect(listAt(googleJson(body), 1, 10, 2)).toHaveLength(3)
})

test('redirect_elsewhere leads to an address nobody may follow', async () => {
  const hop = await googleUnder({ kind: 'redirect_elsewhere' })
  expect([hop.status, hop.headers.get('location')]).toEqual([302, 'http://169.254.169.254/latest/meta-data/'])
  const other = await yelpUnder({ kind: 'redirect_elsewhere', location: 'https://example.net/' })
  expect(other.headers.get('location')).toBe('https://example.net/')
})

test('forbidden_document fails the GraphQL call and nothing else', async () => {
  await upstream.control.addFault({ kind: 'forbidden_document' })
  expect((await ask(upstream.origin, yelpUrl(SMALL))).status).toBe(200)
  const refused = await yelpList()
  expect([refused.status, await refused.text()]).toEqual([403, 'Forbidden'])
})
