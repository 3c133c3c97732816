import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { createMeter, metered } from '#tests/edge/support/meter.ts'
import { APP_PAGES, dataAddress, PAGES, PUBLIC_PAGES } from '#tests/edge/support/pages.ts'
import { PROCEDURES } from '#tests/edge/support/procedures.ts'
import { test } from '#tests/edge/support/test.ts'
import { type Ask, ask, askProcedure, ORIGIN, PRODUCTION, signedIn } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'
import { volume } from '#tests/volume.ts'
import { isPublicPath, PUBLIC_PATHS } from '#worker/rules/paths.ts'

const FIXED = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()',
}
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
const PRIVATE = 'private, no-store'
const PUBLIC = 'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400'

/** Pages with a mailed token, or an assistant's request, in their address. */
const WITH_TOKEN = [
  '/verify',
  '/reset-password',
  '/recipients/confirm',
  '/unsubscribe',
  '/unsubscribe/asks',
  '/keep-account',
  '/post-reply',
  '/invitations/:token',
  '/reports/:token',
  '/oauth/authorize',
]

const NONCE = /'nonce-([A-Za-z0-9+/]{22}==)'/

function directives(answer: Response): Map<string, string> {
  const policy = answer.headers.get('content-security-policy') ?? ''
  return new Map(
    policy.split('; ').map((part) => {
      const [name = '', ...values] = part.split(' ')
      return [name, values.join(' ')]
    }),
  )
}

/** Headers that every answer carries. */
function expectSafe(answer: Response, referrer = FIXED['referrer-policy']) {
  expect(Object.fromEntries(answer.headers)).toMatchObject({ ...FIXED, 'referrer-policy': referrer })
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'vary']) {
    expect(answer.headers.get(name)).toBeNull()
  }
  expect(answer.status).toBeLessThan(500)
}

describe.each(PAGES)('%s', (page) => {
  const isPublic = isPublicPath(page)

  test('carries the security headers, signed in or out, as a document and as data', async ({ cookie }) => {
    for (const headers of [{}, { cookie }] as Record<string, string>[]) {
      for (const address of [page, dataAddress(page)]) {
        const answer = await ask(address, { headers })
        const body = await answer.text()
        // A token in the address must not reach other sites.
        expectSafe(answer, WITH_TOKEN.includes(page) ? 'no-referrer' : undefined)
        const isDocument = answer.headers.get('content-type') === 'text/html; charset=utf-8'
        const isRedirect = answer.status === 302
        if (!isDocument) {
          expect(answer.headers.get('content-security-policy')).toBe(DATA_POLICY)
          expect(answer.headers.get('cache-control')).toBe(PRIVATE)
          if (!isRedirect) expect(answer.headers.get('content-type')).toBe('text/x-script')
        }
        expect(isDocument || isRedirect).toBe(address === page)
        if (!isPublic) expect(answer.headers.get('cache-control')).toBe(PRIVATE)
        // Every script needs the nonce, in any kind of document.
        for (const [tag] of body.matchAll(/<script\b[^>]*>/g)) {
          expect(tag).toContain(`nonce="${NONCE.exec(directives(answer).get('script-src') ?? '')?.[1]}"`)
        }
        expect(body).not.toMatch(/\son[a-z]+=["']|<style\b|<iframe|<object|<embed|<base\b/i)
      }
    }
  })

  test('has a content security policy with the expected directives only', async () => {
    const answer = await ask(page, { headers: { cookie: await signedIn(await createAccount(env.DB)) } })
    await answer.body?.cancel()
    if (answer.status === 302) {
      expect(answer.headers.get('content-security-policy')).toBe(DATA_POLICY)
      return
    }
    const policy = directives(answer)
    const nonce = NONCE.exec(policy.get('script-src') ?? '')?.[0]
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': "'none'",
      'script-src': isPublic ? "'none'" : `${nonce} 'strict-dynamic'`,
      'style-src': isPublic ? "'self'" : `'self' ${nonce}`,
      'style-src-attr': "'unsafe-inline'",
      'img-src': isPublic ? "'self' data:" : `'self' data: https: ${env.UPSTREAM_ORIGIN}`,
      'font-src': "'self'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      ...(!isPublic && { 'worker-src': "'self'" }),
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'object-src': "'none'",
      'report-uri': '/api/csp-report',
    })
  })
})

