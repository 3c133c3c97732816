import { env } from 'cloudflare:test'
import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { describe, expect, test } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { emailLinks } from '#db/schema/index.ts'
import { plantCredentials } from '#tests/edge/identity/accounts/credentials.ts'
import { contextFor } from '#tests/edge/support/caller.ts'
import { barrier } from '#tests/edge/support/faults.ts'
import { plantFactor } from '#tests/edge/support/second-factor.ts'
import { PASSWORD } from '#tests/edge/support/test.ts'
import { ask, askProcedure, signedIn } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'
import { settingsOf } from '#worker/env.ts'
import { endCredentials } from '#worker/erasure/end-credentials.ts'
import { findOrMakeAccount } from '#worker/identity/links/find-or-make-account.ts'
import { emailKey } from '#worker/rules/auth.ts'
import { MINUTE_MS } from '#worker/rules/durations.ts'
import { newEmail, ownNetwork, problemIn, signInWith } from './flow.ts'

const settings = settingsOf(env)

/** Number of a user's rows in a table. */
async function count(table: string, userId: string): Promise<number> {
  const row = await env.DB.prepare(`SELECT count(*) AS count FROM ${table} WHERE user_id = ?`)
    .bind(userId)
    .first<{ count: number }>()
  return row?.count ?? 0
}

async function mailsTo(email: string): Promise<string[]> {
  const { results } = await env.DB.prepare('SELECT subject FROM dev_mails WHERE recipient = ?')
    .bind(email)
    .all<{ subject: string }>()
  return results.map(({ subject }) => subject)
}

async function personOf(session: string | null): Promise<string | null> {
  const answer = await ask('/trpc/auth.session', { headers: { cookie: session ?? '' } })
  const body = await answer.json<{ result: { data: { user: { id: string } } | null } }>()
  return body.result.data?.user.id ?? null
}

test('a confirmed address joins the identity to a verified account, and its owner is told', async () => {
  const account = await createAccount(env.DB, { email: newEmail(), password: { text: PASSWORD, settings } })
  const { path, session } = await signInWith('google', { email: account.email.toUpperCase() })
  expect(path).toBe('/app')
  expect(await personOf(session)).toBe(account.userId)
  expect(await mailsTo(account.email.toUpperCase().replace('EXAMPLE.TEST', 'example.test'))).toEqual([
    'Google was connected to your account',
  ])
  // The password still works.
  const answer = await askProcedure(
    'auth.signIn',
    { email: account.email, password: PASSWORD },
    { headers: ownNetwork() },
  )
  expect(answer.status).toBe(200)
  await answer.body?.cancel()
})

test('the owner of a joined account is told once, however often they come back', async () => {
  const account = await createAccount(env.DB, { email: newEmail() })
  const subject = crypto.randomUUID()
  for (let visits = 0; visits < 3; visits += 1) {
    await signInWith('apple', { email: account.email, subject: `${subject}.0` })
  }
  expect(await mailsTo(account.email)).toEqual(['Apple was connected to your account'])
})

test('an unverified account loses every credential before a confirmed address opens it', async () => {
  const planted = await createAccount(env.DB, {
    email: newEmail(),
    fullName: 'Planted Name',
    password: { text: PASSWORD, settings },
    isVerified: false,
  })
  const { userId, email } = planted
  const intruder = await signedIn(planted)
  const token = await askProcedure('auth.token', {}, { headers: { cookie: intruder } })
  const { result } = await token.json<{ result: { data: { accessToken: string } } }>()
  const bearer = { authorization: `Bearer ${result.data.accessToken}` }
  const before = await ask('/trpc/businesses.count', { headers: bearer })
  await before.body?.cancel()
  expect(before.status).toBe(200)
  await plantCredentials(planted)
  const at = Date.now()
  await databaseOf(env)
    .insert(emailLinks)
    .values({ userId, purpose: 'reset', tokenHash: userId, email, createdAt: at, expiresAt: at + MINUTE_MS })

  await env.DB.prepare('UPDATE profiles SET avatar_url = ? WHERE id = ?')
    .bind('https://planted.example/x.png', userId)
    .run()

  const { path, session } = await signInWith('google', { email, name: 'The Owner', picture: '' })
  expect(path).toBe('/app')
  expect(await personOf(session)).toBe(userId)
  expect(await personOf(intruder)).toBeNull()
  const after = await ask('/trpc/businesses.count', { headers: bearer })
  await after.body?.cancel()
  expect(after.status).toBe(401)
  expect(await count('sessions', userId)).toBe(1)
  expect(await count('user_identities', userId)).toBe(1)
  const gone = [
    'password_history',
    'email_links',
    'mfa_factors',
    'mfa_recovery_codes',
    'mfa_challenges',
    'access_tokens',
  ]
  for (const table of gone) expect([table, await count(table, userId)]).toEqual([table, 0])
  const user = await env.DB.prepare(
    'SELECT password_hash, email_verified_at, full_name, avatar_url FROM users JOIN profiles USING (id) WHERE id = ?',
  )
    .bind(userId)
    .first()
  expect(user).toEqual({
    password_hash: null,
    email_verified_at: expect.any(Number),
    full_name: 'The Owner',
    avatar_url: null,
  })
  const answer = await askProcedure('auth.signIn', { email, password: PASSWORD }, { headers: ownNetwork() })
  await answer.body?.cancel()
  expect(answer.status).toBe(401)
})

