import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import {
  allowed,
  CLIENT,
  connectedTokens,
  type Fields,
  redemption,
  refresh,
  rowsOf,
  sendForm,
  statusOf,
} from '#tests/edge/support/assistants.ts'
import { AT_ONCE, barrier } from '#tests/edge/support/faults.ts'
import { newKey } from '#tests/edge/support/keys.ts'
import { test } from '#tests/edge/support/test.ts'
import { clientAddress } from '#tests/upstream/assistant.ts'
import { DAY_MS, MINUTE_MS } from '#worker/rules/durations.ts'

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
      await rowsOf('SELECT * FROM api_keys'),
      await rowsOf('SELECT * FROM assistant_grants'),
      await rowsOf('SELECT * FROM security_events'),
      await rowsOf('SELECT * FROM audit_entries'),
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
    const [key] = await rowsOf(
      'SELECT * FROM api_keys WHERE organization_id = ? AND name = ?',
      tenant.organizationId,
      'Assistant Aster',
    )
    expect(Number(key?.expires_at)).toBeGreaterThan(Date.now() + 89 * DAY_MS)
    await env.DB.prepare('UPDATE api_keys SET expires_at = 1 WHERE id = ?').bind(key?.id).run()
    expect((await refresh(refresh_token)).status).toBe(400)
  })
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