test('every answer has its own nonce', async ({ cookie }) => {
  const nonces = await Promise.all(
    [...APP_PAGES, ...APP_PAGES].map(async (page) => {
      const answer = await ask(page, { headers: { cookie } })
      const html = await answer.text()
      const nonce = NONCE.exec(answer.headers.get('content-security-policy') ?? '')?.[1] ?? ''
      // Inline data, inline module and scroll restoration all carry it.
      const scripts = [...html.matchAll(/<script\b/g)].length
      if (answer.status === 200) expect(scripts).toBeGreaterThan(3)
      expect([...html.matchAll(/<script nonce="([^"]*)"/g)].map(([, own]) => own)).toEqual(
        Array(scripts).fill(nonce),
      )
      return nonce
    }),
  )
  expect(new Set(nonces).size).toBe(2 * APP_PAGES.length)
  expect(nonces.every((nonce) => atob(nonce).length === 16)).toBe(true)
})

test('the pages without scripts are exactly the publicly cacheable ones', () => {
  expect([...PUBLIC_PAGES].sort()).toEqual([...PUBLIC_PATHS].sort())
})

describe.each(PUBLIC_PAGES)('the public page %s', (page) => {
  test('is publicly cacheable, has no scripts and sets no cookie', async () => {
    const answer = await ask(page)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe(PUBLIC)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(directives(answer).get('script-src')).toBe("'none'")
    expect(html).not.toMatch(/<script|modulepreload|nonce|javascript:/)
  })

  test('is the same for everyone and asks the database nothing', async () => {
    const account = await createAccount(env.DB, { fullName: 'Nobody Sees This' })
    const meter = createMeter()
    const bindings = { ...env, DB: metered(env.DB, meter) }
    const plain = await (await ask(page, { env: bindings })).text()
    const headers = {
      cookie: `${await signedIn(account)}; theme=dark; tz=Asia/Tokyo; sidebar=collapsed`,
      'accept-language': 'de-AT',
      'user-agent': 'other',
      authorization: 'Bearer of-something',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    }
    const answer = await ask(page, { headers, env: bindings })
    expect(await answer.text()).toBe(plain)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(meter).toEqual(createMeter())
  })

  test('is not cacheable with a cookie, a token, a query string or HEAD', async () => {
    const init: Ask[] = [
      { headers: { cookie: 'theme=dark' } },
      { headers: { authorization: 'Bearer of-something' } },
      { method: 'HEAD' },
    ]
    for (const one of init) {
      const answer = await ask(page, one)
      await answer.body?.cancel()
      expect(answer.headers.get('cache-control')).toBe(PRIVATE)
    }
    const withQuery = await ask(`${page}?upgrade=success`)
    await withQuery.body?.cancel()
    expect(withQuery.headers.get('cache-control')).toBe(PRIVATE)
  })
})

// The first ones stand for all, which pass the same handlers (chain.test.ts).
describe.each(PROCEDURES.slice(0, volume(6, PROCEDURES.length)))('$path', ({ path, isMutation }) => {
  test('carries the security headers signed in, signed out and with a token', async ({ cookie }) => {
    for (const own of [{}, { cookie }, { authorization: 'Bearer x' }] as Record<string, string>[]) {
      const answer = isMutation
        ? await askProcedure(path, {}, { headers: own })
        : await ask(`/trpc/${path}`, { headers: own })
      await answer.body?.cancel()
      expect(answer.status).toBeLessThan(500)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        ...FIXED,
        'content-type': 'application/json',
        'content-security-policy': DATA_POLICY,
        'cache-control': PRIVATE,
      })
    }
  })
})

const JSON_BODY = { 'content-type': 'application/json' }
const OTHERS: [string, string, Ask][] = [
  ['a health check', '/healthz', {}],
  ['a query', '/trpc/auth.session', {}],
  ['a refused query', '/trpc/reviews.list', {}],
  ['an unknown procedure', '/trpc/nothing', {}],
  ['a stream of a batch', '/trpc/auth.session?batch=1', { headers: { 'trpc-accept': 'application/jsonl' } }],
  [
    'a mutation',
    '/trpc/auth.signOut',
    { method: 'POST', body: '{}', headers: { ...JSON_BODY, origin: ORIGIN } },
  ],
  [
    'a refused scrape',
    '/functions/v1/yelp-scraper',
    { method: 'POST', body: '{}', headers: { ...JSON_BODY, origin: ORIGIN } },
  ],
  ['a scrape by GET', '/functions/v1/google-business-scraper', {}],
  ['a foreign origin', '/trpc/auth.signOut', { method: 'POST', body: '{}', headers: JSON_BODY }],
  ['a wrong type', '/trpc/auth.signOut', { method: 'POST', body: '{}', headers: { origin: ORIGIN } }],
  ['a wrong method', '/trpc/auth.session', { method: 'OPTIONS' }],
  ['a wrong host', 'http://evil.example/', {}],
  ['a forbidden parameter', '/?_data=root', {}],
  ['a long address', `/?q=${'a'.repeat(9_000)}`, {}],
  ['the route manifest', '/__manifest?p=%2Fapp&version=other', {}],
  ['a page that is not there', '/nothing/at/all', {}],
  ['a stylesheet that is not there', '/assets/nothing.css', {}],
]

