import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { createMeter, metered } from '#tests/edge/support/meter.ts'
import { networkOf } from '#tests/edge/support/networks.ts'
import { test } from '#tests/edge/support/test.ts'
import { ask, askProcedure, signedIn } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { completeSignIn } from '#worker/identity/sessions/complete-sign-in.ts'
import { renewSession } from '#worker/identity/sessions/renew-session.ts'
import { resolveSession } from '#worker/identity/sessions/resolve-session.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const db = databaseOf(env)

/** A session in constant use, with the token that its browser has at any moment. */
async function busySession(options: { aal2?: boolean } = {}) {
  const account = await createAccount(env.DB)
  const cookie = await signedIn(account, { createdAt: NOW })
  if (options.aal2) {
    await env.DB.prepare(`UPDATE sessions SET aal = 'aal2', factor_at = ? WHERE user_id = ?`)
      .bind(NOW, account.userId)
      .run()
  }
  let token = cookie.slice('session='.length)
  let expiresAt = NOW
  return {
    account,
    token: () => token,
    /** Makes one request and returns whether it was let in and whether it got a new token. */
    async request(at: number, using = token): Promise<'out' | 'in' | 'renewed'> {
      const session = await resolveSession(db, using, at)
      if (!session) return 'out'
      expiresAt = session.expiresAt
      const set = await renewSession({ ...backgroundContext(env), now: () => at }, session, using)
      if (!set) return 'in'
      token = /^session=([^;]+)/.exec(set)?.[1] ?? ''
      return 'renewed'
    },
    async requestsUntil(end: number, from = NOW): Promise<void> {
      // Often enough never to be idle and to meet the last five minutes.
      for (let at = from; at < end; ) {
        await this.request(at)
        at += (expiresAt - at > 30 * MINUTE_MS ? 25 : 4) * MINUTE_MS
      }
    },
  }
}

test('a session used in its last five minutes gets a new token and another day', async () => {
  const session = await busySession()
  await session.requestsUntil(NOW + DAY_MS - 6 * MINUTE_MS)
  const first = session.token()
  expect(await session.request(NOW + DAY_MS - 5 * MINUTE_MS - 1)).toBe('in')
  const renewedAt = NOW + DAY_MS - 5 * MINUTE_MS
  expect(await session.request(renewedAt)).toBe('renewed')
  expect(session.token()).not.toBe(first)
  expect(await session.request(renewedAt + 20 * MINUTE_MS)).toBe('in')
  const row = await env.DB.prepare('SELECT expires_at FROM sessions WHERE user_id = ?')
    .bind(session.account.userId)
    .first()
  expect(row).toEqual({ expires_at: NOW + 2 * DAY_MS })
})

test('the former token works until its grace period ends and is not renewed', async () => {
  const session = await busySession()
  const first = session.token()
  const at = NOW + DAY_MS - MINUTE_MS
  await session.requestsUntil(at)
  const former = session.token()
  expect(former).not.toBe(first)
  const renewed = await env.DB.prepare('SELECT previous_valid_until AS until FROM sessions WHERE user_id = ?')
    .bind(session.account.userId)
    .first<{ until: number }>()
  const until = renewed?.until ?? 0
  expect(await session.request(until - 1, first)).toBe('in')
  expect(await session.request(until, first)).toBe('out')
  expect(await session.request(until)).toBe('in')
})

test('a session ends a week after the password was entered', async () => {
  const session = await busySession()
  await session.requestsUntil(NOW + 7 * DAY_MS)
  expect(await session.request(NOW + 7 * DAY_MS - 1)).toBe('in')
  expect(await session.request(NOW + 7 * DAY_MS)).toBe('out')
})

test('a session with a second factor ends a day after the code', async () => {
  const session = await busySession({ aal2: true })
  await session.requestsUntil(NOW + DAY_MS)
  expect(await session.request(NOW + DAY_MS - 1)).toBe('in')
  expect(await session.request(NOW + DAY_MS)).toBe('out')
})

