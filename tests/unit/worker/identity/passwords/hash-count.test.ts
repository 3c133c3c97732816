import * as crypto from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { newTokenKey } from '#scripts/local/token-key.ts'
import { servedWorkerFiles } from '#scripts/local/worker-files.ts'
import { createSqlite } from '#tests/bench/store/states.ts'
import { type Account, createAccount } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { backgroundContext } from '#worker/background-context.ts'
import type { Context } from '#worker/context.ts'
import { type Env, settingsOf } from '#worker/env.ts'
import { sha256Hex } from '#worker/platform/ids.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'

// Test files share modules, and the hashing module binds scrypt when it is loaded.
vi.hoisted(() => vi.resetModules())
// Counts calls of the real scrypt. workerd's can't be counted, so this runs in Node with the same SQL.
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof crypto>()
  return { ...real, scrypt: vi.fn(real.scrypt) }
})

const PASSWORD = 'Harbor-Lantern-42'
const { d1 } = await createSqlite(':memory:')
const bindings = {
  DB: d1,
  ENVIRONMENT: 'local',
  APP_ORIGIN: 'http://localhost:8787',
  SESSION_SECRET: 'secret-of-the-unit-tests-0123456789abcdef',
  MFA_ENCRYPTION_KEY: 'mfa-key-of-the-unit-tests-0123456789abcdef',
  TOKEN_PRIVATE_JWK: newTokenKey(),
  SCRYPT_COST: '16',
  ASSETS: servedWorkerFiles(),
} as unknown as Env

/** API as a visitor, from a new network each time. */
function visitor() {
  return createApi(visitorContext())
}

function visitorContext(): Context {
  return {
    ...backgroundContext(bindings),
    requestId: 'request',
    route: '/test',
    userAgent: 'test',
    network: { prefix: crypto.randomUUID(), shown: '', place: '' },
    session: null,
    isSessionRefused: false,
    shownOrganizationId: null,
    challengeToken: null,
    deviceToken: null,
    keptToken: null,
    answerHeaders: new Headers(),
  }
}

/** API as a user who has just signed in. */
function signedInAs({ userId, organizationId, email }: Account) {
  const now = Date.now()
  return createApi({
    ...visitorContext(),
    session: {
      id: 'session',
      aal: 'aal1',
      amr: ['pwd'],
      authenticatedAt: now,
      factorAt: null,
      keepUntil: null,
      lastActivityAt: now,
      expiresAt: now + HOUR_MS,
      nextLevel: 'aal1',
      user: { id: userId, email, fullName: 'Robin Quill', isVerified: true, mustChangePassword: false },
      organization: {
        id: organizationId,
        name: 'Organization',
        role: 'owner',
        plan: 'free',
        businessIds: null,
        suggestsOnly: false,
      },
      unknownTier: null,
    },
  })
}

async function hashesOf(call: () => Promise<unknown>): Promise<number> {
  vi.mocked(crypto.scrypt).mockClear()
  await call().catch(() => null)
  return vi.mocked(crypto.scrypt).mock.calls.length
}

const withPassword = await createAccount(d1, {
  password: { text: PASSWORD, settings: settingsOf(bindings) },
})
const withoutPassword = await createAccount(d1)
const ADDRESSES: [string, string][] = [
  ['an account', withPassword.email],
  ['an account without a password', withoutPassword.email],
  ['nobody', 'nobody@example.test'],
]

vi.spyOn(console, 'log').mockImplementation(() => {})
afterAll(() => {
  vi.restoreAllMocks()
  vi.doUnmock('node:crypto')
  vi.resetModules()
})

test.each(ADDRESSES)('a wrong password for the address of %s costs one hash', async (_, email) => {
  const signIn = () => visitor().auth.signIn({ email, password: 'Wrong-Lantern-42' })
  expect(await hashesOf(signIn)).toBe(1)
})

test.each(ADDRESSES)('signing up with the address of %s costs one hash', async (_, email) => {
  const signUp = () => visitor().auth.signUp({ email, password: PASSWORD, fullName: 'Robin Quill' })
  expect(await hashesOf(signUp)).toBe(1)
})

