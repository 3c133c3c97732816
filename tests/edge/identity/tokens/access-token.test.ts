import { env } from 'cloudflare:test'
import { describe, expect, vi } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { newTokenKey } from '#scripts/local/token-key.ts'
import { createMeter, metered } from '#tests/edge/support/meter.ts'
import { PROCEDURES } from '#tests/edge/support/procedures.ts'
import { test } from '#tests/edge/support/test.ts'
import { type Ask, ask, askProcedure, ORIGIN, PRODUCTION, signedIn } from '#tests/edge/support/web.ts'
import { createAccount, createBusiness, joinOrganization } from '#tests/factories.ts'
import { type Env, settingsOf } from '#worker/env.ts'
import { verifyAccessToken } from '#worker/identity/token.ts'
import { resolveBearer } from '#worker/identity/tokens/issue.ts'
import { publishedKeys, signToken } from '#worker/platform/jws/own-keys.ts'
import { SECOND_MS } from '#worker/rules/durations.ts'
import { OPEN_TO_TOKENS } from '#worker/rules/tokens.ts'

let cookie: string

test.beforeEach(async ({ account }) => {
  cookie = await signedIn(account)
})

async function askToken(input: unknown = {}, init: Ask = {}) {
  const answer = await askProcedure('auth.token', input, { ...init, headers: { cookie } })
  const body = await answer.json<{ result: { data: { accessToken: string; expiresAt: string } } }>()
  return body.result.data
}

async function newToken(input: unknown = {}, init: Ask = {}): Promise<string> {
  return (await askToken(input, init)).accessToken
}

