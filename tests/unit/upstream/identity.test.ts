import { createHash, createPublicKey, verify } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { IDENTITY_PROVIDERS, type IdentityProvider } from '#tests/upstream/identity-accounts.ts'
import { startUpstream, type Upstream } from '#tests/upstream/server.ts'
import { ask, at } from './ask.ts'

const VERIFIER = 'a-verifier-of-this-test-that-is-long-enough-0123'
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const AUTHORIZE = {
  google: 'https://accounts.google.com/o/oauth2/v2/auth',
  github: 'https://github.com/login/oauth/authorize',
  apple: 'https://appleid.apple.com/auth/authorize',
}
const SCOPE = { google: 'openid email profile', github: 'user:email', apple: 'name email' }

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterEach(() => upstream.control.reset())
afterAll(() => upstream.close())

function redirectUri(provider: IdentityProvider) {
  return `http://localhost:8787/auth/${provider}/callback`
}

/** The authorize address a client of ours makes; null leaves a parameter out. */
function authorizeUrl(provider: IdentityProvider, changes: Record<string, string | null> = {}): string {
  const parameters: Record<string, string | null> = {
    response_type: 'code',
    client_id: upstream.settings[`${provider.toUpperCase()}_CLIENT_ID`] ?? '',
    redirect_uri: redirectUri(provider),
    state: 'the-state',
    scope: SCOPE[provider],
    nonce: 'the-nonce',
    ...(provider === 'apple'
      ? { response_mode: 'form_post' }
      : { code_challenge: CHALLENGE, code_challenge_method: 'S256' }),
    ...changes,
  }
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== null)
  return `${AUTHORIZE[provider]}?${new URLSearchParams(given)}`
}

function send(address: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const accept = { accept: 'application/json' }
  return ask(
    upstream.origin,
    new Request(address, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { ...accept, ...headers },
    }),
  )
}

async function codeFrom(provider: IdentityProvider, account = 'wren'): Promise<string> {
  const answer = await send(authorizeUrl(provider), { decision: 'allow', account })
  if (provider !== 'apple')
    return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
  return /name="code" value="([^"]+)"/.exec(await answer.text())?.[1] ?? ''
}

function googleExchange(code: string, changes: Record<string, string> = {}) {
  return send('https://oauth2.googleapis.com/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri('google'),
    client_id: upstream.settings.GOOGLE_CLIENT_ID ?? '',
    client_secret: upstream.settings.GOOGLE_CLIENT_SECRET ?? '',
    code_verifier: VERIFIER,
    ...changes,
  })
}

async function githubToken(account?: string): Promise<string> {
  const answer = await send('https://github.com/login/oauth/access_token', {
    code: await codeFrom('github', account),
    redirect_uri: redirectUri('github'),
    client_id: upstream.settings.GITHUB_CLIENT_ID ?? '',
    client_secret: upstream.settings.GITHUB_CLIENT_SECRET ?? '',
    code_verifier: VERIFIER,
  })
  return String(at(await answer.json(), 'access_token'))
}

