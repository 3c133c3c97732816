import { env } from 'cloudflare:test'
import { v7 as createId } from 'uuid'
import { expect } from 'vitest'
import { contextFor } from '#tests/edge/support/caller.ts'
import { AT_ONCE, barrier } from '#tests/edge/support/faults.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { type Ask, ask, signedIn } from '#tests/edge/support/web.ts'
import { storeUsage } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { cleanUpImports } from '#worker/imports/clean-up.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { createShop, importedOf, row, type Shop, storedOf, usageOf } from './support.ts'

const ADDRESS = '/api/v1/reviews'

// Access tokens use the real time.
const test = base.extend('shop', () => createShop('ai_insights', Date.now()))

/** Access token of the shop's owner. */
async function tokenOf({ account }: Shop, scopes?: string[]): Promise<string> {
  const cookie = await signedIn(account)
  const answer = await ask('/trpc/auth.token', {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(scopes ? { scopes } : {}),
  })
  const { result } = (await answer.json()) as { result: { data: { accessToken: string } } }
  return result.data.accessToken
}

interface Push {
  token?: string | null
  key?: string | null
  body?: unknown
  headers?: Record<string, string>
  init?: Ask
}

async function push({ token, key = createId(), body, headers, init }: Push) {
  const answer = await ask(ADDRESS, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key !== null && { 'idempotency-key': key }),
      ...headers,
    },
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, json: text === '' ? null : JSON.parse(text) }
}

function bodyOf({ business }: Shop, reviews: unknown[]) {
  return { businessId: business.id, reviews }
}

const google = (number: number, fields = {}) => ({ platform: 'google', ...row(number), ...fields })
const today = (number: number) => google(number, { reviewDate: new Date().toISOString() })

test("a review without author and text is stored with the platform's default name", async ({ shop }) => {
  const nameless = { platform: 'yelp', rating: 4, authorName: null, reviewText: null }
  const { status } = await push({
    token: await tokenOf(shop),
    body: bodyOf(shop, [nameless, { platform: 'google', rating: 2 }]),
  })
  expect(status).toBe(201)
  const stored = await storedOf(shop.business)
  expect(stored.map(({ author_name, review_text }) => [author_name, review_text]).sort()).toEqual([
    ['A Google user', ''],
    ['A Yelp user', ''],
  ])
})

test('pushed reviews of several platforms are stored together and answered with counts', async ({ shop }) => {
  const token = await tokenOf(shop)
  const answer = await push({
    token,
    body: bodyOf(shop, [
      google(1, { reviewId: 'g1', url: 'https://example.test/g1', language: 'en' }),
      google(2, { reviewId: 'g2', ownerResponse: { text: 'Thanks!', date: '2026-05-03' } }),
      { ...google(3), platform: 'tripadvisor' },
    ]),
  })
  expect(answer.status).toBe(201)
  expect(answer.json).toEqual({ stored: 3, updated: 0, unchanged: 0, overQuota: 0 })
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  const stored = await storedOf(shop.business)
  expect(stored.map(({ platform, source }) => [platform, source]).sort()).toEqual([
    ['google', 'push'],
    ['google', 'push'],
    ['tripadvisor', 'push'],
  ])
  const again = await push({
    token,
    body: bodyOf(shop, [google(1, { reviewId: 'g1', rating: 1 }), google(4)]),
  })
  expect(again.json).toEqual({ stored: 1, updated: 1, unchanged: 0, overQuota: 0 })
  const { items } = await shop.api.collection.runs({ businessId: shop.business.id })
  expect(items.map(({ source, status, platform }) => [source, status, platform]).sort()).toEqual([
    ['push', 'succeeded', 'google'],
    ['push', 'succeeded', 'google'],
    ['push', 'succeeded', 'tripadvisor'],
  ])
})

