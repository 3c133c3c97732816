import { env } from 'cloudflare:test'
import { test as base, expect } from 'vitest'
import { cookiesOf } from '#tests/edge/oauth/flow.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { ask, ORIGIN, PRODUCTION, signedIn } from '#tests/edge/support/web.ts'
import { createAccount, createBusiness } from '#tests/factories.ts'
import { connectionRows, newOwner, Stage } from './flow.ts'

const test = base.extend('owner', () => newOwner())
const stage = new Stage('connect')

test('an owner is sent to Google for the business scope and offline access', async () => {
  const { account } = await newOwner()
  const business = await createBusiness(env.DB, account)
  const answer = await ask(`https://reviews.example.com/connections/google?business=${business.id}`, {
    headers: { cookie: `__Host-session=${(await signedIn(account)).slice('session='.length)}` },
    env: { ...PRODUCTION, GOOGLE_CLIENT_ID: 'google-client', GOOGLE_CLIENT_SECRET: 'secret-canary' },
  })
  await answer.body?.cancel()
  expect(answer.status).toBe(302)
  const url = new URL(answer.headers.get('location') ?? '')
  expect(url.origin + url.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'google-client',
    redirect_uri: 'https://reviews.example.com/connections/google/callback',
    scope: 'openid email https://www.googleapis.com/auth/business.manage',
    access_type: 'offline',
    prompt: 'consent',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(url.href).not.toContain('canary')
  expect(cookiesOf(answer)).toContainEqual(
    expect.stringMatching(/^__Host-oauth=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  )
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
})

test('an owner who agrees chooses a place next, and the tokens are stored encrypted', async ({ owner }) => {
  const { connectionId, path } = await stage.connect(owner)
  expect(path).toBe(
    `/app/businesses/${owner.business.id}/connect?connection=${connectionId}&connected=google`,
  )

  const [row] = await connectionRows(owner.account)
  expect(row).toMatchObject({
    id: connectionId,
    provider: 'google',
    label: 'wren.alder@example.test',
    state: 'active',
    fault: null,
    created_by: owner.account.userId,
    scopes: 'openid email https://www.googleapis.com/auth/business.manage',
  })
  expect(Number(row?.access_expires_at)).toBeGreaterThan(Date.now())
  for (const sealed of [row?.sealed_access_token, row?.sealed_refresh_token]) {
    expect(sealed).toMatch(/^[\w-]{16}\.[\w-]{40,}$/)
  }
  const { items } = await apiFor(owner.account, { env: stage.env }).connections.list()
  expect(items).toEqual([
    {
      id: connectionId,
      provider: 'google',
      label: 'wren.alder@example.test',
      state: 'active',
      fault: null,
      since: expect.any(String),
      links: [],
    },
  ])
  expect(JSON.stringify(items)).not.toContain('sealed')
})

test('connecting the same account again keeps the connection and replaces its tokens', async ({ owner }) => {
  const first = await stage.connect(owner)
  const [before] = await connectionRows(owner.account)
  const second = await stage.connect(owner)
  const rows = await connectionRows(owner.account)
  expect(second.connectionId).toBe(first.connectionId)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.sealed_refresh_token).not.toBe(before?.sealed_refresh_token)
  // Another account makes another connection.
  await stage.connect(owner, 'tomas')
  expect(await connectionRows(owner.account)).toHaveLength(2)
})

test('an account on a platform lost with the plan shows the plan and cannot be used', async () => {
  const owner = await newOwner({ plan: 'pro' })
  const { connectionId } = await stage.connect(owner, 'wren', 'facebook')
  const screen = `/app/businesses/${owner.business.id}/connect`
  const shown = async (query = '') => {
    const answer = await ask(`${screen}${query}`, { env: stage.env, headers: { cookie: owner.session } })
    return answer.text()
  }
  expect(await shown()).toContain(`${screen}?connection=${connectionId}`)
  await env.DB.prepare("UPDATE organization_subscriptions SET plan_type = 'free' WHERE organization_id = ?")
    .bind(owner.account.organizationId)
    .run()
  for (const state of ['active', 'revoked']) {
    await env.DB.prepare('UPDATE connections SET state = ? WHERE id = ?').bind(state, connectionId).run()
    for (const query of ['', `?connection=${connectionId}`]) {
      const html = await shown(query)
      expect(html).toContain('Part of the Pro plan')
      expect(html).not.toContain(`href="${screen}?connection=${connectionId}"`)
      expect(html).not.toContain('href="/connections/facebook')
      expect(html).toContain('href="/connections/google')
    }
  }
})

test('the redirect and the callback are private, send no referrer and refuse POST', async () => {
  const { business, session } = await newOwner()
  for (const address of [
    `/connections/google?business=${business.id}`,
    '/connections/google/callback?code=canary&state=canary',
    '/connections/nowhere',
  ]) {
    const answer = await ask(address, { env: stage.env, headers: { cookie: session } })
    await answer.body?.cancel()
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
  }
  for (const [origin, status] of [
    ['https://evil.example', 403],
    [ORIGIN, 405],
  ] as const) {
    const init = { method: 'POST', body: 'code=x&state=y', headers: { cookie: session, origin } }
    for (const path of ['/connections/google', '/connections/google/callback']) {
      const answer = await ask(path, init)
      await answer.body?.cancel()
      expect(answer.status).toBe(status)
    }
  }
})

test("a new connection appears in the owner's security log", async ({ owner }) => {
  await stage.connect(owner)
  const { items } = await apiFor(owner.account, { env: stage.env }).auth.securityEvents()
  expect(items).toContainEqual(expect.objectContaining({ type: 'connection_added', outcome: 'done' }))
})

test('another organization can neither see nor use the connection', async () => {
  const [owner, stranger] = [await newOwner(), await newOwner()]
  const { connectionId } = await stage.connect(owner)
  expect((await apiFor(stranger.account).connections.list()).items).toEqual([])
  const account = await createAccount(env.DB, { plan: 'ai_insights' })
  for (const who of [stranger.account, account]) {
    await expect(apiFor(who).connections.remove({ id: connectionId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(apiFor(who).connections.locations({ connectionId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  }
  expect(await connectionRows(owner.account)).toHaveLength(1)
})
