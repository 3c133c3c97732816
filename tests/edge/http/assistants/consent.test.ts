import { describe, expect } from 'vitest'
import {
  allowed,
  type Fields,
  redemption,
  requestOf,
  rowsOf,
  sendForm,
} from '#tests/edge/support/assistants.ts'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { test } from '#tests/edge/support/test.ts'
import { ask, ORIGIN, signedIn } from '#tests/edge/support/web.ts'
import { CALLBACK, clientAddress } from '#tests/upstream/assistant.ts'
import { randomToken } from '#worker/platform/ids.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'

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
    const before = await rowsOf('SELECT count(*) AS count FROM api_keys')
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
    expect(await rowsOf('SELECT count(*) AS count FROM api_keys')).toEqual(before)
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