test('two reviews with one id in a request are refused, and none is stored', async ({ shop }) => {
  const token = await tokenOf(shop)
  const twice = [google(1, { reviewId: 'g1' }), google(2), google(3, { reviewId: 'g1' })]
  const answer = await push({ token, body: bodyOf(shop, twice) })
  expect(answer.status).toBe(422)
  expect(answer.json).toMatchObject({ errors: [{ index: 2, field: 'reviewId' }] })
  expect(await storedOf(shop.business)).toEqual([])
  const other = [google(1, { reviewId: 'g1' }), { ...google(3, { reviewId: 'g1' }), platform: 'yelp' }]
  expect((await push({ token, body: bodyOf(shop, other) })).json).toMatchObject({ stored: 2 })
})

test('a repeated request with the same key gets the same response and stores nothing', async ({ shop }) => {
  const token = await tokenOf(shop)
  const request = { token, key: 'order-4711', body: bodyOf(shop, [google(1), google(2)]) }
  const first = await push(request)
  await env.DB.prepare('DELETE FROM reviews WHERE business_id = ? AND author_name = ?')
    .bind(shop.business.id, 'Author 2')
    .run()
  const second = await push(request)
  expect([second.status, second.json]).toEqual([first.status, first.json])
  expect(await storedOf(shop.business)).toHaveLength(1)
  expect((await shop.api.collection.runs({})).items).toHaveLength(1)
})

test('a key reused with another body is refused', async ({ shop }) => {
  const token = await tokenOf(shop)
  await push({ token, key: 'order-4711', body: bodyOf(shop, [google(1)]) })
  const answer = await push({ token, key: 'order-4711', body: bodyOf(shop, [google(2)]) })
  expect(answer.status).toBe(422)
  expect(answer.json).toMatchObject({
    type: 'VALIDATION',
    errors: [{ index: null, field: 'idempotencyKey', message: expect.stringContaining('another request') }],
  })
  expect(await storedOf(shop.business)).toHaveLength(1)
})

test('concurrent requests with one key store once and get the same response', async () => {
  const shop = await createShop()
  const input = {
    businessId: shop.business.id,
    idempotencyKey: 'order-4711',
    reviews: [google(1), { ...google(2), platform: 'yelp' }] as never,
  }
  const DB = barrier(env.DB, /INSERT INTO idempotency_keys/, AT_ONCE)
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      createApi(contextFor(shop.account, { env: { ...env, DB } })).imports.push(input),
    ),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ stored: 2, updated: 0, unchanged: 0, overQuota: 0 })]),
  )
  expect(await storedOf(shop.business)).toHaveLength(2)
  // Both were posted before this month.
  expect([await importedOf(shop), await usageOf(shop)]).toEqual([2, 0])
  expect((await shop.api.collection.runs({})).items).toHaveLength(2)
})

test('a key belongs to its organization and is forgotten after a day', async () => {
  const [shop, other] = [await createShop(), await createShop()]
  const input = (of: Shop, number: number) => ({
    businessId: of.business.id,
    idempotencyKey: 'order-4711',
    reviews: [google(number)] as never,
  })
  await shop.api.imports.push(input(shop, 1))
  expect(await other.api.imports.push(input(other, 2))).toMatchObject({ stored: 1 })
  const tomorrow = { ...contextFor(shop.account), now: () => contextNow + DAY_MS }
  const contextNow = Date.UTC(2026, 5, 15, 12)
  expect(await createApi(tomorrow).imports.push(input(shop, 3))).toMatchObject({ stored: 1 })
  await cleanUpImports(tomorrow)
  const { results } = await env.DB.prepare('SELECT organization_id FROM idempotency_keys').all()
  expect(results).toContainEqual({ organization_id: shop.account.organizationId })
  expect(results).not.toContainEqual({ organization_id: other.account.organizationId })
})

