import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { type Ask, ask, askProcedure, ORIGIN, PRODUCTION } from '#tests/edge/support/web.ts'
import {
  json,
  MAX_BODY_BYTES,
  MAX_URL_CHARS,
  post,
  status,
  test,
  testBodies,
  testChanging,
  testPages,
} from './support/envelope.ts'

// chain.test.ts proves that all others pass the same handlers; envelope.volume.test.ts tests each of them.
testChanging([
  '/trpc/auth.signIn',
  '/trpc/businesses.create',
  '/trpc/notifications.markAllRead',
  '/functions/v1/google-business-scraper',
  '/functions/v1/yelp-scraper',
])
testPages(['/', '/login', '/app/reviews'])
testBodies(['auth.signIn', 'businesses.create', 'reviews.assign'])

test('a refused request changes nothing', async ({ cookie }) => {
  const headers = { cookie, origin: 'https://evil.example' }
  const answer = await askProcedure('businesses.create', { name: 'Planted' }, { headers })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({
    error: {
      message: 'This request came from another site.',
      data: { code: 'FORBIDDEN', type: 'AUTHORIZATION', reason: 'foreign_origin' },
    },
  })
  expect(await env.DB.prepare('SELECT * FROM businesses').all()).toMatchObject({ results: [] })
})

test('in production, pages redirect from http to https and data requests are refused', async () => {
  const moved = await ask('http://reviews.example.com/app/reviews?rating=1', { env: PRODUCTION })
  expect(moved.status).toBe(308)
  expect(moved.headers.get('location')).toBe('https://reviews.example.com/app/reviews?rating=1')
  for (const path of ['/trpc/auth.session', '/api/v1/reviews', '/functions/v1/yelp-scraper', '/healthz']) {
    expect(await status(`http://reviews.example.com${path}`, { env: PRODUCTION })).toBe(403)
  }
  expect(await status('https://localhost:8787/', { env: PRODUCTION })).toBe(421)
})

test('in production, only the configured origin is accepted', async () => {
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

test.for(ODD_ADDRESSES)('%s causes no server error', async (address, { cookie }) => {
  for (const headers of [
    {},
    { cookie },
    { cookie: 'session=%ZZ; session=; =x' },
    { authorization: 'Bearer' },
  ]) {
    expect(await status(address, { headers: headers as Record<string, string> })).toBeLessThan(500)
  }
})

test.for([
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
])('the unreadable path %s is refused', async (address, { cookie }) => {
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
  '%s refused before the procedures gets an error in their format',
  async (_, address, init, httpStatus, code) => {
    const answer = await ask(address, init)
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

test('a batch of more than ten calls is refused', async () => {
  const batch = (count: number) => `/trpc/${Array(count).fill('auth.session').join(',')}?batch=1`
  expect(await status(batch(10))).toBe(200)
  expect(await status(batch(11))).toBe(400)
})

test('calling a mutation with GET is a client error, not a server fault', async ({ cookie }) => {
  const answer = await ask('/trpc/auth.signIn', { headers: { cookie } })
  expect(answer.status).toBe(405)
  expect(await answer.json()).toMatchObject({
    error: { message: 'Please check your input and try again.', data: { type: 'VALIDATION', fields: {} } },
  })
})
