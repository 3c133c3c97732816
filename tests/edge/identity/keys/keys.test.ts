import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { apiFor, contextFor, loseCredentials } from '#tests/edge/support/caller.ts'
import { AT_ONCE, barrier } from '#tests/edge/support/faults.ts'
import { newKey } from '#tests/edge/support/keys.ts'
import { createMeter, metered } from '#tests/edge/support/meter.ts'
import { PROCEDURES } from '#tests/edge/support/procedures.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { type Ask, ask, signedIn } from '#tests/edge/support/web.ts'
import { type Account, createAccount, createBusiness } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { cleanUpIdentity } from '#worker/identity/accounts/clean-up.ts'
import { MAX_API_KEYS } from '#worker/rules/api-keys.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'
import { OPEN_TO_KEYS } from '#worker/rules/tokens.ts'

const test = base
  .extend('account', () => createAccount(env.DB, { plan: 'ai_insights' }))
  .extend('business', ({ account }) => createBusiness(env.DB, account))

/** Pushes an unreadable body: a valid key gets as far as the input check. */
async function use(key: string, init: Ask = {}) {
  const answer = await ask('/api/v1/reviews', {
    method: 'POST',
    body: '{}',
    ...init,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': 'some-key-1',
      ...init.headers,
    },
  })
  await answer.body?.cancel()
  return answer.status
}

const COUNTS = 422

function rowsOf(account: Account) {
  return env.DB.prepare('SELECT * FROM api_keys WHERE organization_id = ? ORDER BY created_at, rowid')
    .bind(account.organizationId)
    .all<Record<string, string | number | null>>()
    .then(({ results }) => results)
}

test('a key is shown once and not stored in full', async ({ account }) => {
  const { key } = await newKey(account, { name: 'Weekly report', scopes: ['read'], days: 90 })
  expect(key).toMatch(/^rvk_[\w-]{43}$/)
  const rows = await rowsOf(account)
  expect(JSON.stringify(rows)).not.toContain(key.slice(10))
  const list = await apiFor(account).apiKeys.list()
  expect(JSON.stringify(list)).not.toContain(key.slice(10))
  expect(list.items).toEqual([
    {
      id: rows[0]?.id,
      name: 'Weekly report',
      prefix: key.slice(0, 10),
      scopes: ['read'],
      maker: account.email,
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      lastUsedAt: null,
      isReplaced: false,
      assistantHost: null,
    },
  ])
})

test('a key opens the API and the scrapers, but no procedures or pages', async ({ account, business }) => {
  const { key } = await newKey(account)
  expect(await use(key)).toBe(COUNTS)
  const headers = { authorization: `Bearer ${key}` }
  const scrape = await ask('/functions/v1/google-business-scraper', {
    method: 'POST',
    body: JSON.stringify({ business_id: business.id, business_url: 'https://www.google.com/maps/place/x' }),
    headers: { ...headers, 'content-type': 'application/json' },
  })
  expect(scrape.status).toBe(400)
  expect(await scrape.json()).toMatchObject({ success: false })
  const procedure = await ask('/trpc/businesses.count', { headers })
  expect(procedure.status).toBe(401)
  await procedure.body?.cancel()
  const page = await ask('/app', { headers })
  expect(page.headers.get('location')).toMatch(/^\/login/)
  await page.body?.cancel()
})

test('a key sent with a cookie is refused', async ({ account }) => {
  const { key } = await newKey(account)
  expect(await use(key, { headers: { cookie: await signedIn(account) } })).toBe(401)
})

