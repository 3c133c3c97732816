import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { contextFor } from '#tests/edge/support/caller.ts'
import { barrier } from '#tests/edge/support/faults.ts'
import { mailedToken } from '#tests/edge/support/mails.ts'
import { networkOf, newAddress } from '#tests/edge/support/networks.ts'
import { PASSWORD, test } from '#tests/edge/support/test.ts'
import { signedIn } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { backgroundContext } from '#worker/background-context.ts'
import type { Context } from '#worker/context.ts'
import { LIMITS, takeTry } from '#worker/identity/limits/tries.ts'
import { completeSignIn } from '#worker/identity/sessions/complete-sign-in.ts'
import { renewSession } from '#worker/identity/sessions/renew-session.ts'
import { resolveSession } from '#worker/identity/sessions/resolve-session.ts'
import { DAY_MS, MINUTE_MS } from '#worker/rules/durations.ts'

const COUNT = 100

/** Makes calls at once, each held before its write until all have come that far. */
async function race<T>(write: RegExp, call: (ctx: Context, index: number) => Promise<T>, count = COUNT) {
  const bindings = { ...env, DB: barrier(env.DB, write, count) }
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, (_, index) => call(contextFor(null, { env: bindings }), index)),
  )
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  return {
    done: outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value),
    codes: refused.map(({ reason }) => (reason as { code: string }).code),
  }
}

async function countOf(sql: string, ...values: unknown[]): Promise<number> {
  const row = await env.DB.prepare(sql)
    .bind(...values)
    .first<{ count: number }>()
  return row?.count ?? 0
}

test('a password reset link works once', async ({ owner }) => {
  const { email, userId } = owner
  await createApi(contextFor(null)).auth.requestPasswordReset({ email })
  const token = await mailedToken(email)
  const AT_ONCE = LIMITS.resetLink.max
  const { done, codes } = await race(
    /delete from "email_links"/,
    (ctx, index) => createApi(ctx).auth.resetPassword({ token, password: `Walnut-Ladder-${index}` }),
    AT_ONCE,
  )
  expect(done).toHaveLength(1)
  expect(codes).toEqual(Array(AT_ONCE - 1).fill('NOT_FOUND'))
  // The new password and the one before it.
  expect(await countOf('SELECT count(*) AS count FROM password_history WHERE user_id = ?', userId)).toBe(2)
})

test('a reset link checks only five passwords, however many come at once from many networks', async ({
  owner,
}) => {
  const { email } = owner
  await createApi(contextFor(null)).auth.requestPasswordReset({ email })
  const token = await mailedToken(email)
  const { done, codes } = await race(/INSERT INTO attempts/, (ctx) =>
    createApi(ctx).auth.resetPassword({ token, password: PASSWORD }),
  )
  expect(done).toEqual([])
  expect(codes.filter((code) => code === 'BAD_REQUEST')).toHaveLength(LIMITS.resetLink.max)
  expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(COUNT - LIMITS.resetLink.max)
})

test('a verification link works once', async () => {
  const { email } = await createAccount(env.DB, { isVerified: false })
  const account = await createAccount(env.DB, { isVerified: false })
  await createApi(contextFor(account, { isVerified: false })).auth.resendVerification()
  const token = await mailedToken(account.email)
  const { done, codes } = await race(/delete from "email_links"/, (ctx) =>
    createApi({ ...contextFor(account), db: ctx.db }).auth.verifyEmail({ token }),
  )
  expect(done).toHaveLength(1)
  expect(codes).toEqual(Array(COUNT - 1).fill('NOT_FOUND'))
  const proven = 'SELECT count(*) AS count FROM users WHERE email = ? AND email_verified_at IS NOT NULL'
  expect(await countOf(proven, account.email)).toBe(1)
  expect(await countOf(proven, email)).toBe(0)
})

test('five guesses of a password are checked, however many come at once', async ({ owner }) => {
  const { email } = owner
  const network = networkOf(newAddress())
  const { done, codes } = await race(/INSERT INTO attempts/, (ctx) =>
    createApi({ ...ctx, network }).auth.signIn({ email, password: 'Wrong-Lantern-42' }),
  )
  expect(done).toEqual([])
  expect(codes.filter((code) => code === 'UNAUTHORIZED')).toHaveLength(5)
  expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(COUNT - 5)
})

test('twenty guesses are checked if each comes from another network', async ({ owner }) => {
  const { email } = owner
  const { codes } = await race(/INSERT INTO attempts/, (ctx) =>
    createApi(ctx).auth.signIn({ email, password: 'Wrong-Lantern-42' }),
  )
  expect(codes.filter((code) => code === 'UNAUTHORIZED')).toHaveLength(20)
})

test('each of many simultaneous tries gets its own count', async () => {
  const { done } = await race(/insert into "attempts"/, (ctx) => takeTry(ctx, LIMITS.signUpPrefix, 'one'))
  expect(done.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
    Array.from({ length: COUNT }, (_, index) => index + 1),
  )
  expect(done.filter(({ isAllowed }) => isAllowed)).toHaveLength(LIMITS.signUpPrefix.max)
})

test('three sessions remain, however many begin at once', async () => {
  const { userId, organizationId } = await createAccount(env.DB)
  const { done } = await race(/insert into "sessions"/, (ctx) =>
    completeSignIn(ctx, { userId, organizationId, method: 'pwd', still: sql`true` }),
  )
  expect(done).toHaveLength(COUNT)
  expect(await countOf('SELECT count(*) AS count FROM sessions WHERE user_id = ?', userId)).toBe(3)
})

test('a token that is about to end is replaced once', async ({ account }) => {
  const createdAt = Date.now()
  const later = createdAt + DAY_MS - MINUTE_MS
  const token = (await signedIn(account, { createdAt, lastActivityAt: later })).slice('session='.length)
  const { done } = await race(/update "sessions"/, async (ctx) => {
    const background = { ...backgroundContext(env), db: ctx.db, now: () => later }
    const session = await resolveSession(backgroundContext(env).db, token, later)
    return session && renewSession(background, session, token)
  })
  expect(done.filter((cookie) => cookie !== null)).toHaveLength(1)
})

test('an account without an organization gets only one', async ({ account }) => {
  await env.DB.prepare('DELETE FROM organizations WHERE id = ?').bind(account.organizationId).run()
  const { done } = await race(/insert into "organizations"/, (ctx) =>
    createApi({ ...contextFor(account), db: ctx.db }).organizations.createDefault(),
  )
  expect(new Set(done.map(({ id }) => id)).size).toBe(1)
  expect(done).toHaveLength(COUNT)
})

test('only one of many simultaneous password changes succeeds', async ({ owner: account }) => {
  const AT_ONCE = 20
  const { done, codes } = await race(
    /update "users"/,
    (ctx, index) =>
      createApi({ ...contextFor(account), db: ctx.db }).auth.changePassword({
        current: PASSWORD,
        password: `Walnut-Ladder-${index}`,
      }),
    AT_ONCE,
  )
  expect(done).toHaveLength(1)
  expect(codes).toEqual(Array(AT_ONCE - 1).fill('CONFLICT'))
})
