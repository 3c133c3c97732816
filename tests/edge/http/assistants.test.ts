import { env, SELF } from 'cloudflare:test'
import { auth } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect } from 'vitest'
import {
  allowed,
  CLIENT,
  connectedTokens,
  type Fields,
  redemption,
  refresh,
  requestOf,
  sendForm,
  statusOf,
} from '#tests/edge/support/assistants.ts'
import { apiFor, contextFor, loseCredentials } from '#tests/edge/support/caller.ts'
import { AT_ONCE, barrier } from '#tests/edge/support/faults.ts'
import { newKey } from '#tests/edge/support/keys.ts'
import { storeMany } from '#tests/edge/support/many-rows.ts'
import { createMeter, metered } from '#tests/edge/support/meter.ts'
import { createTenant } from '#tests/edge/support/tenant.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { ask, ORIGIN, signedIn } from '#tests/edge/support/web.ts'
import { changePlan } from '#tests/factories.ts'
import { CALLBACK, clientAddress } from '#tests/upstream/assistant.ts'
import { cleanUpIdentity } from '#worker/identity/accounts/clean-up.ts'
import { randomToken } from '#worker/platform/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'

const test = base.extend('intruder', () => createTenant('canaryintruder', Date.now()))

function rows(sql: string, ...values: unknown[]) {
  return env.DB.prepare(sql)
    .bind(...values)
    .all<Record<string, unknown>>()
    .then(({ results }) => results)
}

describe('the official client', () => {
  /** What an assistant remembers of its user. */
  function provider(documentAddress?: string) {
    const kept: Record<string, unknown> = {}
    const keep = (name: string) => (value: unknown) => {
      kept[name] = value
    }
    return {
      kept,
      redirectUrl: CALLBACK,
      ...(documentAddress !== undefined && { clientMetadataUrl: documentAddress }),
      clientMetadata: { client_name: 'Assistant Birch', redirect_uris: [CALLBACK] },
      state: () => 'some state',
      clientInformation: () => kept.client as never,
      saveClientInformation: keep('client'),
      tokens: () => kept.tokens as never,
      saveTokens: keep('tokens'),
      redirectToAuthorization: keep('address'),
      saveCodeVerifier: keep('verifier'),
      codeVerifier: () => kept.verifier as string,
    }
  }

  const fetchFn = (url: string | URL, init?: RequestInit) => SELF.fetch(String(url), init)

  test.for([
    ['that registers itself', undefined],
    ['that has a document', CLIENT],
  ] as const)(
    '%s finds everything by itself, connects and calls a tool',
    async ([_, document], { tenant }) => {
      const assistant = provider(document)
      const transport = () =>
        new StreamableHTTPClientTransport(new URL('/mcp', ORIGIN), {
          authProvider: assistant,
          fetch: fetchFn,
        })
      const first = transport()
      await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow('Unauthorized')
      const address = assistant.kept.address as URL
      expect(address.pathname).toBe('/oauth/authorize')
      const { address: back } = await apiFor(tenant.account).assistants.allow({ query: address.search })
      const answer = new URL(back)
      expect(`${answer.origin}${answer.pathname}`).toBe(CALLBACK)
      expect(answer.searchParams.get('state')).toBe('some state')
      expect(answer.searchParams.get('iss')).toBe(ORIGIN)
      await first.finishAuth(answer.searchParams.get('code') ?? '')
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(transport())
      expect(JSON.stringify(await client.callTool({ name: 'find_reviews', arguments: {} }))).toContain(
        tenant.canary,
      )
      await client.close()
      // Its access token has expired: it renews it without asking anybody.
      await env.DB.prepare('UPDATE assistant_grants SET access_until = 1 WHERE organization_id = ?')
        .bind(tenant.organizationId)
        .run()
      expect(await auth(assistant, { serverUrl: new URL('/mcp', ORIGIN), fetchFn })).toBe('AUTHORIZED')
      const again = new Client({ name: 'test', version: '1' })
      await again.connect(transport())
      await again.close()
    },
  )
})