describe('a key is refused', () => {
  test('if nobody has it', async ({ account }) => {
    const { key } = await newKey(account)
    for (const other of ['rvk_', `${key}x`, key.slice(0, -1), key.toUpperCase(), `rvk_${'a'.repeat(43)}`]) {
      expect(await use(other)).toBe(401)
    }
  })

  test('if it was revoked', async ({ account }) => {
    const { id, key } = await newKey(account)
    await apiFor(account).apiKeys.revoke({ id })
    expect(await use(key)).toBe(401)
    await expect(apiFor(account).apiKeys.revoke({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test.for<[string, string, number]>([
    ['expired', 'UPDATE api_keys SET expires_at = 1 WHERE organization_id = ?1', 401],
    ['is of a removed member', 'UPDATE organization_users SET is_active = 0 WHERE organization_id = ?1', 401],
    ['is of nobody', 'DELETE FROM organization_users WHERE organization_id = ?1', 401],
    ['is of a viewer', "UPDATE organization_users SET role = 'viewer' WHERE organization_id = ?1", 403],
    [
      'lost its plan',
      "UPDATE organization_subscriptions SET plan_type = 'pro' WHERE organization_id = ?1",
      403,
    ],
    ['lacks the scope', "UPDATE api_keys SET scopes = 'read' WHERE organization_id = ?1", 403],
    ['has no scope that is known', "UPDATE api_keys SET scopes = '* admin' WHERE organization_id = ?1", 403],
  ])('if it %s', async ([_, change, status], { account }) => {
    const { key } = await newKey(account)
    expect(await use(key)).toBe(COUNTS)
    await env.DB.prepare(change).bind(account.organizationId).run()
    expect(await use(key)).toBe(status)
  })

  test('if it was made before all credentials were ended', async ({ account }) => {
    const { key } = await newKey(account)
    await loseCredentials(account.userId)
    expect(await use(key)).toBe(401)
  })
})

test('every scope names only procedures that exist', () => {
  const known = PROCEDURES.map(({ path }) => path)
  expect(
    Object.values(OPEN_TO_KEYS)
      .flat()
      .filter((path) => !known.includes(path)),
  ).toEqual([])
})

test('the last use is recorded every few minutes', async ({ account }) => {
  const { key } = await newKey(account)
  const written = async () => {
    const meter = createMeter()
    await use(key, { env: { ...env, DB: metered(env.DB, meter) } })
    return (await rowsOf(account))[0]?.last_used_at
  }
  const first = await written()
  expect(first).toBeGreaterThan(Date.now() - MINUTE_MS)
  expect(await written()).toBe(first)
  await env.DB.prepare('UPDATE api_keys SET last_used_at = ? WHERE organization_id = ?')
    .bind(Date.now() - 6 * MINUTE_MS, account.organizationId)
    .run()
  expect(await written()).toBeGreaterThan(Date.now() - MINUTE_MS)
})

test('each key has its own limit of 100 calls a minute', async ({ account }) => {
  const [busy, other] = [await newKey(account), await newKey(account)]
  for (let call = 0; call < 100; call += 1) expect(await use(busy.key)).toBe(COUNTS)
  expect(await use(busy.key)).toBe(429)
  expect(await use(other.key)).toBe(COUNTS)
})

describe('a rotation', () => {
  test('keeps the former key for the requested overlap', async ({ account }) => {
    const former = await newKey(account, { name: 'Report', scopes: ['read', 'reviews.push'], days: 30 })
    const now = Date.now()
    const made = await apiFor(account).apiKeys.rotate({ id: former.id, overlapHours: 1 })
    expect(await use(former.key)).toBe(COUNTS)
    expect(await use(made.key)).toBe(COUNTS)
    const { items } = await apiFor(account).apiKeys.list()
    expect(items).toMatchObject([
      { id: made.id, name: 'Report', scopes: ['read', 'reviews.push'], isReplaced: false },
      { id: former.id, name: 'Report', isReplaced: true },
    ])
    const [ends, replacedEnds] = items.map(({ expiresAt }) => Date.parse(expiresAt ?? ''))
    expect(Math.abs(Number(ends) - now - 30 * DAY_MS)).toBeLessThan(MINUTE_MS)
    expect(Math.abs(Number(replacedEnds) - now - HOUR_MS)).toBeLessThan(MINUTE_MS)
    await apiFor(account).apiKeys.rotate({ id: made.id, overlapHours: 0 })
    expect(await use(made.key)).toBe(401)
  })

  test('never extends a key that ends earlier', async ({ account }) => {
    const { id } = await newKey(account)
    const end = Date.now() + HOUR_MS
    await env.DB.prepare('UPDATE api_keys SET expires_at = ? WHERE id = ?').bind(end, id).run()
    await apiFor(account).apiKeys.rotate({ id, overlapHours: 168 })
    expect((await rowsOf(account)).find((row) => row.id === id)?.expires_at).toBe(end)
  })

  test('makes one key if it is requested many times at once', async ({ account }) => {
    const { id } = await newKey(account)
    const api = createApi(
      contextFor(account, { env: { ...env, DB: barrier(env.DB, /INSERT INTO api_keys/, AT_ONCE) } }),
    )
    const outcomes = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () => api.apiKeys.rotate({ id })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(await rowsOf(account)).toHaveLength(2)
  })
})

test('simultaneous requests make no more keys than an organization may have', async ({ account }) => {
  const api = createApi(
    contextFor(account, { env: { ...env, DB: barrier(env.DB, /INSERT INTO api_keys/, AT_ONCE) } }),
  )
  const outcomes = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, () => api.apiKeys.create({ name: 'One of many', scopes: ['read'] })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_API_KEYS)
  expect(await rowsOf(account)).toHaveLength(MAX_API_KEYS)
})

describe('a key can be made only', () => {
  test('on a plan with the API, but can be listed and revoked on any plan', async ({ account }) => {
    const { id } = await newKey(account)
    const api = apiFor(account, { plan: 'pro' })
    await expect(api.apiKeys.create({ name: 'Own', scopes: ['read'] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('API'),
    })
    await expect(api.apiKeys.rotate({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await api.apiKeys.list()).items).toHaveLength(1)
    await api.apiKeys.revoke({ id })
  })

  test('with a verified address and a recently entered credential', async ({ account }) => {
    const input = { name: 'Own', scopes: ['read' as const] }
    await expect(apiFor(account, { isVerified: false }).apiKeys.create(input)).rejects.toMatchObject({
      cause: { code: 'email_not_verified' },
    })
    const old = contextFor(account)
    if (old.session) old.session.authenticatedAt = Date.now() - HOUR_MS
    await expect(createApi(old).apiKeys.create(input)).rejects.toMatchObject({
      cause: { code: 'recent_login_needed' },
    })
  })

  test('with at least one scope, all of them known', async ({ account }) => {
    for (const scopes of [[], ['write'], ['read', 'admin'], 'read', undefined]) {
      const input = { name: 'Own', scopes } as never
      await expect(apiFor(account).apiKeys.create(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })
})

test('an expired key is deleted some days later', async ({ account }) => {
  const [ended, open] = [await newKey(account), await newKey(account)]
  const end = (days: number) =>
    env.DB.prepare('UPDATE api_keys SET expires_at = ? WHERE id = ?')
      .bind(Date.now() - days * DAY_MS, ended.id)
      .run()
  await end(6)
  await cleanUpIdentity(backgroundContext(env))
  expect(await rowsOf(account)).toHaveLength(2)
  await end(8)
  await cleanUpIdentity(backgroundContext(env))
  expect((await rowsOf(account)).map(({ id }) => id)).toEqual([open.id])
})
