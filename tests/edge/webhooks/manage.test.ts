import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { AT_ONCE, barrier } from '#tests/edge/support/faults.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { createAccount } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { actionText } from '#worker/rules/audit-log.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'
import { type CreateWebhookInput, MAX_ENDPOINTS } from '#worker/rules/webhooks.ts'
import { storeEvent } from './support.ts'

const test = base.extend('account', () => createAccount(env.DB, { plan: 'ai_insights' }))

const INPUT: CreateWebhookInput = {
  url: 'https://receiver.example.com/take/managed#part',
  events: ['review.created'],
}

test('the secret is shown once and stored sealed', async ({ account }) => {
  const api = apiFor(account)
  const { id, secret } = await api.webhooks.create(INPUT)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const row = await env.DB.prepare('SELECT * FROM webhook_endpoints WHERE id = ?').bind(id).first()
  expect(JSON.stringify(row)).not.toContain(secret.slice(6))
  const list = await api.webhooks.list()
  expect(JSON.stringify(list)).not.toContain(secret.slice(6))
  expect(list.items).toEqual([
    {
      id,
      url: 'https://receiver.example.com/take/managed',
      events: ['review.created'],
      secretNumber: 1,
      createdAt: expect.any(String),
      failingSince: null,
      offReason: null,
      isProven: true,
      proofFault: null,
      heldUntil: null,
    },
  ])
})

