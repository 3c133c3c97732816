import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { BUSINESS_SCOPE } from '#tests/upstream/identity-grants.ts'
import { startUpstream, type Upstream } from '#tests/upstream/server.ts'
import { ask, at } from './ask.ts'

const REDIRECT = 'http://localhost:8787/connect/google/callback'
const TOKEN = 'https://oauth2.googleapis.com/token'
const ACCOUNTS = 'https://mybusinessaccountmanagement.googleapis.com/v1/accounts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterEach(() => upstream.control.reset())
afterAll(() => upstream.close())

function post(address: string, form: Record<string, string>) {
  return ask(upstream.origin, new Request(address, { method: 'POST', body: new URLSearchParams(form) }))
}

/** Agrees on the authorize page and trades the code. */
async function connect(
  changes: Record<string, string> = {},
  form: Record<string, string> = {},
): Promise<unknown> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: upstream.settings.GOOGLE_CLIENT_ID ?? '',
    redirect_uri: REDIRECT,
    state: 'the-state',
    scope: BUSINESS_SCOPE,
    access_type: 'offline',
    prompt: 'consent',
    ...changes,
  })
  const address = `https://accounts.google.com/o/oauth2/v2/auth?${query}`
  const sent = await post(address, { decision: 'allow', account: 'wren', ...form })
  const back = new URL(sent.headers.get('location') ?? '')
  expect(back.origin + back.pathname).toBe(query.get('redirect_uri'))
  const answer = await exchange({
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT,
  })
  return answer.json()
}

function exchange(form: Record<string, string>) {
  return post(TOKEN, {
    client_id: upstream.settings.GOOGLE_CLIENT_ID ?? '',
    client_secret: upstream.settings.GOOGLE_CLIENT_SECRET ?? '',
    ...form,
  })
}

async function statusWith(token: unknown): Promise<number> {
  const request = new Request(ACCOUNTS, { headers: { authorization: `Bearer ${token}` } })
  return (await ask(upstream.origin, request)).status
}

test('who agrees to offline access gets tokens that open the business profile, without an identity token', async () => {
  const tokens = await connect()
  expect(tokens).toEqual({
    access_token: expect.any(String),
    refresh_token: expect.stringMatching(/^1\/\//),
    expires_in: 3599,
    scope: BUSINESS_SCOPE,
    token_type: 'Bearer',
  })
  expect(await statusWith(at(tokens, 'access_token'))).toBe(200)
  expect(at(await connect({ scope: `openid ${BUSINESS_SCOPE}` }), 'id_token')).toEqual(expect.any(String))
})

test('a refresh token comes with offline access only, and again only when the person is asked anew', async () => {
  expect(at(await connect({ access_type: 'online' }), 'refresh_token')).toBeUndefined()
  expect(at(await connect({ prompt: 'select_account' }), 'refresh_token')).toBeUndefined()
  expect(at(await connect(), 'refresh_token')).toEqual(expect.any(String))
})

test('an expired access token is renewed with the refresh token, without another one', async () => {
  const tokens = await connect()
  await upstream.control.expireGoogleTokens()
  expect(await statusWith(at(tokens, 'access_token'))).toBe(401)
  const renewed = await exchange({
    grant_type: 'refresh_token',
    refresh_token: String(at(tokens, 'refresh_token')),
  })
  const fresh: unknown = await renewed.json()
  expect(fresh).toMatchObject({ scope: BUSINESS_SCOPE, expires_in: 3599 })
  expect(fresh).not.toHaveProperty('refresh_token')
  expect(await statusWith(at(fresh, 'access_token'))).toBe(200)
})

test.each([
  ['by the person', async () => upstream.control.revokeGoogle('wren')],
  [
    'by the client with the access token',
    async (tokens: unknown) =>
      post('https://oauth2.googleapis.com/revoke', { token: String(at(tokens, 'access_token')) }),
  ],
  [
    'by the client with the refresh token',
    async (tokens: unknown) =>
      post('https://oauth2.googleapis.com/revoke', { token: String(at(tokens, 'refresh_token')) }),
  ],
])('a permission taken back %s ends every token', async (_, revoke) => {
  const tokens = await connect()
  await revoke(tokens)
  expect(await statusWith(at(tokens, 'access_token'))).toBe(401)
  const refused = await exchange({
    grant_type: 'refresh_token',
    refresh_token: String(at(tokens, 'refresh_token')),
  })
  expect([refused.status, at(await refused.json(), 'error')]).toEqual([400, 'invalid_grant'])
})

test('a token that nobody was given can not be revoked', async () => {
  const answer = await post('https://oauth2.googleapis.com/revoke', { token: 'made-up' })
  expect([answer.status, at(await answer.json(), 'error')]).toEqual([400, 'invalid_token'])
})

test('who agrees without the business scope gets tokens that do not open it', async () => {
  const tokens = await connect({ scope: `openid ${BUSINESS_SCOPE}` }, { withhold: BUSINESS_SCOPE })
  expect(at(tokens, 'scope')).toBe('openid')
  expect(await statusWith(at(tokens, 'access_token'))).toBe(403)
})

test('the authorize page offers to leave the business scope out', async () => {
  const page = async (scope: string) => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: upstream.settings.GOOGLE_CLIENT_ID ?? '',
      redirect_uri: REDIRECT,
      scope,
    })
    return (await ask(upstream.origin, `https://accounts.google.com/o/oauth2/v2/auth?${query}`)).text()
  }
  expect(await page(`openid ${BUSINESS_SCOPE}`)).toContain('Do not let it manage my business')
  expect(await page('openid')).not.toContain('Do not let it manage')
  expect(await page('email')).toContain('Access blocked')
})
