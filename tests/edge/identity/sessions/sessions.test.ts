import { env } from 'cloudflare:test'
import { expect, vi } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { failing } from '#tests/edge/support/faults.ts'
import { createMeter, metered } from '#tests/edge/support/meter.ts'
import { test } from '#tests/edge/support/test.ts'
import { ask, askProcedure, PRODUCTION, signedIn } from '#tests/edge/support/web.ts'
import { createAccount, joinOrganization } from '#tests/factories.ts'
import { resolveSession } from '#worker/identity/sessions/resolve-session.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

async function openedAt(createdAt: number) {
  const account = await createAccount(env.DB, { plan: 'pro', fullName: 'Ada Byron' })
  const cookie = await signedIn(account, { createdAt })
  return { account, cookie, token: cookie.slice('session='.length) }
}

async function isLive(token: string, now: number): Promise<boolean> {
  return (await resolveSession(databaseOf(env), token, now)) !== null
}

async function lastActivity(userId: string): Promise<unknown> {
  const row = await env.DB.prepare('SELECT last_activity_at FROM sessions WHERE user_id = ?')
    .bind(userId)
    .first()
  return row?.last_activity_at
}

test('a session contains its person, organization, role and plan', async () => {
  const { account, token } = await openedAt(NOW)
  expect(await resolveSession(databaseOf(env), token, NOW)).toEqual({
    id: expect.any(String),
    aal: 'aal1',
    amr: ['pwd'],
    nextLevel: 'aal1',
    authenticatedAt: NOW,
    factorAt: null,
    keepUntil: null,
    lastActivityAt: NOW,
    expiresAt: NOW + DAY_MS,
    user: {
      id: account.userId,
      email: account.email,
      fullName: 'Ada Byron',
      isVerified: true,
      mustChangePassword: false,
    },
    organization: {
      id: account.organizationId,
      name: 'Ada Byron',
      role: 'owner',
      plan: 'pro',
      businessIds: null,
      suggestsOnly: false,
    },
    unknownTier: null,
  })
})

test('a session ends after 30 minutes without a request', async () => {
  const { token } = await openedAt(NOW)
  expect(await isLive(token, NOW + 30 * MINUTE_MS)).toBe(false)
  expect(await isLive(token, NOW + 30 * MINUTE_MS - 1)).toBe(true)
})

test('a session in use still ends after 24 hours', async () => {
  const { token } = await openedAt(NOW)
  for (let at = NOW; at < NOW + DAY_MS; at += 29 * MINUTE_MS) expect(await isLive(token, at)).toBe(true)
  expect(await isLive(token, NOW + DAY_MS - 1)).toBe(true)
  expect(await isLive(token, NOW + DAY_MS)).toBe(false)
})

test('an idle session cannot be revived by another request', async () => {
  const { account, token } = await openedAt(NOW)
  expect(await isLive(token, NOW + HOUR_MS)).toBe(false)
  expect(await isLive(token, NOW + HOUR_MS)).toBe(false)
  expect(await lastActivity(account.userId)).toBe(NOW)
})

test('the last activity is written at most once a minute, in the same round trip', async () => {
  const { account, token } = await openedAt(NOW)
  const meter = createMeter()
  const db = databaseOf({ DB: metered(env.DB, meter) })
  const writes: [number, number][] = [
    [0, NOW],
    [59 * SECOND_MS, NOW],
    [60 * SECOND_MS, NOW + 60 * SECOND_MS],
    [119 * SECOND_MS, NOW + 60 * SECOND_MS],
    [125 * SECOND_MS, NOW + 125 * SECOND_MS],
  ]
  let written = 0
  for (const [after, stored] of writes) {
    const before = meter.rowsWritten
    await resolveSession(db, token, NOW + after)
    if (meter.rowsWritten > before) written += 1
    expect(await lastActivity(account.userId)).toBe(stored)
  }
  expect(written).toBe(2)
  // After 59 seconds no write is requested, either.
  expect(meter).toMatchObject({ roundTrips: writes.length, statements: 2 * writes.length - 1 })
})

