import { env } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { PAGES } from '#tests/edge/support/pages.ts'
import { PROCEDURES } from '#tests/edge/support/procedures.ts'
import { test } from '#tests/edge/support/test.ts'
import { type Ask, ask, askProcedure, ORIGIN, PRODUCTION, signedIn } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'

/** Every address that changes something when it is posted to. */
const CHANGING = [
  ...PROCEDURES.filter(({ isMutation }) => isMutation).map(({ path }) => `/trpc/${path}`),
  '/functions/v1/google-business-scraper',
  '/functions/v1/yelp-scraper',
]
const MAX_BODY_BYTES = 64 * 1024
const MAX_URL_CHARS = 8 * 1024

/** A signed-in browser: what another site would want to act as. */
let cookie: string
let statuses: number[]

beforeEach(async () => {
  cookie = await signedIn(await createAccount(env.DB))
  statuses = []
})

// Whatever is asked, it is an answer, never a fault.
afterEach(() => {
  expect(statuses.length).toBeGreaterThan(0)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
})

async function status(address: string, init: Ask = {}): Promise<number> {
  const answer = await ask(address, init)
  await answer.body?.cancel()
  statuses.push(answer.status)
  return answer.status
}

const json = { 'content-type': 'application/json' }
const post = (headers: Record<string, string>, body: BodyInit = '{}'): Ask => ({
  method: 'POST',
  headers,
  body,
})

const FOREIGN_ORIGINS: [string, string][] = [
  ['another site', 'https://evil.example'],
  ['the scheme of another site', 'https://localhost:8787'],
  ['another port', 'http://localhost:8788'],
  ['no port', 'http://localhost'],
  ['our name as the beginning of another', 'http://localhost:8787.evil.example'],
  ['our name as the end of another', 'http://evil-localhost:8787'],
  ['a path behind it', `${ORIGIN}/`],
  ['two of them', `${ORIGIN}, https://evil.example`],
  ['null', 'null'],
  ['nothing', ''],
  ['no origin at all', ':::///%%'],
]

describe.each(CHANGING)('%s', (address) => {
  test.each(FOREIGN_ORIGINS)('is refused when Origin is %s', async (_, origin) => {
    expect(await status(address, post({ ...json, cookie, origin }))).toBe(403)
  })

  test.each(['cross-site', 'same-site', 'none', ''])(
    'is refused without Origin when Sec-Fetch-Site is %s',
    async (site) => {
      const headers = { ...json, cookie, 'sec-fetch-site': site }
      expect(await status(address, post(headers))).toBe(403)
    },
  )

  test('is refused without Origin and Sec-Fetch-Site', async () => {
    expect(await status(address, post({ ...json, cookie }))).toBe(403)
  })

  test('is refused from another site though Sec-Fetch-Site claims our own', async () => {
    const headers = { ...json, cookie, origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }
    expect(await status(address, post(headers))).toBe(403)
  })

  test('is refused with a bearer token beside a cookie, or from another site', async () => {
    const authorization = 'Bearer of-something'
    expect(await status(address, post({ ...json, cookie, authorization }))).toBe(403)
    const foreign = { ...json, authorization, origin: 'https://evil.example' }
    expect(await status(address, post(foreign))).toBe(403)
  })

  test.each([
    ['our own', { origin: ORIGIN }],
    ['the other name of this machine', { origin: 'http://127.0.0.1:8787' }],
    ['missing from our own page', { 'sec-fetch-site': 'same-origin' }],
    ['missing beside a bearer token', { authorization: 'Bearer of-something' }],
  ])('is let through when Origin is %s', async (_, headers: Record<string, string>) => {
    const answer = await status(address, post({ ...json, ...headers }))
    expect(answer).not.toBe(403)
    // Nothing is signed in here, and nothing was filled in.
    expect([200, 400, 401]).toContain(answer)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'text/json',
    'application/jsonp',
    'application/json-patch+json',
    '',
  ])('is refused as %s', async (type) => {
    const answer = await ask(address, post({ origin: ORIGIN, cookie, 'content-type': type }))
    statuses.push(answer.status)
    expect(answer.status).toBe(415)
    // Ours, before anything behind it looks at it, and on /trpc in the form of every error there.
    const body = await answer.text()
    if (!address.startsWith('/trpc/')) return expect(body).toBe('Send application/json.')
    expect(JSON.parse(body)).toMatchObject({
      error: {
        message: 'Send application/json.',
        data: { code: 'UNSUPPORTED_MEDIA_TYPE', httpStatus: 415, type: 'VALIDATION' },
      },
    })
  })

  test('is read as JSON whatever the charset', async () => {
    const headers = { origin: ORIGIN, 'content-type': 'Application/JSON; charset=utf-8' }
    expect([200, 400, 401]).toContain(await status(address, post(headers)))
  })

  test('is no answer to GET', async () => {
    expect(await status(`${address}?input=${encodeURIComponent('{}')}`, { headers: { cookie } })).toBe(405)
  })

  test('takes no other method', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const init = { method, headers: { ...json, cookie, origin: ORIGIN }, body: '{}' }
      expect(await status(address, init)).toBe(405)
    }
    expect(await status(address, { method: 'OPTIONS' })).toBe(405)
    expect(await status(address, { method: 'HEAD' })).toBe(405)
  })

  test('is refused beyond the limit of a body, with or without a stated length', async () => {
    const headers = { ...json, origin: ORIGIN, cookie }
    const tooLong = new Uint8Array(MAX_BODY_BYTES + 1).fill(32)
    expect(await status(address, post(headers, tooLong))).toBe(413)
    expect(await status(address, post(headers, streamed(tooLong)))).toBe(413)
    const longest = new Uint8Array(MAX_BODY_BYTES).fill(32)
    expect(await status(address, post({ ...json, origin: ORIGIN }, longest))).not.toBe(413)
    expect(await status(address, post({ ...json, origin: ORIGIN }, streamed(longest)))).not.toBe(413)
  })
})