test('an unreadable review refuses the whole request, with every fault named', async ({ shop }) => {
  const answer = await push({
    token: await tokenOf(shop),
    body: bodyOf(shop, [
      google(1),
      google(2, { rating: 7 }),
      google(3, { reviewDate: 'yesterday', ownerResponse: { text: 5 } }),
      'nothing',
      { ...google(4), platform: 'myspace' },
    ]),
  })
  expect(answer.status).toBe(422)
  expect(answer.json).toEqual({
    type: 'VALIDATION',
    title: 'Invalid Input',
    status: 422,
    detail: answer.json.message,
    message: expect.any(String),
    requestId: expect.any(String),
    errors: [
      { index: 1, field: 'rating', message: 'A rating is a number from 1 to 5.' },
      { index: 2, field: 'reviewDate', message: 'Enter a date as YYYY-MM-DD.' },
      { index: 2, field: 'ownerResponse.text', message: 'The answer must be text.' },
      { index: 3, field: '', message: 'A review is an object of fields.' },
      { index: 4, field: 'platform', message: 'Choose one of the platforms listed, or other.' },
    ],
  })
  expect(await storedOf(shop.business)).toEqual([])
  expect((await shop.api.collection.runs({})).items).toEqual([])
})

test('a future date is refused like any other fault', async ({ shop }) => {
  const ahead = new Date(Date.now() + 3 * DAY_MS).toISOString()
  const answer = await push({
    token: await tokenOf(shop),
    body: bodyOf(shop, [google(1, { reviewDate: ahead })]),
  })
  expect([answer.status, answer.json.errors]).toEqual([
    422,
    [{ index: 0, field: 'reviewDate', message: 'This date is in the future.' }],
  ])
})

test('reviews beyond the monthly quota are counted, and the others stored', async ({ shop }) => {
  await storeUsage(env.DB, shop.account, 1998)
  const answer = await push({
    token: await tokenOf(shop),
    body: bodyOf(shop, [today(1), today(2), today(3), { ...today(4), platform: 'yelp' }, google(5)]),
  })
  // The fifth was posted long before.
  expect([answer.status, answer.json]).toEqual([201, { stored: 3, updated: 0, unchanged: 0, overQuota: 2 }])
})

const ERRORS: [string, number, (shop: Shop) => Promise<Push>][] = [
  ['no token', 401, async (shop) => ({ body: bodyOf(shop, [google(1)]) })],
  ['a token that is none', 401, async (shop) => ({ token: 'a.b.c', body: bodyOf(shop, [google(1)]) })],
  [
    'a cookie in place of a token',
    401,
    async (shop) => ({
      headers: { cookie: await signedIn(shop.account), origin: 'http://localhost:8787' },
      body: bodyOf(shop, [google(1)]),
    }),
  ],
  [
    'a cookie beside a token',
    401,
    async (shop) => ({
      token: await tokenOf(shop),
      headers: { cookie: await signedIn(shop.account) },
      body: bodyOf(shop, [google(1)]),
    }),
  ],
  [
    'a token that may only read',
    403,
    async (shop) => ({ token: await tokenOf(shop, ['read']), body: bodyOf(shop, [google(1)]) }),
  ],
  [
    "another organization's business",
    404,
    async (shop) => ({ token: await tokenOf(shop), body: bodyOf(await createShop(), [google(1)]) }),
  ],
  [
    'a business that nobody has',
    404,
    async (shop) => ({
      token: await tokenOf(shop),
      body: { businessId: createId(), reviews: [google(1)] },
    }),
  ],
  [
    'no key',
    400,
    async (shop) => ({ token: await tokenOf(shop), key: null, body: bodyOf(shop, [google(1)]) }),
  ],
  [
    'a short key',
    400,
    async (shop) => ({ token: await tokenOf(shop), key: '1234567', body: bodyOf(shop, [google(1)]) }),
  ],
  [
    'a key with a space in it',
    400,
    async (shop) => ({ token: await tokenOf(shop), key: 'order 4711', body: bodyOf(shop, [google(1)]) }),
  ],
  ['no JSON', 400, async (shop) => ({ token: await tokenOf(shop), body: '{' })],
  [
    'another type',
    415,
    async (shop) => ({ token: await tokenOf(shop), headers: { 'content-type': 'text/csv' } }),
  ],
  ['no reviews', 422, async (shop) => ({ token: await tokenOf(shop), body: bodyOf(shop, []) })],
  ['a list', 422, async (shop) => ({ token: await tokenOf(shop), body: [] })],
  ['nothing', 422, async (shop) => ({ token: await tokenOf(shop), body: 'null' })],
  [
    'too many reviews',
    422,
    async (shop) => ({
      token: await tokenOf(shop),
      body: bodyOf(
        shop,
        Array.from({ length: 101 }, (_, index) => google(index)),
      ),
    }),
  ],
  [
    'too much of it',
    413,
    async (shop) => ({
      token: await tokenOf(shop),
      body: bodyOf(shop, [google(1)]),
      init: { body: ' '.repeat(70_000) },
    }),
  ],
]