test('a live session is accepted, and an ended one is not', async ({ account }) => {
  const now = Date.now()
  const cases: [string, number][] = [
    [await signedIn(account), 200],
    [await signedIn(account, { createdAt: now - 23 * HOUR_MS, lastActivityAt: now - 29 * MINUTE_MS }), 200],
    [await signedIn(account, { createdAt: now - 25 * HOUR_MS, lastActivityAt: now }), 401],
    [await signedIn(account, { createdAt: now - HOUR_MS, lastActivityAt: now - 31 * MINUTE_MS }), 401],
    ['session=unknown', 401],
  ]
  for (const [cookie, status] of cases) {
    const answer = await ask('/trpc/businesses.count', { headers: { cookie } })
    await answer.body?.cancel()
    expect(answer.status).toBe(status)
  }
})

test('signing out ends only this session and clears the browser', async ({ account }) => {
  const [here, there] = [await signedIn(account), await signedIn(account)]
  const answer = await askProcedure('auth.signOut', {}, { headers: { cookie: here } })
  expect(answer.status).toBe(200)
  await answer.body?.cancel()
  expect(answer.headers.get('set-cookie')).toBe('session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict')
  expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"')
  expect((await ask('/app', { headers: { cookie: here } })).status).toBe(302)
  expect((await ask('/app', { headers: { cookie: there } })).status).toBe(200)
  const rows = await env.DB.prepare('SELECT count(*) AS count FROM sessions WHERE user_id = ?')
    .bind(account.userId)
    .first()
  expect(rows).toEqual({ count: 1 })
})

test('a tab of somebody who has already logged out does not sign out the next person', async ({
  account,
  cookie,
}) => {
  const { userId } = await createAccount(env.DB)
  const stale = await askProcedure('auth.signOut', { userId }, { headers: { cookie } })
  await stale.body?.cancel()
  expect(stale.headers.get('set-cookie')).toBeNull()
  expect(stale.headers.get('clear-site-data')).toBeNull()
  expect((await ask('/app', { headers: { cookie } })).status).toBe(200)
  const own = await askProcedure('auth.signOut', { userId: account.userId }, { headers: { cookie } })
  await own.body?.cancel()
  expect((await ask('/app', { headers: { cookie } })).status).toBe(302)
})

test('signing out clears the cookie even without a session', async () => {
  for (const cookie of ['', 'session=unknown']) {
    const answer = await askProcedure('auth.signOut', {}, { headers: { cookie } })
    await answer.body?.cancel()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0;/)
  }
})

test.for([
  ['deletes', /delete from "sessions"/, 'Something went wrong on our end. Please try again later.'],
  ['does anything', /sessions/, 'Failed to check user session'],
  ['counts calls', /INSERT INTO attempts/, 'Something went wrong on our end. Please try again later.'],
] as const)(
  'signing out clears the cookie even if the database fails when it %s',
  { meta: { expectsFaults: true } },
  async ([_, fault, message], { cookie }) => {
    const bindings = { ...env, DB: failing(env.DB, fault) }
    const answer = await askProcedure('auth.signOut', {}, { headers: { cookie }, env: bindings })
    expect(await answer.json()).toMatchObject({ error: { message, data: { type: 'SERVER' } } })
    expect(answer.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0;/)
  },
)

test('while calls cannot be counted, reads continue and changes are refused', {
  meta: { expectsFaults: true },
}, async ({ cookie }) => {
  const bindings = { ...env, DB: failing(env.DB, /INSERT INTO attempts/) }
  const read = await ask('/trpc/businesses.count', { headers: { cookie }, env: bindings })
  expect(await read.json()).toEqual({ result: { data: expect.anything() } })
  const written = await askProcedure(
    'businesses.create',
    { name: 'Shop' },
    { headers: { cookie }, env: bindings },
  )
  expect(written.status).toBe(503)
  await written.body?.cancel()
  expect(await env.DB.prepare("SELECT * FROM businesses WHERE name = 'Shop'").all()).toMatchObject({
    results: [],
  })
})