test('an HTTP request gets the new token with its answer, from a page or a procedure', async () => {
  for (const address of ['/app/profile', '/trpc/auth.session']) {
    const account = await createAccount(env.DB)
    const createdAt = Date.now() - DAY_MS + MINUTE_MS
    const cookie = await signedIn(account, { createdAt, lastActivityAt: Date.now() })
    const answer = await ask(address, { headers: { cookie } })
    await answer.body?.cancel()
    expect(answer.status).toBe(200)
    const set = answer.headers.get('set-cookie') ?? ''
    expect(set).toMatch(/^session=[A-Za-z0-9_-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(set).not.toContain(cookie)
    for (const one of [cookie, set.split(';')[0] ?? '']) {
      expect((await ask('/app', { headers: { cookie: one } })).status).toBe(200)
    }
  }
})

test('an invalid session cookie is cleared, except on public pages', async () => {
  const cookie = `session=${'x'.repeat(43)}`
  for (const address of ['/app', '/login', '/trpc/auth.session']) {
    const answer = await ask(address, { headers: { cookie } })
    await answer.body?.cancel()
    expect(answer.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0; Path=\/; HttpOnly/)
  }
  const publicPage = await ask('/pricing', { headers: { cookie } })
  await publicPage.body?.cancel()
  expect(publicPage.headers.get('set-cookie')).toBeNull()
})

test('a session lookup and its call count take one round trip, by index', async ({ account }) => {
  const token = (await signedIn(account)).slice('session='.length)
  const meter = createMeter()
  const counted = databaseOf({ DB: metered(env.DB, meter) })
  const session = await resolveSession(counted, token, Date.now(), 1)
  expect(session?.calls?.count).toBe(1)
  expect(meter).toMatchObject({ roundTrips: 1, statements: 3 })
  expect(meter.rowsRead).toBeLessThan(30)
})

test('a fourth session ends the oldest one, or an idle one first', async () => {
  const { userId, organizationId } = await createAccount(env.DB)
  const open = async (now: number) => {
    const ctx = contextFor(null, { now: () => now })
    await completeSignIn(ctx, { userId, organizationId, method: 'pwd', still: sql`true` })
    const token = /^session=([^;]+)/.exec(ctx.answerHeaders.get('set-cookie') ?? '')?.[1] ?? ''
    return (at: number) => resolveSession(db, token, at).then((session) => session !== null)
  }
  const [first, second, third] = [await open(NOW), await open(NOW + 1), await open(NOW + 2)]
  expect(await first(NOW + 3)).toBe(true)
  await open(NOW + 3)
  expect(await first(NOW + 3)).toBe(false)
  expect(await second(NOW + 3)).toBe(true)
  // The second stays in use and the third goes idle, so the next one replaces the third.
  for (let at = NOW; at < NOW + HOUR_MS; at += 10 * MINUTE_MS) await second(at)
  await open(NOW + HOUR_MS)
  expect(await second(NOW + HOUR_MS)).toBe(true)
  expect(await third(NOW + HOUR_MS)).toBe(false)
})

test("the list shows the caller's live sessions with device, shortened address, place and times", async ({
  account,
}) => {
  const network = { ...networkOf('203.0.113.77'), place: 'DE' }
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const ctx = { ...contextFor(null, { now: () => NOW, network }), userAgent }
  await completeSignIn(ctx, { ...account, method: 'pwd', still: sql`true` })
  await signedIn(account, { createdAt: NOW - 25 * HOUR_MS, lastActivityAt: NOW })
  await signedIn(account, { createdAt: NOW, lastActivityAt: NOW - 30 * MINUTE_MS })
  await signedIn(await createAccount(env.DB), { createdAt: NOW })
  const { items } = await apiFor(account, { now: () => NOW + SECOND_MS }).auth.sessions.list()
  expect(items).toEqual([
    {
      id: expect.any(String),
      device: 'Firefox on Linux',
      network: '203.0.113.x',
      place: 'DE',
      createdAt: new Date(NOW).toISOString(),
      lastActivityAt: new Date(NOW).toISOString(),
      expiresAt: new Date(NOW + DAY_MS).toISOString(),
      keptUntil: null,
      isCurrent: false,
    },
  ])
  const stored = await env.DB.prepare('SELECT * FROM sessions WHERE user_id = ?').bind(account.userId).all()
  expect(JSON.stringify(stored.results)).not.toContain('203.0.113.77')
})

test('a person can end one session, all others, or this one and its cookie', async ({ account }) => {
  const [own, second, third] = [await signedIn(account), await signedIn(account), await signedIn(account)]
  const list = async () => {
    const answer = await ask('/trpc/auth.sessions.list', { headers: { cookie: own } })
    const { result } = await answer.json<{
      result: { data: { items: { id: string; isCurrent: boolean }[] } }
    }>()
    return result.data.items
  }
  const end = (id: string | undefined) =>
    askProcedure('auth.sessions.revoke', { id }, { headers: { cookie: own } })
  const isIn = async (cookie: string) => (await ask('/app', { headers: { cookie } })).status === 200

  const other = (await list()).find(({ isCurrent }) => !isCurrent)
  const ended = await end(other?.id)
  expect(ended.status).toBe(200)
  expect(ended.headers.get('set-cookie')).toBeNull()
  await ended.body?.cancel()
  expect([await isIn(second), await isIn(third)].filter(Boolean)).toHaveLength(1)
  expect((await end(other?.id)).status).toBe(404)

  const others = await askProcedure('auth.sessions.revokeOthers', {}, { headers: { cookie: own } })
  expect(await others.json()).toEqual({ result: { data: { ended: 1 } } })
  expect([await isIn(own), await isIn(second), await isIn(third)]).toEqual([true, false, false])

  const last = await end((await list())[0]?.id)
  expect(last.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0/)
  await last.body?.cancel()
  expect(await isIn(own)).toBe(false)
})

test('signing out clears the cache and the storage of the browser', async ({ cookie }) => {
  const answer = await askProcedure('auth.signOut', {}, { headers: { cookie } })
  await answer.body?.cancel()
  expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"')
  expect(answer.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0/)
})