test.for(ERRORS)('%s is answered with %i in the common error format', async ([_, status, make], { shop }) => {
  const answer = await push(await make(shop))
  expect(answer.status).toBe(status)
  expect(answer.json).toMatchObject({
    type: expect.any(String),
    title: expect.any(String),
    status,
    detail: answer.json.message,
    message: expect.stringMatching(/./),
    requestId: expect.any(String),
    errors: expect.any(Array),
  })
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(await storedOf(shop.business)).toEqual([])
})

test('pushing is part of the AI Insights plan', async () => {
  const shop = await createShop('pro', Date.now())
  const answer = await push({ token: await tokenOf(shop), body: bodyOf(shop, [google(1)]) })
  expect([answer.status, answer.json.message]).toEqual([
    403,
    'The API is part of the AI Insights plan. Upgrade to use it.',
  ])
})

test('more than a hundred calls a minute are refused with Retry-After', async ({ shop }) => {
  const token = await tokenOf(shop)
  const answers = await Promise.all(
    Array.from({ length: 101 }, () => push({ token, key: 'order-4711', body: bodyOf(shop, [google(1)]) })),
  )
  // Requesting the token was a call of the same session.
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(99).fill(201), 429, 429])
  const [refused] = answers.filter(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused?.json).toMatchObject({ type: 'RATE_LIMIT', errors: [] })
  expect(await storedOf(shop.business)).toHaveLength(1)
})

test('other methods and paths are answered as JSON, too', async () => {
  for (const [address, method, status] of [
    [ADDRESS, 'GET', 401],
    [ADDRESS, 'DELETE', 405],
    ['/api/v1/nothing', 'GET', 404],
    ['/api/v1/', 'POST', 404],
  ] as const) {
    const answer = await ask(address, {
      method,
      ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
    })
    expect([address, method, answer.status]).toEqual([address, method, status])
    expect(await answer.json()).toMatchObject({ message: expect.any(String), errors: [] })
  }
})

test('pages of other sites may call the API only if the settings name them', async () => {
  const preflight = (origin: string, bindings = env) =>
    ask(ADDRESS, {
      method: 'OPTIONS',
      env: bindings,
      headers: {
        host: 'localhost:8787',
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    })
  const named = { ...env, API_ORIGINS: 'https://shop.example, https://till.example' }
  const allowed = await preflight('https://till.example', named)
  expect(allowed.status).toBe(204)
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://till.example')
  expect(allowed.headers.get('access-control-allow-methods')).toBe('GET,POST,PUT,DELETE,OPTIONS')
  expect(allowed.headers.get('access-control-max-age')).toBe('86400')
  expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
  expect(allowed.headers.get('vary')).toContain('Origin')
  for (const [origin, bindings] of [
    ['https://evil.example', named],
    ['https://till.example.evil.example', named],
    ['null', named],
    ['https://till.example', env],
  ] as const) {
    expect((await preflight(origin, bindings)).headers.get('access-control-allow-origin')).toBeNull()
  }
})

test('a page named in the settings can read responses and errors', async ({ shop }) => {
  const bindings = { ...env, API_ORIGINS: 'https://till.example' }
  const request = { init: { env: bindings }, headers: { origin: 'https://till.example' } }
  const stored = await push({ ...request, token: await tokenOf(shop), body: bodyOf(shop, [google(1)]) })
  const refused = await push({ ...request, body: bodyOf(shop, [google(2)]) })
  expect([stored.status, refused.status]).toEqual([201, 401])
  for (const { headers } of [stored, refused]) {
    expect(headers.get('access-control-allow-origin')).toBe('https://till.example')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  }
})
