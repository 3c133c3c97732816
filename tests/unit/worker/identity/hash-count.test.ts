import * as crypto from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { newTokenKey } from '#scripts/local/token-key.ts'
import { createSqlite } from '#tests/bench/store/states.ts'
import { createAccount } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { type Env, settingsOf } from '#worker/env.ts'

// Computed as ever, and counted: workerd's own can't be. So this runs in Node, on the same statements and schema.
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
} as unknown as Env

/** What a visitor calls, from somewhere new each time. */
function visitor() {
  return createApi({
    ...backgroundContext(bindings),
    requestId: 'request',
    route: '/test',
    userAgent: 'test',
    network: { prefix: crypto.randomUUID(), shown: '', place: '' },
    session: null,
    isSessionRefused: false,
    challengeToken: null,
    answerHeaders: new Headers(),
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

test.each(ADDRESSES)('a wrong password for the address of %s costs one hash', async (_, email) => {
  const signIn = () => visitor().auth.signIn({ email, password: 'Wrong-Lantern-42' })
  expect(await hashesOf(signIn)).toBe(1)
})

test.each(ADDRESSES)('signing up with the address of %s costs one hash', async (_, email) => {
  const signUp = () => visitor().auth.signUp({ email, password: PASSWORD, fullName: 'Robin Quill' })
  expect(await hashesOf(signUp)).toBe(1)
})

test.each(ADDRESSES)('asking for a link for the address of %s costs none', async (_, email) => {
  expect(await hashesOf(() => visitor().auth.requestPasswordReset({ email }))).toBe(0)
})
