import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import {
  allowed,
  CLIENT,
  connectedTokens,
  refresh,
  rowsOf,
  sendForm,
  statusOf,
} from '#tests/edge/support/assistants.ts'
import { apiFor, loseCredentials } from '#tests/edge/support/caller.ts'
import { newKey } from '#tests/edge/support/keys.ts'
import { storeMany } from '#tests/edge/support/many-rows.ts'
import { createMeter, metered } from '#tests/edge/support/meter.ts'
import { createTenant } from '#tests/edge/support/tenant.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { ask } from '#tests/edge/support/web.ts'
import { changePlan } from '#tests/factories.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'

const test = base.extend('intruder', () => createTenant('canaryintruder', Date.now()))

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
      await rowsOf('SELECT * FROM assistant_grants WHERE organization_id = ?', tenant.organizationId),
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
    const log = await rowsOf(
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
      await rowsOf('SELECT * FROM assistant_grants WHERE organization_id = ?', tenant.organizationId),
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
