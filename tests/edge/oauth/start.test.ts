import { env } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { ask, ORIGIN, PRODUCTION } from '#tests/edge/support/web.ts'
import { sha256Hex } from '#worker/platform/ids.ts'
import { OAUTH_PROVIDERS } from '#worker/rules/oauth.ts'
import { cookiesOf, ownNetwork, visit } from './flow.ts'

const KEYS = {
  GOOGLE_CLIENT_ID: 'google-client',
  GOOGLE_CLIENT_SECRET: 'google-secret-canary',
  GITHUB_CLIENT_ID: 'github-client',
  GITHUB_CLIENT_SECRET: 'github-secret-canary',
  APPLE_CLIENT_ID: 'apple-client',
  APPLE_TEAM_ID: 'TEAM',
  APPLE_KEY_ID: 'KEY',
  APPLE_PRIVATE_KEY: 'apple-secret-canary',
}
const NO_KEYS = Object.fromEntries(Object.keys(KEYS).map((name) => [name, undefined]))
const WITH_KEYS = { ...PRODUCTION, ...KEYS }
const WITHOUT_KEYS = { ...PRODUCTION, ...NO_KEYS }

function attemptOf(state: string | null) {
  return sha256Hex(state ?? '').then((hash) =>
    env.DB.prepare('SELECT * FROM oauth_attempts WHERE state_hash = ?')
      .bind(hash)
      .first<Record<string, string | number | null>>(),
  )
}

async function countAttempts(): Promise<number> {
  const row = await env.DB.prepare('SELECT count(*) AS count FROM oauth_attempts').first<{ count: number }>()
  return row?.count ?? 0
}