/** In pieces, as a chunked body arrives: no length is stated. */
function streamed(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream()
}

test('a refused request changes nothing', async ({ account }) => {
  const headers = { cookie: await signedIn(account), origin: 'https://evil.example' }
  const answer = await askProcedure('businesses.create', { name: 'Planted' }, { headers })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({
    error: {
      message: 'This request came from another site.',
      data: { code: 'FORBIDDEN', type: 'AUTHORIZATION', reason: 'foreign_origin' },
    },
  })
  statuses.push(answer.status)
  expect(await env.DB.prepare('SELECT * FROM businesses').all()).toMatchObject({ results: [] })
})

describe.each(PAGES)('%s', (page) => {
  test('answers GET and HEAD only', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const body = new URLSearchParams({ a: 'b' })
      expect(await status(page, { method, body, headers: { origin: ORIGIN, cookie } })).toBe(405)
      expect(await status(page, { method, body, headers: { cookie } })).toBe(403)
    }
    expect(await status(page, { method: 'OPTIONS', headers: { cookie } })).toBe(405)
    expect(await status(page, { method: 'HEAD', headers: { cookie } })).toBeLessThan(405)
  })

  test("refuses Remix's parameters where they do not belong", async () => {
    expect(await status(`${page}?_data=root`, { headers: { cookie } })).toBe(400)
    expect(await status(`${page}?a=b&_data`, { headers: { cookie } })).toBe(400)
    expect(await status(`${page}?_routes=root`, { headers: { cookie } })).toBe(400)
    expect(await status(`${page === '/' ? '/_root' : page}.data?_data=root`, { headers: { cookie } })).toBe(
      400,
    )
  })

  test('refuses an address that is too long, and no shorter one', async () => {
    const start = `${ORIGIN}${page}?q=`
    expect(await status(start + 'a'.repeat(MAX_URL_CHARS - start.length), { headers: { cookie } })).not.toBe(
      414,
    )
    expect(await status(start + 'a'.repeat(MAX_URL_CHARS - start.length + 1), { headers: { cookie } })).toBe(
      414,
    )
  })

  test('is served under our own name only', async () => {
    for (const host of ['evil.example', 'localhost', 'localhost:8788', 'localhost.:8787', '[::1]:8787']) {
      expect(await status(`http://${host}${page}`, { headers: { cookie } })).toBe(421)
    }
    expect(await status(`http://127.0.0.1:8787${page}`, { headers: { cookie } })).not.toBe(421)
  })
})

test('in production, pages move from http to https and data is refused', async () => {
  const moved = await ask('http://reviews.example.com/app/reviews?rating=1', { env: PRODUCTION })
  expect(moved.status).toBe(308)
  expect(moved.headers.get('location')).toBe('https://reviews.example.com/app/reviews?rating=1')
  for (const path of ['/trpc/auth.session', '/api/v1/reviews', '/functions/v1/yelp-scraper', '/healthz']) {
    expect(await status(`http://reviews.example.com${path}`, { env: PRODUCTION })).toBe(403)
  }
  expect(await status('https://localhost:8787/', { env: PRODUCTION })).toBe(421)
})

test('in production, only the configured origin counts', async () => {
  const path = 'https://reviews.example.com/trpc/auth.signOut'
  for (const origin of [
    'http://reviews.example.com',
    'https://example.com',
    'https://x.reviews.example.com',
  ]) {
    expect(await status(path, { ...post({ ...json, origin }), env: PRODUCTION })).toBe(403)
  }
  const own = { ...json, origin: 'https://reviews.example.com' }
  expect(await status(path, { ...post(own), env: PRODUCTION })).toBe(200)
})