test('changes to endpoints are in the audit log', async ({ account }) => {
  const api = apiFor(account)
  const { id } = await api.webhooks.create(INPUT)
  await api.webhooks.update({ id, events: ['review.edited'] })
  await api.webhooks.rotate({ id, secretNumber: 1 })
  await api.webhooks.remove({ id })
  const { items } = await api.organizations.auditLog({ subject: 'keys' })
  const address = 'https://receiver.example.com/take/managed'
  expect(items.map(actionText).toReversed()).toEqual([
    `added the webhook endpoint ${address}`,
    `changed the webhook endpoint ${address}`,
    `replaced the secret of the webhook endpoint ${address}`,
    `deleted the webhook endpoint ${address}`,
  ])
  await expect(api.webhooks.remove({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

describe('of many concurrent requests', () => {
  test.for([0, 24] as const)(
    'one replaces the secret, with %i hours for the former one',
    async (overlapHours, { account }) => {
      const { id, secret } = await apiFor(account).webhooks.create(INPUT)
      const bindings = { ...env, DB: barrier(env.DB, /update "webhook_endpoints"/i, AT_ONCE) }
      const api = createApi(contextFor(account, { env: bindings }))
      const outcomes = await Promise.allSettled(
        Array.from({ length: AT_ONCE }, () => api.webhooks.rotate({ id, secretNumber: 1, overlapHours })),
      )
      const made = outcomes.flatMap((outcome) =>
        outcome.status === 'fulfilled' ? [outcome.value.secret] : [],
      )
      expect(made).toHaveLength(1)
      expect(made).not.toEqual([secret])
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'CONFLICT' })
      }
      expect((await apiFor(account).webhooks.list()).items).toMatchObject([{ secretNumber: 2 }])
    },
  )

  test('as many create an endpoint as the organization may have', async ({ account }) => {
    const bindings = { ...env, DB: barrier(env.DB, /INSERT INTO webhook_endpoints/, AT_ONCE) }
    const api = createApi(contextFor(account, { env: bindings }))
    const outcomes = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () => api.webhooks.create(INPUT)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_ENDPOINTS)
    expect((await apiFor(account).webhooks.list()).items).toHaveLength(MAX_ENDPOINTS)
  })
})

describe('an endpoint can be created or changed only', () => {
  test('on a plan with the API, but can be seen and deleted on every plan', async ({ account }) => {
    const { id } = await apiFor(account).webhooks.create(INPUT)
    const api = apiFor(account, { plan: 'pro' })
    const calls = [
      () => api.webhooks.create(INPUT),
      () => api.webhooks.update({ id, isOn: false }),
      () => api.webhooks.rotate({ id, secretNumber: 1 }),
      () => api.webhooks.test({ id }),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ cause: { code: 'plan_limit' } })
    expect((await api.webhooks.list()).items).toHaveLength(1)
    expect((await api.webhooks.deliveries({ id })).items).toEqual([])
    await api.webhooks.remove({ id })
  })

  test('with a verified email address and a recently entered credential', async ({ account }) => {
    const { id } = await apiFor(account).webhooks.create(INPUT)
    await expect(apiFor(account, { isVerified: false }).webhooks.create(INPUT)).rejects.toMatchObject({
      cause: { code: 'email_not_verified' },
    })
    const old = contextFor(account)
    if (old.session) old.session.authenticatedAt = Date.now() - HOUR_MS
    const api = createApi(old)
    const calls = [
      () => api.webhooks.create(INPUT),
      () => api.webhooks.update({ id, url: 'https://receiver.example.com/take/elsewhere' }),
      () => api.webhooks.rotate({ id, secretNumber: 1 }),
    ]
    for (const call of calls)
      await expect(call()).rejects.toMatchObject({ cause: { code: 'recent_login_needed' } })
  })

  test('for known events, at least one', async ({ account }) => {
    for (const events of [[], ['webhook.test'], ['review.created', 'anything'], undefined]) {
      const input = { ...INPUT, events } as never
      await expect(apiFor(account).webhooks.create(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })
})

describe('an endpoint that has not proven itself', () => {
  const at = (path: string): CreateWebhookInput => ({ ...INPUT, url: `https://receiver.example.com${path}` })

  test.for([
    ['/mute/1', 'It answered, but not with the challenge that we sent.'],
    ['/echo/1', 'It answered, but not with the challenge that we sent.'],
    ['/away/1', 'It answered 302 instead of 200.'],
    ['/unknown/1', expect.stringMatching(/^It answered \d+ instead of 200\.$/)],
  ] as const)('shows the reason: %s', async ([path, proofFault], { account }) => {
    const api = apiFor(account)
    expect(await api.webhooks.create(at(path))).toMatchObject({ proofFault })
    expect((await api.webhooks.list()).items).toMatchObject([{ isProven: false, proofFault }])
  })

  test('gets nothing, not even a test, until it answers the challenge', async ({ account }) => {
    const api = apiFor(account)
    const { id } = await api.webhooks.create(at('/mute/2'))
    const rows = () =>
      env.DB.prepare('SELECT count(*) AS count FROM webhook_deliveries WHERE endpoint_id = ?')
        .bind(id)
        .first()
    const happens = () => storeEvent(account)
    await happens()
    await expect(api.webhooks.test({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await rows()).toEqual({ count: 0 })
    expect(await api.webhooks.prove({ id })).toMatchObject({ proofFault: expect.any(String) })
    await env.DB.prepare('UPDATE webhook_endpoints SET url = ? WHERE id = ?')
      .bind('https://receiver.example.com/take/2', id)
      .run()
    expect(await api.webhooks.prove({ id })).toEqual({ proofFault: null })
    expect((await api.webhooks.list()).items).toMatchObject([{ isProven: true, proofFault: null }])
    await happens()
    expect(await rows()).toEqual({ count: 1 })
  })

  test('is challenged at most 30 times an hour', async ({ account }) => {
    const api = apiFor(account)
    const { id } = await api.webhooks.create(at('/mute/3'))
    for (let asked = 1; asked < 30; asked += 1) await api.webhooks.prove({ id })
    expect(await api.webhooks.prove({ id })).toEqual({
      proofFault: 'You have tried many times in the last hour. Please try again later.',
    })
  })

  test('cannot replace a proven one', async ({ account }) => {
    const api = apiFor(account)
    const { id } = await api.webhooks.create(INPUT)
    await expect(api.webhooks.update({ id, url: at('/mute/4').url })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { fields: { url: expect.stringContaining('not with the challenge') } },
    })
    expect((await api.webhooks.list()).items).toMatchObject([
      { url: 'https://receiver.example.com/take/managed', isProven: true },
    ])
    await api.webhooks.update({ id, url: at('/take/4').url })
    expect((await api.webhooks.list()).items).toMatchObject([{ url: at('/take/4').url, isProven: true }])
  })
})