describe.each([
  [
    'google',
    'https://accounts.google.com/o/oauth2/v2/auth',
    { scope: 'openid email profile', access_type: 'offline', prompt: 'consent' },
  ],
  ['github', 'https://github.com/login/oauth/authorize', { scope: 'user:email' }],
  ['apple', 'https://appleid.apple.com/auth/authorize', { scope: 'name email', response_mode: 'form_post' }],
] as const)('%s', (provider, endpoint, parameters) => {
  test('is asked for a code at its real address, with a state, and with S256 for PKCE', async () => {
    const answer = await ask(`https://reviews.example.com/auth/${provider}`, { env: WITH_KEYS })
    await answer.body?.cancel()
    expect(answer.status).toBe(302)
    const url = new URL(answer.headers.get('location') ?? '')
    expect(url.origin + url.pathname).toBe(endpoint)
    expect(url.href).not.toContain('canary')
    const sent = Object.fromEntries(url.searchParams)
    expect(sent).toMatchObject({
      ...parameters,
      response_type: 'code',
      client_id: `${provider}-client`,
      redirect_uri: `https://reviews.example.com/auth/${provider}/callback`,
      state: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    })
    const challenge = { code_challenge_method: 'S256', code_challenge: expect.stringMatching(/^[\w-]{43}$/) }
    if (provider === 'apple') expect(sent).not.toHaveProperty('code_challenge')
    else expect(sent).toMatchObject(challenge)
    if (provider === 'github') expect(sent).not.toHaveProperty('nonce')
    else expect(sent.nonce).toMatch(/^[\w-]{43}$/)
    expect(sent.nonce).not.toBe(sent.state)
  })

  test('ties the attempt to the browser by a host-only cookie for ten minutes', async () => {
    const answer = await ask(`https://reviews.example.com/auth/${provider}`, { env: WITH_KEYS })
    await answer.body?.cancel()
    const sameSite = provider === 'apple' ? 'None' : 'Lax'
    expect(cookiesOf(answer)).toEqual([
      expect.stringMatching(
        new RegExp(`^__Host-oauth=[\\w-]{43}; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=${sameSite}$`),
      ),
    ])
    const { cookie, address } = await visit(provider)
    const attempt = await attemptOf(address.searchParams.get('state'))
    expect(attempt?.browser_hash).toBe(await sha256Hex(cookie.slice('oauth='.length)))
  })

  test('stores an attempt with neither the state nor the cookie', async () => {
    const { address, cookie } = await visit(provider, { redirectTo: '/app/reviews' })
    const state = address.searchParams.get('state') ?? ''
    const attempt = await attemptOf(state)
    expect(attempt).toMatchObject({
      provider,
      purpose: 'sign_in',
      target: '/app/reviews',
      used_at: null,
      link_session_id: null,
    })
    const left = Number(attempt?.expires_at) - Date.now()
    expect(left).toBeLessThanOrEqual(10 * 60_000)
    expect(left).toBeGreaterThan(9 * 60_000)
    expect(JSON.stringify(attempt)).not.toContain(state)
    expect(JSON.stringify(attempt)).not.toContain(cookie.slice('oauth='.length))
    if (provider === 'apple') expect(attempt?.code_verifier).toBeNull()
    else expect(attempt?.code_verifier).toMatch(/^[\w-]{43}$/)
  })

  test('is off without keys: the login says so and does not offer it', async () => {
    const origin = 'https://reviews.example.com'
    const answer = await ask(`${origin}/auth/${provider}?redirectTo=/app/reviews`, { env: WITHOUT_KEYS })
    await answer.body?.cancel()
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(
      `/login?provider=${provider}&problem=off&redirectTo=%2Fapp%2Freviews`,
    )
    expect(cookiesOf(answer)).toEqual([])
    const offered = await ask(`${origin}/trpc/auth.identities.offered`, { env: WITHOUT_KEYS })
    expect(await offered.json()).toEqual({ result: { data: [] } })
  })

  test('is off if any of its keys is missing', async () => {
    const names = Object.keys(KEYS).filter((name) => name.startsWith(provider.toUpperCase()))
    for (const name of names) {
      const answer = await ask('https://reviews.example.com/trpc/auth.identities.offered', {
        env: { ...WITH_KEYS, [name]: '' },
      })
      expect(await answer.json()).toEqual({
        result: { data: OAUTH_PROVIDERS.filter((known) => known !== provider) },
      })
    }
  })

  test('starts no attempt with HEAD or any method other than GET', async () => {
    const before = await countAttempts()
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await ask(`/auth/${provider}`, { method, headers: { origin: ORIGIN } })
      await answer.body?.cancel()
      expect(answer.status).toBe(405)
      expect(cookiesOf(answer)).toEqual([])
    }
    expect(await countAttempts()).toBe(before)
  })

  test.each([
    'https://evil.example/',
    '//evil.example/app',
    '/\\evil.example',
    '/app/..//evil.example',
    'javascript:alert(1)',
    '/%09/evil.example',
    '/app\r\nset-cookie: a=b',
    '/login',
    `/app/${'a'.repeat(3_000)}`,
    '',
  ])('leads to the dashboard instead of the target %j', async (redirectTo) => {
    const { address } = await visit(provider, { redirectTo })
    expect((await attemptOf(address.searchParams.get('state')))?.target).toBe('/app')
  })
})

test('an attempt on 127.0.0.1 moves to the host that its callback uses', async () => {
  const answer = await ask('http://127.0.0.1:8787/auth/google?redirectTo=/app/reviews')
  await answer.body?.cancel()
  expect(answer.headers.get('location')).toBe(`${ORIGIN}/auth/google?redirectTo=/app/reviews`)
  expect(cookiesOf(answer)).toEqual([])
})

const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