test('an address that the provider has not confirmed takes nothing from an unverified account', async () => {
  const account = await createAccount(env.DB, { email: newEmail(), isVerified: false })
  const cookie = await signedIn(account)
  const { path, session } = await signInWith('google', { email: account.email, isVerified: false })
  expect([problemIn(path), session]).toEqual(['unverified', null])
  expect(await personOf(cookie)).toBe(account.userId)
})

test('a second identity of the same provider is not joined by its address', async () => {
  const email = newEmail()
  const first = await signInWith('github', { email, subject: '1000001' })
  const other = await signInWith('github', { email, subject: '1000002' })
  expect([problemIn(other.path), other.session]).toEqual(['existing', null])
  const again = await signInWith('github', { email, subject: '1000001' })
  expect(await personOf(again.session)).toBe(await personOf(first.session))
})

test('one person can sign in through several providers', async () => {
  const email = newEmail()
  const sessions = []
  for (const provider of ['google', 'github', 'apple'] as const) {
    sessions.push((await signInWith(provider, { email })).session)
  }
  const people = await Promise.all(sessions.map(personOf))
  expect(new Set(people).size).toBe(1)
  expect(people[0]).not.toBeNull()
})

test('a second factor is required before a session opens', async () => {
  const account = await createAccount(env.DB, { email: newEmail() })
  await plantFactor(account)
  const { answer, path, session } = await signInWith('google', { email: account.email }, '/app/reviews')
  expect(path).toBe('/login/challenge?redirectTo=%2Fapp%2Freviews')
  expect(session).toBeNull()
  expect(answer.headers.getSetCookie().some((cookie) => cookie.startsWith('challenge='))).toBe(true)
  expect(await count('sessions', account.userId)).toBe(0)
})

test('two simultaneous first sign-ins of a person make one account', async () => {
  const person = {
    provider: 'google',
    subject: crypto.randomUUID(),
    email: newEmail(),
    isEmailVerified: true,
    fullName: 'Wren Alder',
    avatarUrl: null,
  } as const
  const waiting = { ...env, DB: barrier(env.DB, /insert into "users"/, 2) }
  const homes = await Promise.all(
    [1, 2].map(() => {
      const ctx = contextFor(null, { env: waiting })
      ctx.network = { ...ctx.network, prefix: crypto.randomUUID() }
      return findOrMakeAccount(ctx, person, endCredentials)
    }),
  )
  expect(homes[0]).toEqual(homes[1])
  const users = await env.DB.prepare('SELECT count(*) AS count FROM users WHERE email_key = ?')
    .bind(person.email)
    .first()
  expect(users).toEqual({ count: 1 })
})

/** A database that runs something after the checks and before the first write. */
function beforeFirstBatch(happens: () => Promise<unknown>): D1Database {
  let isFirst = true
  return {
    prepare: (sql: string) => env.DB.prepare(sql),
    async batch(statements: D1PreparedStatement[]) {
      if (isFirst) await happens()
      isFirst = false
      return env.DB.batch(statements)
    },
  } as unknown as D1Database
}

test('an address signed up at the same moment goes to the person who has verified it', async () => {
  const email = newEmail()
  const DB = beforeFirstBatch(() =>
    createAccount(env.DB, { email, password: { text: PASSWORD, settings }, isVerified: false }),
  )
  const ctx = contextFor(null, { env: { ...env, DB } })
  ctx.network = { ...ctx.network, prefix: crypto.randomUUID() }
  const { userId } = await findOrMakeAccount(
    ctx,
    {
      provider: 'google',
      subject: crypto.randomUUID(),
      email,
      isEmailVerified: true,
      fullName: '',
      avatarUrl: null,
    },
    endCredentials,
  )
  const { results } = await env.DB.prepare('SELECT id, password_hash AS hash FROM users WHERE email_key = ?')
    .bind(email)
    .all()
  expect(results).toEqual([{ id: userId, hash: null }])
  expect(await count('user_identities', userId)).toBe(1)
})