const ODD_ADDRESSES = [
  '/trpc',
  '/trpc/',
  '/trpc//',
  '/trpc/__proto__',
  '/trpc/constructor',
  '/trpc/auth',
  '/trpc/auth.nothing',
  '/trpc/%E0%A4%A',
  '/trpc/auth.session?input=%7B',
  '/trpc/auth.session?batch=1&input=%7B',
  '/trpc/auth.session?batch=1&input=%5B%5D',
  '/trpc/businesses.get?input=%22__proto__%22',
  `/trpc/${Array(11).fill('auth.session').join(',')}?batch=1`,
  '/trpc/auth.session?connectionParams=x',
  '/app/businesses/edit',
  '/app/businesses/edit?id=1',
  '/app/reviews?review=x',
  '/app/reviews?cursor=x',
  '/app/reviews?rating=x&from=x&to=x&platform=x&status=x&search=%00',
  '/app?businessId=x',
  '/app/reviews.data?_routes=',
  '/app/reviews.data?_routes=nothing,routes/app',
  '/__manifest',
  '/__manifest?p=%00&version=x',
  '/assets/nothing.js',
  '/app.css',
  '/app;x',
  '/app/reviews.json',
  '/app%2Freviews',
  '//evil.example/app',
  '/healthz/',
]

test.each(ODD_ADDRESSES)('%s is answered with a client error at most', async (address) => {
  for (const headers of [
    {},
    { cookie },
    { cookie: 'session=%ZZ; session=; =x' },
    { authorization: 'Bearer' },
  ]) {
    expect(await status(address, { headers: headers as Record<string, string> })).toBeLessThan(500)
  }
})

test.each([
  '/%E0%A4%A',
  '/app/%ff',
  '/app/%ff.data',
  '/trpc/%E0%A4%A',
  '/auth/%C0%AF',
  '/%',
  '/app%0d%0aset-cookie:a=b',
  '/app/%00',
  '//evil.example/app',
  '//%5C..%2f',
])('%s stands for no text and is refused', async (address) => {
  for (const headers of [{}, { cookie }] as Record<string, string>[]) {
    expect(await status(`${ORIGIN}${address}`, { headers })).toBe(400)
  }
})

test.each([
  [
    'an address that is too long',
    `/trpc/auth.session?q=${'a'.repeat(MAX_URL_CHARS)}`,
    {},
    414,
    'BAD_REQUEST',
  ],
  ['another host', 'http://evil.example/trpc/auth.session', {}, 421, 'BAD_REQUEST'],
  ['a method', '/trpc/auth.session', { method: 'OPTIONS' }, 405, 'METHOD_NOT_SUPPORTED'],
  ['a path', '/trpc/%ff', {}, 400, 'BAD_REQUEST'],
  [
    'a body',
    '/trpc/auth.signOut',
    post({ ...json, origin: ORIGIN }, new Uint8Array(MAX_BODY_BYTES + 1)),
    413,
    'PAYLOAD_TOO_LARGE',
  ],
] as [string, string, Ask, number, string][])(
  '%s that is refused before the procedures is refused in their form',
  async (_, address, init, httpStatus, code) => {
    const answer = await ask(address, init)
    statuses.push(answer.status)
    expect(answer.status).toBe(httpStatus)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.json()).toEqual({
      error: {
        message: expect.any(String),
        code: expect.any(Number),
        data: {
          code,
          httpStatus,
          path: expect.any(String),
          type: 'VALIDATION',
          reason: 'invalid_input',
          advice: expect.any(String),
          fields: {},
          requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
      },
    })
  },
)

test.each(['', '{', '[]', 'null', '1', '"x"', '{"__proto__":{"email":"a@b.test"}}', '\uFEFF{}', '{"0":{}}'])(
  'the body %s is answered with a client error by every mutation that needs an input',
  async (body) => {
    for (const { path } of PROCEDURES.filter(({ isMutation, needsInput }) => isMutation && needsInput)) {
      for (const query of ['', '?batch=1']) {
        const answer = await status(`/trpc/${path}${query}`, post({ ...json, origin: ORIGIN, cookie }, body))
        expect(answer).toBeGreaterThanOrEqual(207)
        expect(answer).toBeLessThan(500)
      }
    }
  },
)

test('more than ten calls in a batch are refused', async () => {
  const batch = (count: number) => `/trpc/${Array(count).fill('auth.session').join(',')}?batch=1`
  expect(await status(batch(10))).toBe(200)
  expect(await status(batch(11))).toBe(400)
})

test('a misused procedure is told so as the mistake it is, not as a fault of ours', async () => {
  const answer = await ask('/trpc/auth.signIn', { headers: { cookie } })
  statuses.push(answer.status)
  expect(answer.status).toBe(405)
  expect(await answer.json()).toMatchObject({
    error: { message: 'Please check your input and try again.', data: { type: 'VALIDATION', fields: {} } },
  })
})