test.each(OTHERS)('%s is private and carries the security headers', async (_, address, init) => {
  const answer = await ask(address, init)
  await answer.body?.cancel()
  expect(Object.fromEntries(answer.headers)).toMatchObject({ ...FIXED, 'cache-control': PRIVATE })
  const isPage = answer.headers.get('content-type')?.startsWith('text/html')
  if (!isPage) expect(answer.headers.get('content-security-policy')).toBe(DATA_POLICY)
  if (answer.status !== 204) expect(answer.headers.get('content-type')).not.toBeNull()
})

test('a server fault is one neutral sentence with its id, and carries the security headers', {
  meta: { expectsFaults: true },
}, async () => {
  const broken = {
    ...env,
    DB: {
      prepare: () => {
        throw new Error('no such table: words_of_the_store')
      },
    } as unknown as typeof env.DB,
  }
  const cookie = 'session=anything'
  const answers: Record<string, string> = {}
  for (const address of ['/healthz', '/app', '/app.data', '/trpc/auth.session']) {
    const answer = await ask(address, { env: broken, headers: { cookie } })
    expect(answer.status).toBe(address === '/healthz' ? 500 : 503)
    expect(Object.fromEntries(answer.headers)).toMatchObject({ ...FIXED, 'cache-control': PRIVATE })
    answers[address] = await answer.text()
    expect(answers[address]).not.toContain('words_of_the_store')
  }
  expect(answers['/healthz']).toMatch(
    /^Something went wrong on our end\. Please try again later\. \([0-9a-f-]{36}\)$/,
  )
  // People get a page with a way to try again, programs an error they can parse.
  expect(answers['/app']).toMatch(
    /<h1[^>]*>Server Error<\/h1>.*Something went wrong on our end\..*<a href="\/app"[^>]*>Try Again<.*[0-9a-f-]{36}/s,
  )
  expect(answers['/app']).not.toContain('<script')
  expect(answers['/app.data']).toBe('Failed to check user session')
  expect(JSON.parse(answers['/trpc/auth.session'] ?? '')).toMatchObject({
    error: {
      message: 'Failed to check user session',
      data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, type: 'SERVER', requestId: expect.any(String) },
    },
  })
})

test('a Worker with invalid settings does not reveal them in its answers', {
  meta: { expectsFaults: true },
}, async () => {
  for (const address of ['/', '/trpc/auth.session', '/healthz']) {
    const answer = await ask(address, { env: { ...env, SESSION_SECRET: 'short-canary' } })
    expect(answer.status).toBe(500)
    expect(Object.fromEntries(answer.headers)).toMatchObject({ ...FIXED, 'cache-control': PRIVATE })
    const body = await answer.text()
    expect(body).toContain('Something went wrong on our end. Please try again later.')
    expect(body).not.toMatch(/SESSION_SECRET|canary/)
  }
})

test('in production, pages upgrade insecure requests', async () => {
  const answer = await ask('https://reviews.example.com/login', { env: PRODUCTION })
  await answer.body?.cancel()
  expectSafe(answer)
  expect(directives(answer).get('upgrade-insecure-requests')).toBe('')
})

test('without a simulator, images are allowed over https only', async ({ cookie }) => {
  const answer = await ask('/app', { env: { ...env, UPSTREAM_ORIGIN: undefined }, headers: { cookie } })
  await answer.body?.cancel()
  expect(directives(answer).get('img-src')).toBe("'self' data: https:")
})

test('a procedure called in a batch sets its cookie', async () => {
  const answer = await askProcedure('auth.signOut?batch=1', { 0: {} })
  await answer.body?.cancel()
  expect(answer.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0;/)
})