test('an address that is verified while it is taken over is joined instead', async () => {
  const account = await createAccount(env.DB, {
    email: newEmail(),
    password: { text: PASSWORD, settings },
    isVerified: false,
  })
  const DB = beforeFirstBatch(() =>
    env.DB.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(account.userId).run(),
  )
  const ctx = contextFor(null, { env: { ...env, DB } })
  await findOrMakeAccount(
    ctx,
    {
      provider: 'google',
      subject: crypto.randomUUID(),
      email: account.email,
      isEmailVerified: true,
      fullName: '',
      avatarUrl: null,
    },
    endCredentials,
  )
  const user = await env.DB.prepare(
    'SELECT password_hash AS hash, email_verified_at AS at FROM users WHERE id = ?',
  )
    .bind(account.userId)
    .first()
  expect(user).toEqual({ hash: expect.any(String), at: 1 })
  expect(await count('user_identities', account.userId)).toBe(1)
})

test('a network can make 3 accounts this way, and people who have one can still sign in', async () => {
  const prefix = ownNetwork()['cf-connecting-ip'] ?? ''
  const person = (subject: string) => ({
    provider: 'google' as const,
    subject,
    email: `${subject}@example.test`,
    isEmailVerified: true,
    fullName: '',
    avatarUrl: null,
  })
  const come = (subject: string) => {
    const ctx = contextFor(null)
    ctx.network = { ...ctx.network, prefix }
    return findOrMakeAccount(ctx, person(subject), endCredentials)
  }
  const subjects = [1, 2, 3].map(() => crypto.randomUUID())
  for (const subject of subjects) await come(subject)
  await expect(come(crypto.randomUUID())).rejects.toMatchObject({ code: 'too_many' })
  await come(subjects[0] ?? '')
})

test('an account without an organization gets one of its own', async () => {
  const subject = crypto.randomUUID()
  const email = newEmail()
  const { session } = await signInWith('google', { email, subject })
  const userId = (await personOf(session)) ?? ''
  await env.DB.prepare(
    'DELETE FROM organizations WHERE id IN (SELECT organization_id FROM organization_users WHERE user_id = ?)',
  )
    .bind(userId)
    .run()
  const again = await Promise.all([
    signInWith('google', { email, subject }),
    signInWith('google', { email, subject }),
  ])
  expect(await Promise.all(again.map((one) => personOf(one.session)))).toEqual([userId, userId])
  expect(await count('organization_users', userId)).toBe(1)
})

const KELVIN_SIGN = '\u212a'

describe('an address that only looks like that of an account', () => {
  test.each([true, false])('joins and takes over nothing (verified: %j)', async (isVerified) => {
    const email = `k${newEmail()}`
    const account = await createAccount(env.DB, {
      email,
      password: { text: PASSWORD, settings },
      isVerified,
    })
    for (const provider of ['google', 'github', 'apple'] as const) {
      const { session } = await signInWith(provider, { email: email.replace('k', KELVIN_SIGN) })
      expect(await personOf(session)).not.toBe(account.userId)
    }
    expect(await count('user_identities', account.userId)).toBe(0)
    const user = await env.DB.prepare('SELECT email, password_hash AS hash FROM users WHERE id = ?')
      .bind(account.userId)
      .first()
    expect(user).toEqual({ email, hash: expect.any(String) })
  })

  test('does not block the address it looks like', async () => {
    const email = `k${newEmail()}`
    const lookAlike = await createAccount(env.DB, { email: email.replace('k', KELVIN_SIGN) })
    await env.DB.prepare('UPDATE users SET email_key = ? WHERE id = ?')
      .bind(emailKey(lookAlike.email), lookAlike.userId)
      .run()
    const { session } = await signInWith('google', { email })
    expect(await personOf(session)).not.toBe(lookAlike.userId)
    expect(await personOf(session)).not.toBeNull()
  })
})

test('an address with letters outside ASCII is matched by its identity only', async () => {
  const email = `zo\u00eb-${newEmail()}`
  const subject = crypto.randomUUID()
  const first = await signInWith('google', { email, subject })
  const again = await signInWith('google', { email, subject })
  expect(await personOf(again.session)).toBe(await personOf(first.session))
  expect(await personOf(first.session)).not.toBeNull()
  const other = await signInWith('github', { email })
  expect([problemIn(other.path), other.session]).toEqual(['existing', null])
})

test('domains are compared in the form that name servers use', async () => {
  const account = await createAccount(env.DB, { email: newEmail() })
  const wide = account.email.replace('example.test', '\uff45xample.test')
  const { session } = await signInWith('google', { email: wide })
  expect(await personOf(session)).toBe(account.userId)
})