test('an invalid session cookie is logged without its value', async () => {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  const cookie = `session=${'q'.repeat(43)}`
  await (await ask('/login', { headers: { cookie } })).body?.cancel()
  await (await ask('/login')).body?.cancel()
  log.mockRestore()
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      event: 'session_refused',
      at: expect.any(String),
      requestId: expect.any(String),
      reason: 'Invalid or expired session',
    },
  ])
})

test('a session is accepted only as a cookie, not in the address, the body or another header', async ({
  cookie,
}) => {
  const token = cookie.slice('session='.length)
  const answers = await Promise.all([
    ask(`/trpc/businesses.count?session=${token}&token=${token}`),
    ask('/trpc/businesses.count', { headers: { authorization: `Bearer ${token}` } }),
    ask('/trpc/businesses.count', { headers: { 'x-session': token, session: token } }),
    ask('/trpc/businesses.count', { headers: { cookie: `__Host-session=${token}; sessions=${token}` } }),
    askProcedure('businesses.create', { name: 'Shop', session: token, userId: 'u', organizationId: 'o' }),
  ])
  for (const answer of answers) {
    await answer.body?.cancel()
    expect(answer.status).toBe(401)
  }
})

test('in production only the host-bound cookie is accepted', async ({ cookie }) => {
  const address = 'https://reviews.example.com/trpc/businesses.count'
  const plain = await ask(address, { env: PRODUCTION, headers: { cookie } })
  await plain.body?.cancel()
  expect(plain.status).toBe(401)
  const tied = await ask(address, { env: PRODUCTION, headers: { cookie: `__Host-${cookie}` } })
  await tied.body?.cancel()
  expect(tied.status).toBe(200)
})

test('a removed member loses access and a changed role applies at once, in the same session', async ({
  account: owner,
  stranger: person,
}) => {
  await joinOrganization(env.DB, owner, person, 'admin')
  const cookie = await signedIn({ ...person, organizationId: owner.organizationId })
  const own = await signedIn(person)
  const status = async (change: string) => {
    await env.DB.prepare(`UPDATE organization_users SET ${change} WHERE organization_id = ? AND user_id = ?`)
      .bind(owner.organizationId, person.userId)
      .run()
    const answer = await askProcedure('businesses.create', { name: 'Shop' }, { headers: { cookie } })
    await answer.body?.cancel()
    return answer.status
  }
  expect(await status("role = 'member'")).toBe(200)
  expect(await status("role = 'viewer'")).toBe(403)
  expect(await status("is_active = 0, role = 'owner'")).toBe(401)
  // Their own organization is not affected.
  const elsewhere = await ask('/trpc/businesses.count', { headers: { cookie: own } })
  await elsewhere.body?.cancel()
  expect(elsewhere.status).toBe(200)
})

test('a changed plan of the organization applies to the next request of a session', async () => {
  const account = await createAccount(env.DB, { plan: 'free' })
  const cookie = await signedIn(account)
  const plan = async () => {
    const answer = await ask('/trpc/auth.session', { headers: { cookie } })
    return (await answer.json<{ result: { data: { plan: string } } }>()).result.data.plan
  }
  expect(await plan()).toBe('free')
  await env.DB.prepare("UPDATE organization_subscriptions SET plan_type = 'pro' WHERE organization_id = ?")
    .bind(account.organizationId)
    .run()
  expect(await plan()).toBe('pro')
  await env.DB.prepare('DELETE FROM organization_subscriptions WHERE organization_id = ?')
    .bind(account.organizationId)
    .run()
  expect(await plan()).toBe('free')
})