/** Calls a procedure as a program does: with a token, without cookie and Origin. */
async function call(
  path: string,
  token: string,
  options: Ask & { input?: unknown; mutation?: boolean } = {},
) {
  const { input, mutation, headers, ...init } = options
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
  const answer = mutation
    ? await ask(`/trpc/${path}`, {
        method: 'POST',
        body: JSON.stringify(input ?? {}),
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      })
    : await ask(`/trpc/${path}${query}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...headers },
      })
  const body = await answer.json<{
    result?: { data: unknown }
    error?: { message: string; data: { code: string; type: string } }
  }>()
  return { status: answer.status, data: body.result?.data, error: body.error }
}

/** Message that refuses the token; null if it is valid. */
async function refusal(token: string, init: Ask = {}): Promise<string | null> {
  const { status, error } = await call('businesses.count', token, init)
  if (error) {
    expect(status).toBe(401)
    expect(error.data).toMatchObject({ code: 'UNAUTHORIZED', type: 'AUTHENTICATION' })
  }
  return error?.message ?? null
}

/** A valid token for this account with changed claims, signed with our own key. */
async function forged(changes: object): Promise<string> {
  const claims = JSON.parse(
    atob((await newToken()).split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''),
  )
  return signToken(settingsOf(env), 'at+jwt', { ...claims, ...changes })
}

test('a signed-in person gets a 15-minute token that anyone can verify with the published keys', async ({
  account,
}) => {
  const before = Math.floor(Date.now() / SECOND_MS)
  const { accessToken, expiresAt } = await askToken()
  const { keys } = await (await ask('/.well-known/jwks.json')).json<{ keys: object[] }>()
  const claims = await verifyAccessToken(accessToken, { keys, now: Date.now() })
  expect(claims).toEqual({
    iss: ORIGIN,
    aud: ORIGIN,
    sub: account.userId,
    org: account.organizationId,
    scope: 'read write',
    jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    iat: expect.any(Number),
    exp: Number(claims.iat) + 900,
    aal: 'aal1',
    amr: ['pwd'],
  })
  expect(claims.iat).toBeGreaterThanOrEqual(before)
  expect(new Date(claims.exp * SECOND_MS).toISOString()).toBe(expiresAt)
})

test('the database does not contain the token', async ({ account }) => {
  const token = await newToken()
  const { results } = await env.DB.prepare('SELECT * FROM access_tokens WHERE user_id = ?')
    .bind(account.userId)
    .all()
  expect(results).toHaveLength(1)
  const [header = '', payload = '', signature = ''] = token.split('.')
  for (const part of [header, payload, signature]) expect(JSON.stringify(results)).not.toContain(part)
})

test('a visitor gets no token', async () => {
  const answer = await askProcedure('auth.token', {})
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({
    error: { message: 'No session found', data: { advice: 'Please sign in to continue.' } },
  })
})

test('a token reads and writes as its person', async ({ account }) => {
  const token = await newToken()
  const business = await createBusiness(env.DB, account, { name: 'Own Shop' })
  expect((await call('businesses.get', token, { input: { id: business.id } })).data).toMatchObject({
    name: 'Own Shop',
  })
  const changed = await call('businesses.update', token, {
    mutation: true,
    input: { id: business.id, name: 'New Name' },
  })
  expect(changed.data).toMatchObject({ name: 'New Name' })
  expect((await call('auth.session', token)).data).toMatchObject({
    user: { id: account.userId, email: account.email, role: 'owner' },
    organization: { id: account.organizationId },
  })
})

test('the Bearer scheme is accepted in any case, and no other scheme is', async () => {
  const token = await newToken()
  for (const scheme of ['bearer', 'BEARER']) {
    const answer = await ask('/trpc/businesses.count', { headers: { authorization: `${scheme} ${token}` } })
    await answer.body?.cancel()
    expect(answer.status).toBe(200)
  }
  for (const authorization of [
    token,
    `Token ${token}`,
    `Basic ${token}`,
    `Bearer: ${token}`,
    `Bearer,${token}`,
  ]) {
    const answer = await ask('/trpc/businesses.count', { headers: { authorization } })
    expect(await answer.json()).toMatchObject({ error: { message: 'No session found' } })
  }
})

test('a token is accepted in the Authorization header only', async () => {
  const token = await newToken()
  for (const name of ['access_token', 'token', 'authorization']) {
    const answer = await ask(`/trpc/businesses.count?${name}=${token}`)
    expect(answer.status).toBe(401)
    await answer.body?.cancel()
    const posted = await askProcedure('businesses.remove', { id: 'any', [name]: token })
    expect(posted.status).toBe(401)
    await posted.body?.cancel()
  }
  const header = await ask('/trpc/businesses.count', { headers: { 'x-access-token': token } })
  expect(header.status).toBe(401)
  await header.body?.cancel()
})

test('a token opens no page', async ({ account }) => {
  const headers = { authorization: `Bearer ${await newToken()}` }
  for (const address of ['/app', '/app.data', '/app/businesses']) {
    const answer = await ask(address, { headers })
    const isDocument = !address.endsWith('.data')
    if (isDocument) expect(answer.headers.get('location')).toMatch(/^\/login/)
    expect(await answer.text()).not.toContain(account.email)
  }
})

describe('a request with a cookie and a token', () => {
  test('uses the session of the cookie and ignores the token', async () => {
    const token = await newToken()
    const other = await createAccount(env.DB, { fullName: 'Other Person' })
    const session = await call('auth.session', token, { headers: { cookie: await signedIn(other) } })
    expect(session.data).toMatchObject({ user: { id: other.userId } })
    for (const [cookie, message] of [
      ['session=ended', 'Invalid or expired session'],
      ['theme=dark', 'No session found'],
      ['session=', 'No session found'],
    ] as const) {
      expect((await call('auth.session', token, { headers: { cookie } })).data).toBeNull()
      expect(await refusal(token, { headers: { cookie } })).toBe(message)
    }
  })

  test('needs an Origin of ours to change something', async () => {
    const answer = await ask('/trpc/businesses.remove', {
      method: 'POST',
      body: '{}',
      headers: { cookie, authorization: `Bearer ${await newToken()}`, 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({
      error: { message: 'This request came from another site.', data: { reason: 'foreign_origin' } },
    })
  })
})

test('a token does not allow a foreign Origin', async () => {
  for (const origin of ['https://evil.example', 'null', `${ORIGIN}.evil.example`]) {
    const answer = await ask('/trpc/businesses.remove', {
      method: 'POST',
      body: '{}',
      headers: { origin, authorization: `Bearer ${await newToken()}`, 'content-type': 'application/json' },
    })
    await answer.body?.cancel()
    expect(answer.status).toBe(403)
  }
})

const ANY = { iss: ORIGIN, aud: ORIGIN, sub: 'user', org: 'organization', jti: 'number', scope: 'read' }

// tests/unit/worker/identity/token.test.ts covers the claims of a token.
describe('an invalid token is refused with UNAUTHORIZED and its specified message', () => {
  const seconds = Math.floor(Date.now() / SECOND_MS)

  test.each<[string, () => Promise<string>, string]>([
    ['no token', async () => '', 'Invalid JWT structure'],
    ['a session', async () => cookie.replace('session=', ''), 'Invalid JWT structure'],
    ['two tokens', async () => `${await newToken()}, Bearer ${await newToken()}`, 'Invalid JWT structure'],
    [
      'a foreign key',
      async () => signToken(settingsOf({ ...env, TOKEN_PRIVATE_JWK: newTokenKey() }), 'at+jwt', { exp: 1 }),
      'Invalid JWT signature',
    ],
    ['an expiry that is over', async () => forged({ exp: seconds - 1 }), 'JWT has expired'],
    ['another audience', async () => forged({ aud: 'https://example.com' }), 'Invalid user token'],
    ['another issuer', async () => forged({ iss: 'https://example.com' }), 'Invalid user token'],
    ['no number', async () => forged({ jti: undefined }), 'Invalid user token'],
    ['a number nobody has', async () => forged({ jti: crypto.randomUUID() }), 'Invalid user token'],
    ['no organization', async () => forged({ org: undefined }), 'Invalid user token'],
    ['no scope', async () => forged({ scope: undefined }), 'Invalid user token'],
    [
      'another type',
      async () => signToken(settingsOf(env), 'JWT', { ...ANY, exp: seconds + 60 }),
      'Invalid user token',
    ],
  ])('%s', async (_, make, message) => {
    const token = await make()
    expect(await refusal(token)).toBe(message)
    // Procedures open to everybody refuse it too: a token that is sent has to be valid.
    const open = await call('auth.session', token)
    expect(open.error).toMatchObject({ message, data: { code: 'UNAUTHORIZED' } })
  })
})

test('each call of a batch gets the reason', async () => {
  const answer = await ask('/trpc/businesses.count,auth.session?batch=1', {
    headers: { authorization: 'Bearer x' },
  })
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject([
    { error: { message: 'Invalid JWT structure' } },
    { error: { message: 'Invalid JWT structure' } },
  ])
})

test('deleting its row revokes only that token, at once', async () => {
  const [revoked, kept] = [await newToken(), await newToken()]
  expect(await refusal(revoked)).toBeNull()
  const { jti } = await verifyAccessToken(revoked, { keys: publishedKeys(settingsOf(env)), now: Date.now() })
  await env.DB.prepare('DELETE FROM access_tokens WHERE jti = ?').bind(String(jti)).run()
  expect(await refusal(revoked)).toBe('Invalid user token')
  expect(await refusal(kept)).toBeNull()
})

test('a token ends with the session that asked for it', async ({ account }) => {
  const endings = [
    'DELETE FROM sessions WHERE user_id = ?1',
    'UPDATE sessions SET expires_at = 1 WHERE user_id = ?1',
    'UPDATE sessions SET last_activity_at = 1 WHERE user_id = ?1',
  ]
  for (const ending of endings) {
    cookie = await signedIn(account)
    const token = await newToken()
    expect(await refusal(token)).toBeNull()
    await env.DB.prepare(ending).bind(account.userId).run()
    expect(await refusal(token)).toBe('Invalid user token')
  }
})

test('signing out ends the tokens of its session only', async ({ account }) => {
  const token = await newToken()
  const first = cookie
  cookie = await signedIn(account)
  const other = await newToken()
  const answer = await askProcedure('auth.signOut', {}, { headers: { cookie: first } })
  await answer.body?.cancel()
  expect(await refusal(token)).toBe('Invalid user token')
  expect(await refusal(other)).toBeNull()
})

test("a removed member's token is refused with the next call", async ({ account }) => {
  const token = await newToken()
  const { organizationId, userId } = account
  const change = (active: number) =>
    env.DB.prepare('UPDATE organization_users SET is_active = ? WHERE organization_id = ? AND user_id = ?')
      .bind(active, organizationId, userId)
      .run()
  await change(0)
  expect(await refusal(token)).toBe('Invalid user token')
  await change(1)
  expect(await refusal(token)).toBeNull()
  await env.DB.prepare('DELETE FROM organization_users WHERE user_id = ?').bind(userId).run()
  expect(await refusal(token)).toBe('Invalid user token')
})

test('role and plan are those at the time of the call, not of the token', async ({ account }) => {
  const token = await newToken()
  const business = await createBusiness(env.DB, account)
  const { organizationId } = account
  await env.DB.prepare("UPDATE organization_users SET role = 'viewer' WHERE organization_id = ?")
    .bind(organizationId)
    .run()
  await env.DB.prepare("UPDATE organization_subscriptions SET plan_type = 'pro' WHERE organization_id = ?")
    .bind(organizationId)
    .run()
  expect((await call('auth.session', token)).data).toMatchObject({ user: { role: 'viewer' }, plan: 'pro' })
  const removed = await call('businesses.remove', token, { mutation: true, input: { id: business.id } })
  expect(removed.error).toMatchObject({ message: 'Insufficient permissions', data: { code: 'FORBIDDEN' } })
})

test('a token stays with its organization after its session has switched', async ({ account }) => {
  const token = await newToken()
  const other = await createAccount(env.DB)
  await joinOrganization(env.DB, other, account, 'owner', 0)
  await env.DB.prepare('UPDATE sessions SET organization_id = ? WHERE user_id = ?')
    .bind(other.organizationId, account.userId)
    .run()
  expect((await call('auth.session', token)).data).toMatchObject({
    organization: { id: account.organizationId },
  })
  expect(await refusal(await forged({ org: account.organizationId }))).toBe('Invalid user token')
})

test('a token cannot reach another tenant, whatever it claims', async () => {
  const victim = await createAccount(env.DB, { fullName: 'Canary Victim' })
  const business = await createBusiness(env.DB, victim, { name: 'Canary Business' })
  const token = await newToken()
  expect((await call('businesses.get', token, { input: { id: business.id } })).error).toMatchObject({
    data: { code: 'NOT_FOUND' },
  })
  expect(JSON.stringify((await call('businesses.list', token)).data)).not.toContain('Canary')
  // Claims signed with our own key don't help: the stored row decides.
  expect(await refusal(await forged({ org: victim.organizationId }))).toBe('Invalid user token')
  expect(await refusal(await forged({ sub: victim.userId }))).toBe('Invalid user token')
  expect(await refusal(await forged({ sub: victim.userId, org: victim.organizationId }))).toBe(
    'Invalid user token',
  )
})

test('a read token changes nothing, and a write token reads nothing', async ({ account }) => {
  const business = await createBusiness(env.DB, account)
  const removal = { mutation: true, input: { id: business.id } }
  const forbidden = { message: 'Insufficient permissions', data: { code: 'FORBIDDEN' } }
  const reader = await newToken({ scopes: ['read'] })
  expect((await call('businesses.count', reader)).error).toBeUndefined()
  expect((await call('businesses.remove', reader, removal)).error).toMatchObject(forbidden)
  const writer = await newToken({ scopes: ['write'] })
  expect((await call('businesses.count', writer)).error).toMatchObject(forbidden)
  expect((await call('businesses.remove', writer, removal)).error).toBeUndefined()
})

const OPEN = new Set(Object.values(OPEN_TO_TOKENS).flat())

test('the procedures open to tokens exist: queries for `read`, mutations for `write`', () => {
  const mutations = new Map(PROCEDURES.map(({ path, isMutation }) => [path, isMutation]))
  expect(OPEN_TO_TOKENS.read.filter((path) => mutations.get(path) !== false)).toEqual([])
  expect(OPEN_TO_TOKENS.write.filter((path) => mutations.get(path) !== true)).toEqual([])
})

// Includes every new procedure until it is added to the list.
test('a token opens no procedure outside the list', async ({ account }) => {
  const token = await newToken()
  const stored = () =>
    env.DB.batch(
      ['sessions', 'access_tokens'].map((table) =>
        env.DB.prepare(`SELECT * FROM ${table} WHERE user_id = ?`).bind(account.userId),
      ),
    ).then((answers) => answers.map(({ results }) => results))
  const before = await stored()
  for (const { path, isMutation } of PROCEDURES.filter(({ path }) => !OPEN.has(path))) {
    const { status, error } = await call(path, token, { mutation: isMutation, input: {} })
    expect([path, status, error?.message]).toEqual([path, 403, 'Insufficient permissions'])
  }
  expect(await stored()).toEqual(before)
})

test('every procedure in the list is open to a token of its scope only', async () => {
  const tokens = { read: await newToken({ scopes: ['read'] }), write: await newToken({ scopes: ['write'] }) }
  for (const { path, isMutation } of PROCEDURES.filter(({ path }) => OPEN.has(path))) {
    const [scope, other] = isMutation ? (['write', 'read'] as const) : (['read', 'write'] as const)
    const options = { mutation: isMutation, input: {} }
    const opened = await call(path, tokens[scope], options)
    expect([path, opened.error?.message]).not.toEqual([path, 'Insufficient permissions'])
    const closed = await call(path, tokens[other], options)
    expect([path, closed.status, closed.error?.message]).toEqual([path, 403, 'Insufficient permissions'])
  }
})

test('a token is looked up in one round trip and writes nothing', async () => {
  const token = await newToken()
  const meter = createMeter()
  const db = databaseOf({ DB: metered(env.DB, meter) })
  await resolveBearer({ db, settings: settingsOf(env), now: Date.now }, token)
  expect(meter).toMatchObject({ roundTrips: 1, statements: 1, rowsWritten: 0 })
})

test('a token is valid only at the origin it was made for', async () => {
  const token = await newToken()
  const answer = await ask('https://reviews.example.com/trpc/auth.session', {
    env: PRODUCTION,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await answer.json()).toMatchObject({ error: { message: 'Invalid user token' } })
})

test('a key change keeps tokens valid as long as their key is published', async () => {
  const [older, newer] = [newTokenKey(), newTokenKey()]
  const step = (change: object): Env => ({ ...env, ...change })
  const steps = [
    step({ TOKEN_PRIVATE_JWK: older }),
    step({ TOKEN_PRIVATE_JWK: older, TOKEN_NEXT_PUBLIC_JWK: newer }),
    step({ TOKEN_PRIVATE_JWK: newer, TOKEN_PREVIOUS_PUBLIC_JWK: older }),
    step({ TOKEN_PRIVATE_JWK: newer }),
  ] as const
  const old = await newToken({}, { env: steps[1] })
  for (const bindings of steps.slice(0, 3)) expect(await refusal(old, { env: bindings })).toBeNull()
  expect(await refusal(old, { env: steps[3] })).toBe('Invalid JWT signature')
  const young = await newToken({}, { env: steps[2] })
  for (const bindings of steps.slice(1)) expect(await refusal(young, { env: bindings })).toBeNull()
})

test('no part of a token appears in the log', async () => {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => {
    lines.push(line)
  })
  const token = await newToken()
  await refusal(token)
  await refusal(`${token}x`)
  await refusal(await forged({ aud: 'other' }))
  log.mockRestore()
  const events = lines.map((line) => JSON.parse(line))
  expect(events).toContainEqual(expect.objectContaining({ event: 'token_issued', outcome: 'done' }))
  expect(events).toContainEqual(
    expect.objectContaining({ event: 'token_refused', outcome: 'refused', detail: 'Invalid user token' }),
  )
  for (const part of token.split('.')) expect(lines.join('\n')).not.toContain(part)
})
