import { describe, expect } from 'vitest'
import { allowed, redemption, rowsOf, sendForm } from '#tests/edge/support/assistants.ts'
import { contextFor } from '#tests/edge/support/caller.ts'
import { test } from '#tests/edge/support/test.ts'
import { ask, ORIGIN } from '#tests/edge/support/web.ts'
import { CALLBACK } from '#tests/upstream/assistant.ts'
import { cleanUpIdentity } from '#worker/identity/accounts/clean-up.ts'
import { DAY_MS } from '#worker/rules/durations.ts'

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
    const left = await rowsOf('SELECT id FROM oauth_clients WHERE id IN (?, ?)', used, unused)
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