describe.each(['/auth/google', '/connections/google?business=0197f0a0-0000-7000-8000-000000000000'])(
  '%s',
  (address) => {
    test.each([
      [
        'an image',
        { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' },
      ],
      [
        'an image of our own',
        { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image', 'sec-fetch-site': 'same-origin' },
      ],
      ['a frame', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe', 'sec-fetch-user': '?1' }],
      [
        'a request of a script',
        { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' },
      ],
      [
        'a browser that fetches ahead',
        { ...NAVIGATION, 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch;prerender' },
      ],
      ['an older one that does', { purpose: 'prefetch' }],
    ])('is not started by %s', async (_, headers) => {
      const before = await countAttempts()
      const answer = await ask(address, { headers })
      await answer.body?.cancel()
      expect([answer.status, cookiesOf(answer), answer.headers.get('location')]).toEqual([403, [], null])
      expect(await countAttempts()).toBe(before)
    })
  },
)

test('a cross-site navigation without a click leads to the login and starts nothing', async () => {
  const before = await countAttempts()
  const headers = { ...NAVIGATION, 'sec-fetch-site': 'cross-site' }
  const answer = await ask('/auth/google?redirectTo=/app/reviews', { headers })
  await answer.body?.cancel()
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login?redirectTo=/app/reviews'])
  expect(await countAttempts()).toBe(before)
})

test.each([
  ['a link that somebody follows', { ...NAVIGATION, 'sec-fetch-site': 'cross-site', 'sec-fetch-user': '?1' }],
  [
    'our own link where the browser says nothing of the person',
    { ...NAVIGATION, 'sec-fetch-site': 'same-origin' },
  ],
  ['an address that is typed there', { ...NAVIGATION, 'sec-fetch-site': 'none' }],
  ['a browser without Fetch Metadata', {}],
])('%s starts an attempt', async (_, headers) => {
  await visit('google', { headers: { ...ownNetwork(), ...headers } })
})

test('images on other sites do not use up the attempts of a network', async () => {
  const network = ownNetwork()
  const image = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }
  for (let count = 0; count < 40; count += 1) {
    await (await ask('/auth/google', { headers: { ...network, ...image } })).body?.cancel()
  }
  await visit('google', { headers: network })
})

test('an unknown provider is not found', async () => {
  for (const name of ['facebook', 'Google', 'constructor', '__proto__', 'google.data']) {
    const answer = await ask(`/auth/${name}`)
    await answer.body?.cancel()
    expect(answer.status).toBe(404)
  }
})

test('every attempt has its own state, nonce, verifier and cookie', async () => {
  const visits = await Promise.all(Array.from({ length: 20 }, () => visit('google')))
  for (const values of [
    visits.map(({ address }) => address.searchParams.get('state')),
    visits.map(({ address }) => address.searchParams.get('nonce')),
    visits.map(({ address }) => address.searchParams.get('code_challenge')),
    visits.map(({ cookie }) => cookie),
  ]) {
    expect(new Set(values).size).toBe(20)
  }
})

test('a network can start 30 attempts, and other networks are not affected', async () => {
  const headers = ownNetwork()
  for (let count = 0; count < 30; count += 1) await visit('google', { headers })
  const answer = await ask('/auth/google?redirectTo=/app/reviews', { headers })
  await answer.body?.cancel()
  expect(answer.headers.get('location')).toBe(
    '/login?provider=google&problem=limit&redirectTo=%2Fapp%2Freviews',
  )
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  await visit('google')
})

test('identities are looked up by index', async () => {
  const db = databaseOf(env)
  const { results } = await db.$client
    .prepare("EXPLAIN QUERY PLAN SELECT * FROM user_identities WHERE user_id = 'x' AND provider = 'google'")
    .all<{ detail: string }>()
  expect(results.map(({ detail }) => detail).join()).toContain('user_identities_by_user')
})

test.each([
  ['sign_in', 'a-session', null],
  ['link', null, null],
  ['confirm', 'a-session', 'an-organization'],
  ['connect', 'a-session', null],
  ['connect', null, 'an-organization'],
  ['anything', null, null],
])('no attempt to %s is stored with the session %s and the organization %s', async (...purpose) => {
  const row = env.DB.prepare(
    `INSERT INTO oauth_attempts (state_hash, browser_hash, provider, nonce, target, expires_at, purpose, link_session_id,
      connect_organization_id) VALUES (?, 'b', 'google', 'n', '/app', 1, ?, ?, ?)`,
  )
  await expect(row.bind(crypto.randomUUID(), ...purpose).run()).rejects.toThrow(/CHECK constraint failed/)
})
