import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startUpstream, type Upstream } from '#tests/upstream/server.ts'
import { ask, at } from './ask.ts'

// Checks the simulator's own validation: the product's tests never send it invalid input.

const VERIFIER = 'a-verifier-of-this-test-that-is-long-enough-0123'
const CALLBACK = 'http://localhost:8787/auth/google/callback'
const APPLE_CALLBACK = 'http://localhost:8787/auth/apple/callback'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())

function authorizeUrl(changes: Record<string, string> = {}): string {
  const query = {
    response_type: 'code',
    client_id: upstream.settings.GOOGLE_CLIENT_ID ?? '',
    redirect_uri: CALLBACK,
    state: 'the-state',
    scope: 'openid email profile',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  }
  return `https://accounts.google.com/o/oauth2/v2/auth?${new URLSearchParams(query)}`
}

function send(address: string, form: Record<string, string>) {
  return ask(upstream.origin, new Request(address, { method: 'POST', body: new URLSearchParams(form) }))
}

async function codeOf(address: string): Promise<string> {
  const answer = await send(address, { decision: 'allow', account: 'wren' })
  const location = answer.headers.get('location')
  if (location !== null) return new URL(location).searchParams.get('code') ?? ''
  return /name="code" value="([^"]+)"/.exec(await answer.text())?.[1] ?? ''
}

test.each([
  ['another client', { client_id: 'nobody' }],
  ['an address elsewhere', { redirect_uri: 'https://evil.example/auth/google/callback' }],
  ['an address of another provider', { redirect_uri: 'http://localhost:8787/auth/other/callback' }],
  ['a token in place of a code', { response_type: 'token' }],
  ['a plain challenge', { code_challenge: 'x', code_challenge_method: 'plain' }],
] as const)('Google refuses %s without redirecting back', async (_, changes) => {
  const answer = await send(authorizeUrl(changes), { decision: 'allow', account: 'wren' })
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
})

test.each([
  [200, {}],
  [400, { code: 'made-up' }],
  [400, { code_verifier: 'other' }],
  [400, { redirect_uri: 'http://x' }],
  [401, { client_secret: 'other' }],
] as const)('Google returns %i when a code is exchanged with %j', async (status, changes) => {
  const answer = await send('https://oauth2.googleapis.com/token', {
    grant_type: 'authorization_code',
    code: await codeOf(authorizeUrl()),
    redirect_uri: CALLBACK,
    client_id: upstream.settings.GOOGLE_CLIENT_ID ?? '',
    client_secret: upstream.settings.GOOGLE_CLIENT_SECRET ?? '',
    code_verifier: VERIFIER,
    ...changes,
  })
  expect(answer.status).toBe(status)
})

test('Apple refuses a client secret that its key did not sign', async () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const { APPLE_CLIENT_ID = '', APPLE_TEAM_ID, APPLE_KEY_ID } = upstream.settings
  const iat = Math.floor(Date.now() / 1000)
  const claims = {
    iss: APPLE_TEAM_ID,
    sub: APPLE_CLIENT_ID,
    aud: 'https://appleid.apple.com',
    iat,
    exp: iat + 60,
  }
  const query = {
    response_type: 'code',
    client_id: APPLE_CLIENT_ID,
    redirect_uri: APPLE_CALLBACK,
    state: 'the-state',
    scope: 'name email',
    response_mode: 'form_post',
  }
  const answer = await send('https://appleid.apple.com/auth/token', {
    grant_type: 'authorization_code',
    code: await codeOf(`https://appleid.apple.com/auth/authorize?${new URLSearchParams(query)}`),
    redirect_uri: APPLE_CALLBACK,
    client_id: APPLE_CLIENT_ID,
    client_secret: `${part({ alg: 'ES256', kid: APPLE_KEY_ID })}.${part(claims)}.${'A'.repeat(86)}`,
  })
  expect([answer.status, at(await answer.json(), 'error')]).toEqual([400, 'invalid_client'])
})