describe.each(IDENTITY_PROVIDERS)('%s', (provider) => {
  test('shows who can be chosen and what is asked for', async () => {
    const page = await (await ask(upstream.origin, authorizeUrl(provider))).text()
    expect(page).toMatch(/Wren Alder.*wren\.alder@example\.test/s)
    expect(page).toMatch(/Odile Bright.*not confirmed/s)
    expect(page).toContain(SCOPE[provider].replaceAll(' ', ', '))
  })

  test.each<[string, Record<string, string | null>]>([
    ['another client', { client_id: 'nobody' }],
    ['an address elsewhere', { redirect_uri: 'https://evil.example/auth/google/callback' }],
    ['an address of another provider', { redirect_uri: 'http://localhost:8787/auth/other/callback' }],
    ['no address', { redirect_uri: null }],
    ['a token in place of a code', { response_type: 'token' }],
    ['a plain challenge', { code_challenge: 'x', code_challenge_method: 'plain' }],
  ])('refuses %s, without sending anyone back', async (_, changes) => {
    for (const form of [null, { decision: 'allow', account: 'wren' }]) {
      const address = authorizeUrl(provider, changes)
      const answer = form ? await send(address, form) : await ask(upstream.origin, address)
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
      expect(await answer.text()).toContain('Access blocked')
    }
  })

  test('sends back who does not agree, with its own word for that', async () => {
    const answer = await send(authorizeUrl(provider), { decision: 'deny' })
    const said = provider === 'apple' ? await answer.text() : (answer.headers.get('location') ?? '')
    expect(said).toContain('the-state')
    expect(said).toContain(provider === 'apple' ? 'user_cancelled_authorize' : 'error=access_denied')
    expect(said).not.toMatch(/\bcode\b[=" ]/)
  })
})

test('Google trades a code once, for its verifier, client and address only', async () => {
  const good = await googleExchange(await codeFrom('google'))
  expect(good.status).toBe(200)
  expect(await good.json()).toMatchObject({ token_type: 'Bearer', scope: SCOPE.google, expires_in: 3599 })
  const used = await codeFrom('google')
  await (await googleExchange(used)).text()
  const refused: [Response, number, string][] = [
    [await googleExchange(used), 400, 'invalid_grant'],
    [await googleExchange('made-up'), 400, 'invalid_grant'],
    [await googleExchange(await codeFrom('google'), { code_verifier: 'other' }), 400, 'invalid_grant'],
    [await googleExchange(await codeFrom('google'), { redirect_uri: 'http://x' }), 400, 'invalid_grant'],
    [await googleExchange(await codeFrom('google'), { client_secret: 'other' }), 401, 'invalid_client'],
    [await googleExchange(await codeFrom('github')), 400, 'invalid_grant'],
  ]
  for (const [answer, status, error] of refused) {
    expect([answer.status, at(await answer.json(), 'error')]).toEqual([status, error])
  }
})

test('an identity token of Google is signed with a key of its set, and says who it is for', async () => {
  const answer = await (await googleExchange(await codeFrom('google', 'odile'))).json()
  const [header = '', payload = '', signature = ''] = String(at(answer, 'id_token')).split('.')
  const set = await (await ask(upstream.origin, 'https://www.googleapis.com/oauth2/v3/certs')).json()
  const jwk = at(set, 'keys', 0) as { kid: string }
  const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())
  expect(decode(header)).toEqual({ alg: 'RS256', kid: jwk.kid, typ: 'JWT' })
  expect(decode(payload)).toMatchObject({
    iss: 'https://accounts.google.com',
    aud: upstream.settings.GOOGLE_CLIENT_ID,
    sub: expect.stringMatching(/^1\d{20}$/),
    nonce: 'the-nonce',
    email: 'odile.bright@example.test',
    email_verified: false,
  })
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${header}.${payload}`)
  expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true)
})

test('GitHub refuses with the status 200, and answers in a form unless asked for JSON', async () => {
  const form = { code: 'made-up', client_id: 'nobody', client_secret: '' }
  const json = await send('https://github.com/login/oauth/access_token', form)
  expect([json.status, at(await json.json(), 'error')]).toEqual([200, 'incorrect_client_credentials'])
  const plain = await send('https://github.com/login/oauth/access_token', form, { accept: '*/*' })
  expect(await plain.text()).toMatch(/^error=incorrect_client_credentials&/)
})

test('GitHub tells the person and the addresses to a token and a named agent only', async () => {
  const authorization = `Bearer ${await githubToken('odile')}`
  const agent = { 'user-agent': 'test' }
  const get = (path: string, headers: Record<string, string>) =>
    ask(upstream.origin, new Request(`https://api.github.com${path}`, { headers }))
  expect(await (await get('/user', { authorization, ...agent })).json()).toMatchObject({
    id: expect.any(Number),
    name: 'Odile Bright',
    email: null,
  })
  expect(await (await get('/user/emails', { authorization, ...agent })).json()).toEqual([
    expect.objectContaining({ primary: false, verified: true }),
    expect.objectContaining({ email: 'odile.bright@example.test', primary: true, verified: false }),
  ])
  expect((await get('/user', agent)).status).toBe(401)
  expect((await get('/user', { authorization: 'Bearer made-up', ...agent })).status).toBe(401)
})

test('Apple tells the name with the first way back only, and wants a form for it', async () => {
  const first = await (await send(authorizeUrl('apple'), { decision: 'allow', account: 'wren' })).text()
  expect(first).toContain('&quot;firstName&quot;:&quot;Wren&quot;,&quot;lastName&quot;:&quot;Alder&quot;')
  const second = await (await send(authorizeUrl('apple'), { decision: 'allow', account: 'wren' })).text()
  expect(second).not.toContain('name="user"')
  const asked = await ask(upstream.origin, authorizeUrl('apple', { response_mode: null }))
  expect([asked.status, await asked.text()]).toEqual([400, expect.stringContaining('form_post')])
})

test('Apple refuses a client secret that its key did not sign', async () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const { APPLE_CLIENT_ID = '', APPLE_TEAM_ID, APPLE_KEY_ID } = upstream.settings
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: APPLE_TEAM_ID,
    sub: APPLE_CLIENT_ID,
    aud: 'https://appleid.apple.com',
    iat: now,
    exp: now + 60,
  }
  const secret = `${part({ alg: 'ES256', kid: APPLE_KEY_ID })}.${part(claims)}.${'A'.repeat(86)}`
  for (const client_secret of [secret, '', 'x', 'a.b.c']) {
    const answer = await send('https://appleid.apple.com/auth/token', {
      grant_type: 'authorization_code',
      code: await codeFrom('apple'),
      redirect_uri: redirectUri('apple'),
      client_id: APPLE_CLIENT_ID,
      client_secret,
    })
    expect([answer.status, at(await answer.json(), 'error')]).toEqual([400, 'invalid_client'])
  }
})

test('faults hit identity providers by host and by platform', async () => {
  await upstream.control.addFault({ kind: 'unavailable', platform: 'identity' })
  expect((await ask(upstream.origin, authorizeUrl('google'))).status).toBe(503)
  await upstream.control.addFault({ kind: 'id_token', variant: 'missing' })
  expect((await ask(upstream.origin, authorizeUrl('google'))).status).toBe(200)
  const answer = await (await googleExchange(await codeFrom('google'))).json()
  expect(at(answer, 'id_token')).toBeUndefined()
})
