import { env } from 'cloudflare:test'
import { afterEach, beforeEach, expect } from 'vitest'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { failing } from '#tests/edge/support/faults.ts'
import { leaksIn } from '#tests/edge/support/log-canaries.ts'
import { mailedToken } from '#tests/edge/support/mails.ts'
import { PASSWORD, test } from '#tests/edge/support/test.ts'
import { ask, askProcedure, signedIn } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { audit } from '#worker/identity/log/audit.ts'

const print = console.log
let lines: string[]

beforeEach(() => {
  lines = []
  console.log = (...values: unknown[]) => {
    lines.push(...values.map(String))
    print(...values)
  }
})

afterEach(() => {
  console.log = print
})

function events(name?: string) {
  const all = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return name ? all.filter(({ event }) => event === name) : all
}

test('every sign-in outcome is logged, with the address and the network as keyed hashes', async ({
  owner: account,
}) => {
  const { email } = account
  const network = { prefix: '203.0.113.77', shown: '203.0.113.x', place: '' }
  const signIn = (password: string, address = email) =>
    createApi(contextFor(null, { network }))
      .auth.signIn({ email: address, password })
      .catch(() => null)
  await signIn(PASSWORD)
  for (let call = 0; call < 6; call += 1) await signIn('Wrong-Lantern-42')
  await signIn(PASSWORD, 'nobody-here@example.test')
  const hash = expect.stringMatching(/^[0-9a-f]{32}$/)
  expect(events('sign_in').map(({ outcome, userId }) => [outcome, userId ?? null])).toEqual([
    ['done', account.userId],
    ...Array(5).fill(['refused', account.userId]),
    ['refused', null],
  ])
  expect(events('limit_hit')).toMatchObject([{ outcome: 'refused', detail: 'login-account-prefix' }])
  for (const event of events()) {
    expect(event).toMatchObject({ at: expect.stringMatching(/Z$/), requestId: 'request', network: hash })
  }
  expect(events('sign_in')[1]).toMatchObject({ email: hash, route: '/test' })
  expect(lines.join()).not.toMatch(/203\.0\.113|example\.test/)
})

test('the events of an account are in the log of that account only, newest first', async ({
  owner: account,
}) => {
  await apiFor(null).auth.signIn({ email: account.email, password: PASSWORD })
  await apiFor(null).auth.requestPasswordReset({ email: account.email })
  const token = await mailedToken(account.email)
  await apiFor(null).auth.resetPassword({ token, password: 'Walnut-Ladder-58' })
  const { items, nextCursor } = await apiFor(account).auth.securityEvents()
  expect(items.map(({ type, outcome }) => `${type} ${outcome}`)).toEqual([
    'password_reset done',
    'password_reset_requested done',
    'sign_in done',
  ])
  expect(nextCursor).toBeNull()
  expect((await apiFor(await createAccount(env.DB)).auth.securityEvents()).items).toEqual([])
})

test('the security log is read in pages', async ({ account }) => {
  const ctx = contextFor(account)
  for (let entry = 0; entry < 30; entry += 1)
    await audit(ctx, 'profile_changed', 'done', { detail: String(entry) })
  const api = apiFor(account)
  const first = await api.auth.securityEvents()
  const second = await api.auth.securityEvents({ cursor: first.nextCursor ?? undefined })
  expect(first.items).toHaveLength(25)
  expect([...first.items, ...second.items].map(({ detail }) => Number(detail))).toEqual(
    Array.from({ length: 30 }, (_, index) => 29 - index),
  )
  expect(second.nextCursor).toBeNull()
})

test('a failed sign-in to another account is not in the log of the signed-in person', async ({ account }) => {
  await expect(
    apiFor(account).auth.signIn({ email: 'nobody-else@example.test', password: PASSWORD }),
  ).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect((await apiFor(account).auth.securityEvents()).items).toEqual([])
})

test('refused permissions and refused origins are logged', async ({ account }) => {
  await expect(
    apiFor(account, { role: 'viewer' }).businesses.create({ name: 'Planted' }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(events('permission_refused')).toMatchObject([
    { outcome: 'refused', detail: 'businesses.create', userId: account.userId },
  ])
  const headers = { cookie: await signedIn(account), origin: 'https://evil.example' }
  await (await askProcedure('businesses.create', { name: 'Planted' }, { headers })).body?.cancel()
  expect(events('origin_refused')).toMatchObject([{ path: '/trpc/businesses.create' }])
})

test('a sign-in succeeds even if its log entry cannot be written', {
  meta: { expectsFaults: true },
}, async ({ owner: account }) => {
  const bindings = { ...env, DB: failing(env.DB, /security_events/) }
  const answer = await askProcedure(
    'auth.signIn',
    { email: account.email, password: PASSWORD },
    { env: bindings },
  )
  expect(answer.status).toBe(200)
  await answer.body?.cancel()
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect((await ask('/app', { headers: { cookie } })).status).toBe(200)
})

test('a database fault is logged without the values of the statement', {
  meta: { expectsFaults: true },
}, async () => {
  const written: string[] = []
  const report = console.error
  console.error = (...values: unknown[]) => {
    written.push(...values.map(String))
    report(...values)
  }
  const bindings = { ...env, DB: failing(env.DB, /insert into "security_events"|from "users"/) }
  const email = 'fault-canary@example.test'
  await (await askProcedure('auth.signIn', { email, password: PASSWORD }, { env: bindings })).body?.cancel()
  console.error = report
  expect(written).toHaveLength(1)
  expect(written[0]).toContain('users')
  expect(written.flatMap((line) => leaksIn(line))).toEqual([])
})

test('the leak check finds the canaries of these tests', () => {
  for (const line of ['Harbor-Lantern-42', 'params: ada@example.test', 'scrypt$16$8', '/verify?token=abc']) {
    expect(leaksIn(line)).not.toEqual([])
  }
  for (const name of ['SESSION_SECRET', 'MFA_ENCRYPTION_KEY', 'GOOGLE_CLIENT_SECRET'] as const) {
    expect(leaksIn(`{"error":"${env[name]}"}`)).toContain('a secret of the settings')
  }
  expect(leaksIn(JSON.parse(String(env.TOKEN_PRIVATE_JWK)).d)).toContain('a secret of the settings')
  expect(leaksIn('{"event":"sign_in","outcome":"done"}')).toEqual([])
})

test('a log line stays one line, whatever it contains', async () => {
  const ctx = { ...contextFor(null), route: '/app\r\n{"event":"forged"}\u2028' }
  await audit(ctx, 'sign_out', 'done', { userId: null })
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toMatch(/[\r\n]/)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'sign_out', route: ctx.route })
})