test('the addresses of metadata name each other, and are the same for everyone', async ({ cookie }) => {
  const read = async (path: string) => {
    const answer = await ask(path, { headers: { cookie } })
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([
      path,
      200,
      'public, max-age=600',
    ])
    return answer.json<Record<string, unknown>>()
  }
  const resource = await read('/.well-known/oauth-protected-resource/mcp')
  expect(resource).toMatchObject({ resource: `${ORIGIN}/mcp`, authorization_servers: [ORIGIN] })
  expect(await read('/.well-known/oauth-protected-resource')).toEqual(resource)
  expect(await read('/.well-known/oauth-authorization-server')).toEqual({
    issuer: ORIGIN,
    authorization_endpoint: `${ORIGIN}/oauth/authorize`,
    token_endpoint: `${ORIGIN}/oauth/token`,
    registration_endpoint: `${ORIGIN}/oauth/register`,
    revocation_endpoint: `${ORIGIN}/oauth/revoke`,
    scopes_supported: resource.scopes_supported,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  })
})

describe('the consent page', () => {
  const page = async (query: string, cookie?: string) =>
    ask(`/oauth/authorize${query}`, { headers: cookie === undefined ? {} : { cookie } })

  test('asks a signed-out visitor to sign in, and comes back', async () => {
    const query = await requestOf(randomToken())
    const answer = await page(query)
    expect(answer.status).toBe(302)
    const to = new URL(answer.headers.get('location') ?? '', ORIGIN)
    expect(to.pathname).toBe('/login')
    expect(to.searchParams.get('redirectTo')).toBe(`/oauth/authorize${query}`)
    const login = await (await ask(to.pathname + to.search)).text()
    expect(login).toContain('/oauth/authorize?response_type=code')
  })

  test('names client, host, organization and rights, sets nothing, and cannot be framed', async ({
    tenant,
  }) => {
    const cookie = await signedIn(tenant.account)
    const before = await rows('SELECT count(*) AS count FROM api_keys')
    const answer = await page(await requestOf(randomToken()), cookie)
    const html = await answer.text()
    for (const text of [
      'Assistant Aster',
      'assistant.example.com',
      'haven’t verified',
      'Read your businesses',
    ])
      expect(html).toContain(text)
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(await rows('SELECT count(*) AS count FROM api_keys')).toEqual(before)
  })

  test.for<[string, Fields]>([
    ['an unknown client', { client_id: 'nobody' }],
    ['no client', { client_id: '' }],
    ['a foreign address to return to', { redirect_uri: 'https://evil.example.com/callback' }],
    ['a longer address to return to', { redirect_uri: `${CALLBACK}/more` }],
    ['another query to return to', { redirect_uri: `${CALLBACK}?x=1` }],
    ['an address of an app to return to', { redirect_uri: 'aster://callback' }],
    ['no address to return to', { redirect_uri: '' }],
    ['a document of another client', { client_id: clientAddress('of-another.json') }],
    ['a document with a secret', { client_id: clientAddress('secret.json') }],
    ['a document without addresses', { client_id: clientAddress('app-only.json') }],
    ['a document that is too large', { client_id: clientAddress('large.json') }],
    ['a document that is not JSON', { client_id: clientAddress('broken.json') }],
    ['a document that is missing', { client_id: clientAddress('missing.json') }],
    ['a document that has moved', { client_id: clientAddress('moved.json') }],
    ['a document without a path', { client_id: clientAddress('') }],
    ['a document inside a network', { client_id: 'https://127.0.0.1/client.json' }],
    ['a document of a metadata service', { client_id: 'https://metadata.google.internal/client.json' }],
    ['a document with dots in its address', { client_id: clientAddress('x/../client.json') }],
    ['a document of our own', { client_id: `${ORIGIN}/client.json` }],
  ])('sends nobody anywhere for %s', async ([_, changes], { tenant }) => {
    const cookie = await signedIn(tenant.account)
    const answer = await page(await requestOf(randomToken(), changes), cookie)
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
    expect(await answer.text()).toContain('This can’t be connected')
    await expect(allowed(tenant.account, changes)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test.for<[string, Fields, string]>([
    ['asks for a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['has no proof', { code_challenge: '' }, 'invalid_request'],
    ['has a plain proof', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['has a short proof', { code_challenge: 'abc' }, 'invalid_request'],
    ['names no resource', { resource: '' }, 'invalid_target'],
    ['names another resource', { resource: 'https://evil.example.com/mcp' }, 'invalid_target'],
    ['asks for nothing that exists', { scope: 'admin' }, 'invalid_scope'],
  ])('tells the client if its request %s', async ([_, changes, error], { tenant }) => {
    const cookie = await signedIn(tenant.account)
    const answer = await page(await requestOf(randomToken(), changes), cookie)
    expect(answer.status).toBe(302)
    const to = new URL(answer.headers.get('location') ?? '')
    expect(to.href.startsWith(`${CALLBACK}?`)).toBe(true)
    expect(Object.fromEntries(to.searchParams)).toEqual({ error, state: 'the state', iss: ORIGIN })
    const { address, code } = await allowed(tenant.account, changes)
    expect([address.searchParams.get('error'), code]).toEqual([error, ''])
  })

  test('a parameter that occurs twice counts as missing', async ({ tenant }) => {
    const cookie = await signedIn(tenant.account)
    const query = await requestOf(randomToken())
    const twice = await page(`${query}&redirect_uri=${encodeURIComponent(CALLBACK)}`, cookie)
    expect(twice.status).toBe(200)
    expect(await twice.text()).toContain('This can’t be connected')
  })

  test('a program on this computer may use any port', async ({ tenant }) => {
    const redirect_uri = 'http://127.0.0.1:51234/callback'
    const verifier = randomToken()
    const query = await requestOf(verifier, { redirect_uri })
    const view = await apiFor(tenant.account).assistants.consent({ query })
    expect(view).toMatchObject({ isThisComputer: true, host: '127.0.0.1:51234' })
    const { address, code } = await allowed(tenant.account, { redirect_uri })
    expect(address.href.startsWith(`${redirect_uri}?code=`)).toBe(true)
    const other = redemption({ code, verifier }, { redirect_uri: 'http://127.0.0.1:4/callback' })
    expect((await sendForm('/oauth/token', other)).status).toBe(400)
  })

  test.for([
    ['a member', 'role', { role: 'member' }],
    ['somebody on a smaller plan', 'plan', { plan: 'pro' }],
    ['somebody whose address is not proven', 'unproven', { isVerified: false }],
  ] as const)('tells %s why they cannot allow it', async ([_, obstacle, options], { tenant }) => {
    const query = await requestOf(randomToken())
    const api = apiFor(tenant.account, options)
    const view = await api.assistants.consent({ query })
    expect(view).toMatchObject({ obstacle, refusal: expect.stringContaining('error=access_denied') })
    await expect(api.assistants.allow({ query })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('needs a password entered a short time ago, and a request of our own page', async ({ tenant }) => {
    const query = await requestOf(randomToken())
    const ctx = contextFor(tenant.account)
    const later = { ...tenant.account }
    await expect(apiFor(later, { now: () => ctx.now() }).assistants.allow({ query })).resolves.toMatchObject({
      address: expect.stringContaining('code='),
    })
    const cookie = await signedIn(tenant.account, {
      createdAt: Date.now() - HOUR_MS,
      lastActivityAt: Date.now(),
    })
    const send = (headers: Record<string, string>) =>
      ask('/trpc/assistants.allow', {
        method: 'POST',
        body: JSON.stringify({ query }),
        headers: { cookie, 'content-type': 'application/json', ...headers },
      })
    const own = await send({ origin: ORIGIN })
    expect(await own.json()).toMatchObject({ error: { data: { reason: 'recent_login_needed' } } })
    const foreign = await send({ origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    await foreign.body?.cancel()
    const byAddress = await ask(
      `/trpc/assistants.allow?input=${encodeURIComponent(JSON.stringify({ query }))}`,
      {
        headers: { cookie },
      },
    )
    expect(byAddress.status).toBe(405)
    await byAddress.body?.cancel()
  })
})

describe('a code', () => {
  test('gives tokens for the scopes that were allowed', async ({ tenant }) => {
    const both = await connectedTokens(tenant.account)
    expect(both).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read responses.write' })
    expect(await statusOf(both.access_token)).toBe(200)
    const reading = await connectedTokens(tenant.account, { scope: 'read offline_access' })
    expect(reading.scope).toBe('read')
    const unsaid = await connectedTokens(tenant.account, { scope: '' })
    expect(unsaid.scope).toBe('read responses.write')
  })

  test.for<[string, Fields]>([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['another client', { client_id: clientAddress('other.json') }],
    ['another address', { redirect_uri: 'http://127.0.0.1/callback' }],
    ['another code', { code: 'x'.repeat(43) }],
  ])('is not exchanged for %s, but still is for its own client', async ([_, changes], { tenant }) => {
    const grant = await allowed(tenant.account)
    const answer = await sendForm('/oauth/token', redemption(grant, changes))
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid_grant' }])
    expect((await sendForm('/oauth/token', redemption(grant))).status).toBe(200)
  })

  test.for<[string, Fields, string]>([
    ['another resource', { resource: 'https://evil.example.com/mcp' }, 'invalid_target'],
    ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['no verifier', { code_verifier: '' }, 'invalid_request'],
    ['no client', { client_id: '' }, 'invalid_request'],
  ])('is not exchanged for %s', async ([_, changes, error], { tenant }) => {
    const answer = await sendForm('/oauth/token', redemption(await allowed(tenant.account), changes))
    expect([answer.status, await answer.json()]).toEqual([400, { error }])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  })

  test('is not stored, nor are tokens', async ({ tenant }) => {
    const grant = await allowed(tenant.account)
    const tokens = await (await sendForm('/oauth/token', redemption(grant))).json<Record<string, string>>()
    const stored = JSON.stringify([
      await rows('SELECT * FROM api_keys'),
      await rows('SELECT * FROM assistant_grants'),
      await rows('SELECT * FROM security_events'),
      await rows('SELECT * FROM audit_entries'),
    ])
    for (const secret of [grant.code, grant.verifier, tokens.access_token, tokens.refresh_token])
      expect(stored).not.toContain(secret)
  })

  test('ends after five minutes', async ({ tenant }) => {
    const then = Date.now() - 5 * MINUTE_MS
    const grant = await allowed(tenant.account, {}, { now: () => then })
    expect((await sendForm('/oauth/token', redemption(grant))).status).toBe(400)
  })

  test('that is used again ends what it gave', async ({ tenant }) => {
    const grant = await allowed(tenant.account)
    const tokens = await (await sendForm('/oauth/token', redemption(grant))).json<Record<string, string>>()
    expect(await statusOf(tokens.access_token ?? '')).toBe(200)
    expect((await sendForm('/oauth/token', redemption(grant))).status).toBe(400)
    expect(await statusOf(tokens.access_token ?? '')).toBe(401)
    expect((await refresh(tokens.refresh_token ?? '')).status).toBe(400)
  })

  test('requested many times at once gives tokens once', async ({ tenant }) => {
    const grant = await allowed(tenant.account)
    const database = barrier(env.DB, /UPDATE assistant_grants/, AT_ONCE)
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        sendForm('/oauth/token', redemption(grant), { env: { ...env, DB: database } }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(AT_ONCE - 1)
    await Promise.all(answers.map((answer) => answer.body?.cancel()))
  })

  test('opens nothing itself', async ({ tenant }) => {
    const { code } = await allowed(tenant.account)
    for (const bearer of [code, `rvk_${code}`, `rva_${code}`]) expect(await statusOf(bearer)).toBe(401)
  })
})

describe('a refresh token', () => {
  test('is replaced, with its access token', async ({ tenant }) => {
    const first = await connectedTokens(tenant.account)
    const second = await (await refresh(first.refresh_token)).json<typeof first>()
    expect(second.scope).toBe(first.scope)
    expect(await statusOf(first.access_token)).toBe(401)
    expect(await statusOf(second.access_token)).toBe(200)
  })

  test.for<[string, Fields]>([
    ['used again', {}],
    ['used by another client', { client_id: clientAddress('other.json') }],
  ])('that is %s ends the grant', async ([_, changes], { tenant }) => {
    const first = await connectedTokens(tenant.account)
    const second = await (await refresh(first.refresh_token)).json<typeof first>()
    const answer = await refresh(first.refresh_token, changes)
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid_grant' }])
    expect(await statusOf(second.access_token)).toBe(401)
    expect((await refresh(second.refresh_token)).status).toBe(400)
  })

  test('that is unknown does nothing to others', async ({ tenant }) => {
    const { access_token } = await connectedTokens(tenant.account)
    for (const token of ['x', 'rvr_', `rvr_${'0'.repeat(64)}.x`])
      expect((await refresh(token)).status).toBe(400)
    expect(await statusOf(access_token)).toBe(200)
  })

  test('ends after 90 days without use', async ({ tenant }) => {
    const { refresh_token } = await connectedTokens(tenant.account)
    const [key] = await rows(
      'SELECT * FROM api_keys WHERE organization_id = ? AND name = ?',
      tenant.organizationId,
      'Assistant Aster',
    )
    expect(Number(key?.expires_at)).toBeGreaterThan(Date.now() + 89 * DAY_MS)
    await env.DB.prepare('UPDATE api_keys SET expires_at = 1 WHERE id = ?').bind(key?.id).run()
    expect((await refresh(refresh_token)).status).toBe(400)
  })
})

describe('an access token', () => {
  test('is valid at /mcp only', async ({ tenant }) => {
    const { access_token } = await connectedTokens(tenant.account)
    expect(await statusOf(access_token)).toBe(200)
    for (const path of [
      '/api/v1/businesses',
      '/trpc/businesses.list',
      `/feeds/reviews.atom?key=${access_token}`,
    ])
      expect([path, await statusOf(access_token, path)]).toEqual([path, 401])
  })

  test('tells its holder when it has expired', async ({ tenant }) => {
    const { access_token } = await connectedTokens(tenant.account)
    await env.DB.prepare('UPDATE assistant_grants SET access_until = ? WHERE organization_id = ?')
      .bind(Date.now(), tenant.organizationId)
      .run()
    const answer = await ask('/mcp', { method: 'POST', headers: { authorization: `Bearer ${access_token}` } })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toMatch(
      /^Bearer error="invalid_token", resource_metadata="/,
    )
    await answer.body?.cancel()
  })

  test.for<[string, string, number]>([
    ['a removed member', 'UPDATE organization_users SET is_active = 0 WHERE organization_id = ?', 401],
    [
      'a smaller plan',
      "UPDATE organization_subscriptions SET plan_type = 'pro' WHERE organization_id = ?",
      403,
    ],
    ['a deleted organization', 'DELETE FROM organizations WHERE id = ?', 401],
    ['a revoked key', 'DELETE FROM api_keys WHERE organization_id = ?', 401],
  ])('opens nothing after %s', async ([_, sql, status], { tenant }) => {
    const { access_token } = await connectedTokens(tenant.account)
    await env.DB.prepare(sql).bind(tenant.organizationId).run()
    expect(await statusOf(access_token)).toBe(status)
  })

  test('ends with the account’s other credentials', async ({ tenant }) => {
    const tokens = await connectedTokens(tenant.account)
    await loseCredentials(tenant.account.userId)
    expect(await statusOf(tokens.access_token)).toBe(401)
    expect((await refresh(tokens.refresh_token)).status).toBe(400)
    expect(
      await rows('SELECT * FROM assistant_grants WHERE organization_id = ?', tenant.organizationId),
    ).toEqual([])
  })

  test('works again on the plan with the API', async ({ tenant }) => {
    const tokens = await connectedTokens(tenant.account)
    await changePlan(env.DB, tenant.account, 'pro')
    expect(await statusOf(tokens.access_token)).toBe(403)
    await changePlan(env.DB, tenant.account, 'ai_insights')
    expect(await statusOf(tokens.access_token)).toBe(200)
  })
})

describe('the owner', () => {
  test('sees what is connected, and disconnects it', async ({ tenant, intruder }) => {
    const tokens = await connectedTokens(tenant.account)
    const { items } = await apiFor(tenant.account).apiKeys.list()
    const assistant = items.find(({ name }) => name === 'Assistant Aster')
    expect(assistant).toMatchObject({
      assistantHost: 'assistant.example.com',
      scopes: ['read', 'responses.write'],
      maker: tenant.account.email,
    })
    const id = assistant?.id ?? ''
    await expect(apiFor(tenant.account).apiKeys.rotate({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(apiFor(intruder.account).assistants.disconnect({ id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await statusOf(tokens.access_token)).toBe(200)
    await apiFor(tenant.account, { plan: 'free' }).assistants.disconnect({ id })
    expect(await statusOf(tokens.access_token)).toBe(401)
    expect((await refresh(tokens.refresh_token)).status).toBe(400)
    const log = await rows(
      "SELECT action, subject FROM audit_entries WHERE organization_id = ? AND action LIKE 'assistant%' ORDER BY id",
      tenant.organizationId,
    )
    expect(log).toEqual([
      { action: 'assistant_connected', subject: 'Assistant Aster' },
      { action: 'assistant_disconnected', subject: 'Assistant Aster' },
    ])
  })

  test('has at most 20 keys and assistants', async ({ tenant }) => {
    for (;;) {
      const made = await newKey(tenant.account).catch(() => null)
      if (!made) break
    }
    await expect(allowed(tenant.account)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(
      await rows('SELECT * FROM assistant_grants WHERE organization_id = ?', tenant.organizationId),
    ).toEqual([])
  })
})

test('with thousands of grants, each request reads only its own', async ({ tenant }) => {
  const tokens = await connectedTokens(tenant.account)
  const { organizationId, userId } = tenant.account
  const of = { organization_id: `'${organizationId}'` }
  await storeMany(5_000, 'api_keys', {
    ...of,
    id: "'k-' || value",
    created_by: `'${userId}'`,
    name: "'Other'",
    prefix: "''",
    key_hash: "'h-' || value",
    scopes: "'read'",
    created_at: '1',
  })
  await storeMany(5_000, 'assistant_grants', {
    ...of,
    key_id: "'k-' || value",
    client_id: "'x'",
    redirect_uri: "'https://x.example.com/'",
    challenge: "'x'",
    code_hash: "'c-' || value",
    refresh_hash: "'r-' || value",
    access_until: `${Date.now() + HOUR_MS}`,
  })
  const meter = createMeter()
  const measured = { env: { ...env, DB: metered(env.DB, meter) } }
  const asked = await ask('/mcp', {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    ...measured,
  })
  expect(asked.status).toBe(200)
  await asked.body?.cancel()
  const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id: CLIENT }
  const renewed = await (await sendForm('/oauth/token', form, measured)).json<typeof tokens>()
  await sendForm('/oauth/revoke', { token: renewed.access_token }, measured)
  expect(await statusOf(renewed.access_token)).toBe(401)
  expect(meter.rowsRead).toBeLessThan(100)
})

describe('a token is revoked', () => {
  test.for(['access_token', 'refresh_token'] as const)('by its holder: %s', async (kind, { tenant }) => {
    const tokens = await connectedTokens(tenant.account)
    const other = await connectedTokens(tenant.account)
    expect((await sendForm('/oauth/revoke', { token: tokens[kind], client_id: CLIENT })).status).toBe(200)
    expect(await statusOf(tokens.access_token)).toBe(401)
    expect((await refresh(tokens.refresh_token)).status).toBe(400)
    expect(await statusOf(other.access_token)).toBe(200)
  })

  test('but not a key, and unknown tokens are no error', async ({ tenant }) => {
    const { key } = await newKey(tenant.account)
    for (const token of [key, 'x', 'rva_x'])
      expect((await sendForm('/oauth/revoke', { token })).status).toBe(200)
    expect(await statusOf(key)).toBe(200)
    expect((await sendForm('/oauth/revoke', {})).status).toBe(400)
  })
})

describe('a client registers itself', () => {
  const register = (metadata: unknown, headers: Record<string, string> = {}) =>
    ask('/oauth/register', {
      method: 'POST',
      body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
      headers: { 'content-type': 'application/json', ...headers },
    })

  test('and gets no secret', async () => {
    const answer = await register({ client_name: 'Assistant Birch', redirect_uris: [CALLBACK] })
    expect(answer.status).toBe(201)
    expect(await answer.json()).toEqual({
      client_id: expect.any(String),
      client_id_issued_at: expect.any(Number),
      client_name: 'Assistant Birch',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    })
  })

  test.for<[string, unknown]>([
    ['no JSON', '{'],
    ['no address', { client_name: 'x', redirect_uris: [] }],
    ['no list', { client_name: 'x', redirect_uris: CALLBACK }],
    ['plain http', { client_name: 'x', redirect_uris: ['http://assistant.example.com/'] }],
    ['a script', { client_name: 'x', redirect_uris: ['javascript:alert(1)'] }],
    ['data', { client_name: 'x', redirect_uris: ['data:text/html,x'] }],
    ['an app', { client_name: 'x', redirect_uris: ['aster://callback'] }],
    ['a fragment', { client_name: 'x', redirect_uris: [`${CALLBACK}#x`] }],
    ['a user name', { client_name: 'x', redirect_uris: ['https://a@assistant.example.com/'] }],
    ['a wrong host of this computer', { client_name: 'x', redirect_uris: ['http://localhost.example.com/'] }],
    ['our own site', { client_name: 'x', redirect_uris: [`${ORIGIN}/app`] }],
    ['one of two', { client_name: 'x', redirect_uris: [CALLBACK, 'http://evil.example.com/'] }],
    ['a long name', { client_name: 'x'.repeat(101), redirect_uris: [CALLBACK] }],
    ['many addresses', { client_name: 'x', redirect_uris: Array(21).fill(CALLBACK) }],
  ])('but not with %s', async ([_, metadata]) => {
    const answer = await register(metadata)
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid_client_metadata' }])
  })

  test('at most 30 times an hour from one network', async () => {
    const from = { 'cf-connecting-ip': '203.0.113.77' }
    const statuses: number[] = []
    for (let count = 0; count < 31; count += 1) {
      const answer = await register({ redirect_uris: [CALLBACK] }, from)
      statuses.push(answer.status)
      if (answer.status === 429) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
      await answer.body?.cancel()
    }
    expect(statuses).toEqual([...Array(30).fill(201), 429])
  })

  test('and is forgotten after a day, unless somebody has allowed it', async ({ tenant }) => {
    const made = async () =>
      (
        await (
          await register({ client_name: 'Birch', redirect_uris: [CALLBACK] })
        ).json<{ client_id: string }>()
      ).client_id
    const [used, unused] = [await made(), await made()]
    await allowed(tenant.account, { client_id: used })
    await cleanUpIdentity({ ...contextFor(null), now: () => Date.now() + DAY_MS })
    const left = await rows('SELECT id FROM oauth_clients WHERE id IN (?, ?)', used, unused)
    expect(left).toEqual([{ id: used }])
    await allowed(tenant.account, { client_id: used })
    await expect(allowed(tenant.account, { client_id: unused })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  test('and cannot return to another client’s address', async ({ tenant }) => {
    const answer = await register({ client_name: 'x', redirect_uris: ['https://evil.example.com/callback'] })
    const { client_id } = await answer.json<{ client_id: string }>()
    await expect(allowed(tenant.account, { client_id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    // A code of one client is worth nothing to another, whatever it says about itself.
    const grant = await allowed(tenant.account)
    expect((await sendForm('/oauth/token', redemption(grant, { client_id }))).status).toBe(400)
  })
})
