import { env } from 'cloudflare:test'
import { expect, inject, test } from 'vitest'
import { UpstreamControl } from '#tests/upstream/control.ts'
import { LISTINGS, shortLink } from '#tests/upstream/listings.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { createOutbound } from '#worker/platform/outbound.ts'

// Only this file puts faults on the short link of `empty`, each for as many requests as the test makes.
const ADDRESS = shortLink(LISTINGS.empty)
const MAX_BODY_BYTES = 2 * 1024 * 1024

const upstream = new UpstreamControl(inject('upstreamOrigin'))
const { outbound } = backgroundContext(env)
const anywhere = createOutbound({ 'review-source': () => true, 'identity-provider': () => true })

function ask(timeoutMs = 1_000) {
  return outbound('review-source', new Request(ADDRESS, { redirect: 'manual' }), { timeoutMs })
}

async function requestCount(): Promise<number> {
  return (await upstream.requests()).length
}

// tests/unit/worker/sources/hosts.test.ts and tests/unit/worker/platform/public-address.test.ts cover all
// forbidden addresses.
test.each([
  'http://www.google.com/maps',
  'https://www.google.com.evil.example/maps',
  'https://169.254.169.254/latest/meta-data/',
])('%s is never asked for reviews', async (address) => {
  const before = await requestCount()
  await expect(outbound('review-source', new Request(address), { timeoutMs: 1_000 })).rejects.toMatchObject({
    name: 'OutboundError',
    fault: 'address_refused',
  })
  expect(await requestCount()).toBe(before)
})

test.each(['http://example.com/', 'https://10.0.0.1/', 'https://metadata.google.internal/'])(
  '%s is refused even if a rule allows it',
  async (address) => {
    await expect(anywhere('review-source', new Request(address), { timeoutMs: 1_000 })).rejects.toMatchObject(
      {
        fault: 'address_refused',
      },
    )
  },
)

test.each([
  ['review-api', 'https://www.google.com/maps'],
  ['review-api', 'https://oauth2.googleapis.com/token'],
  ['review-source', 'https://places.googleapis.com/v1/places/x'],
  ['identity-provider', 'https://mybusiness.googleapis.com/v4/accounts/1/locations/2/reviews'],
] as const)('the purpose %s does not allow %s', async (purpose, address) => {
  const before = await requestCount()
  await expect(outbound(purpose, new Request(address), { timeoutMs: 1_000 })).rejects.toMatchObject({
    fault: 'address_refused',
  })
  expect(await requestCount()).toBe(before)
})

test('an official API may be asked for reviews', async () => {
  const request = new Request('https://places.googleapis.com/v1/places/x')
  expect((await outbound('review-api', request, { timeoutMs: 5_000 })).status).toBe(403)
})

test('a redirect is returned and not followed, wherever it leads', async () => {
  const before = await requestCount()
  const answer = await ask()
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toContain('https://www.google.com/maps/place/')
  await upstream.addFault({ kind: 'redirect_elsewhere', listing: 'empty', path: '/', times: 1 })
  const elsewhere = await ask()
  expect(elsewhere.headers.get('location')).toBe('http://169.254.169.254/latest/meta-data/')
  const requests = await upstream.requests()
  expect(requests.slice(before).map(({ host, unknown }) => [host, unknown])).toEqual([
    ['maps.app.goo.gl', false],
    ['maps.app.goo.gl', false],
  ])
})

test('a request carries the headers of its source and no cookie', async () => {
  const request = new Request(ADDRESS, { headers: { 'user-agent': 'a test', 'accept-language': 'en' } })
  await outbound('review-source', request, { timeoutMs: 1_000 })
  const last = (await upstream.requests()).at(-1)
  expect(last).toMatchObject({
    method: 'GET',
    host: 'maps.app.goo.gl',
    forwardedHost: 'maps.app.goo.gl',
    userAgent: 'a test',
  })
  expect(last?.headerNames).not.toContain('cookie')
  expect(last?.headerNames).not.toContain('authorization')
})

test('a body of 2 MiB is read, one byte more is not', async () => {
  const oversized = { kind: 'oversized', listing: 'empty', times: 1 } as const
  await upstream.addFault({ ...oversized, bytes: MAX_BODY_BYTES })
  expect((await ask(10_000)).body).toHaveLength(MAX_BODY_BYTES)
  await upstream.addFault({ ...oversized, bytes: MAX_BODY_BYTES + 1 })
  await expect(ask(10_000)).rejects.toMatchObject({ fault: 'too_large' })
})

test.each([
  ['a silent server', { kind: 'hang' }],
  ['an answer that is late', { kind: 'slow', delayMs: 5_000 }],
  ['an answer that drips', { kind: 'slow', variant: 'drip', delayMs: 5_000 }],
] as const)('%s is given up after the timeout', async (_, fault) => {
  await upstream.addFault({ ...fault, listing: 'empty', times: 1 })
  const startedAt = Date.now()
  await expect(ask(400)).rejects.toMatchObject({ fault: 'timeout' })
  expect(Date.now() - startedAt).toBeLessThan(2_000)
})

test('an answer that breaks off is a network fault', async () => {
  await upstream.addFault({ kind: 'truncated', variant: 'connection', listing: 'empty', times: 1 })
  await expect(ask()).rejects.toMatchObject({ fault: 'network' })
})

test('a successful answer that is not text is not read', async () => {
  await upstream.addFault({ kind: 'wrong_type', variant: 'image', listing: 'empty', times: 1 })
  await expect(ask()).rejects.toMatchObject({ fault: 'not_text' })
})

test('a server fault is returned with its status and body', async () => {
  await upstream.addFault({ kind: 'unavailable', listing: 'empty', times: 1 })
  expect(await ask()).toMatchObject({ status: 503, body: expect.stringContaining('not available') })
})