/** Account with five former passwords before `Walnut-Ladder-5`, and a reset link. */
async function experienced(index: number) {
  const settings = settingsOf(bindings)
  const account = await createAccount(d1, { password: { text: 'Walnut-Ladder-0', settings } })
  const owner = signedInAs(account)
  for (let count = 0; count < 5; count += 1) {
    const password = `Walnut-Ladder-${count + 1}`
    await owner.auth.changePassword({ current: `Walnut-Ladder-${count}`, password })
  }
  const token = `${index}`.padEnd(43, 'x')
  await d1
    .prepare(
      `INSERT INTO email_links (user_id, purpose, token_hash, email, created_at, expires_at) VALUES (?1, 'reset', ?2, ?3, 0, ?4)`,
    )
    .bind(account.userId, await sha256Hex(token), account.email, Date.now() + HOUR_MS)
    .run()
  return { owner, token }
}

test('a password change costs six hashes: current, four former and new password', async () => {
  const { owner } = await experienced(1)
  const change = (password: string) => () =>
    owner.auth.changePassword({ current: 'Walnut-Ladder-5', password })
  expect(await hashesOf(change('short'))).toBe(0)
  expect(await hashesOf(change('Walnut-Ladder-5'))).toBe(1)
  expect(await hashesOf(change(PASSWORD))).toBe(6)
})

test('a password reset costs six hashes, and a link allows five attempts', async () => {
  const { token } = await experienced(2)
  const reset = (password: string) => () => visitor().auth.resetPassword({ token, password })
  expect(await hashesOf(reset('short'))).toBe(0)
  for (let call = 0; call < 5; call += 1) expect(await hashesOf(reset('Walnut-Ladder-1'))).toBe(5)
  expect(await hashesOf(reset(PASSWORD))).toBe(0)
  const { token: other } = await experienced(3)
  expect(await hashesOf(() => visitor().auth.resetPassword({ token: other, password: PASSWORD }))).toBe(6)
})

test.each(ADDRESSES)('requesting a reset link for the address of %s costs no hash', async (_, email) => {
  expect(await hashesOf(() => visitor().auth.requestPasswordReset({ email }))).toBe(0)
})

test('a verification link costs one hash per password checked or set, and otherwise none', async () => {
  const settings = settingsOf(bindings)
  const link = async (password: boolean) => {
    const account = await createAccount(d1, {
      ...(password && { password: { text: PASSWORD, settings } }),
      isVerified: false,
    })
    const token = crypto.randomUUID().padEnd(43, 'x')
    await d1
      .prepare(
        `INSERT INTO email_links (user_id, purpose, token_hash, email, created_at, expires_at) VALUES (?1, 'verify', ?2, ?3, 0, ?4)`,
      )
      .bind(account.userId, await sha256Hex(token), account.email, Date.now() + HOUR_MS)
      .run()
    return token
  }
  const { auth } = visitor()
  for (const hasPassword of [true, false]) {
    const token = await link(hasPassword)
    expect(await hashesOf(() => auth.proofLink({ token }))).toBe(0)
    expect(await hashesOf(() => auth.verifyEmail({ token }))).toBe(0)
    expect(await hashesOf(() => visitor().auth.verifyEmail({ token, password: 'Wrong-Lantern-42' }))).toBe(1)
    expect(await hashesOf(() => visitor().auth.claimByLink({ token, password: 'short' }))).toBe(0)
    expect(await hashesOf(() => visitor().auth.claimByLink({ token, password: PASSWORD }))).toBe(1)
  }
  const token = await link(true)
  expect(await hashesOf(() => visitor().auth.verifyEmail({ token, password: PASSWORD }))).toBe(1)
  const unknown = { token: 'x'.repeat(43), password: PASSWORD }
  expect(await hashesOf(() => visitor().auth.verifyEmail(unknown))).toBe(0)
  expect(await hashesOf(() => visitor().auth.claimByLink(unknown))).toBe(0)
})
