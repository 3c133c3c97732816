import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { interrupted } from '#tests/edge/support/faults.ts'
import {
  appCode,
  challengeOf,
  enrolled,
  mailsTo,
  sessionsOf,
  signInWith,
} from '#tests/edge/support/second-factor.ts'
import { test } from '#tests/edge/support/test.ts'
import { signedIn } from '#tests/edge/support/web.ts'
import { type Account, createAccount } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { MINUTE_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

/** Procedures of a session that entered its second factor at that time. */
function provenAt(account: Account, factorAt: number | null, id = 'session') {
  const ctx = contextFor(account, { now: () => NOW })
  if (!ctx.session) throw new Error('an account is signed in')
  return createApi({ ...ctx, session: { ...ctx.session, id, aal: 'aal2', factorAt } }).auth.mfa
}

async function rowsLeft(account: Account): Promise<number> {
  const counts = ['mfa_factors', 'mfa_recovery_codes', 'mfa_challenges'].map(
    (table) => `(SELECT count(*) FROM ${table} WHERE user_id = ?1)`,
  )
  const row = await env.DB.prepare(`SELECT ${counts.join(' + ')} AS count`)
    .bind(account.userId)
    .first<{ count: number }>()
  return row?.count ?? 0
}

test('removing an app ends its codes, challenges and other sessions, with a mail and a log entry', async ({
  account,
}) => {
  const { factorId } = await enrolled(account, NOW)
  await challengeOf(account, NOW)
  await signedIn(account)
  const [here, ...others] = await sessionsOf(account)
  expect(others.length).toBeGreaterThan(0)
  await provenAt(account, NOW, here?.id).remove({ factorId })
  expect(await rowsLeft(account)).toBe(0)
  expect((await sessionsOf(account)).map(({ id }) => id)).toEqual([here?.id])
  expect((await mailsTo(account)).at(-1)?.subject).toBe('Two-step sign-in is off')
  const event = env.DB.prepare(
    "SELECT outcome FROM security_events WHERE user_id = ? AND type = 'factor_removed'",
  )
  expect(await event.bind(account.userId).all()).toMatchObject({ results: [{ outcome: 'done' }] })
})

test.for([
  ['never', null],
  ['ten minutes ago', NOW - 10 * MINUTE_MS],
] as const)(
  'a second factor entered %s allows neither its removal nor new recovery codes',
  async ([_, factorAt], { account }) => {
    const { factorId } = await enrolled(account, NOW)
    const before = await rowsLeft(account)
    // A recent password does not help.
    const api = provenAt(account, factorAt)
    for (const attempt of [() => api.remove({ factorId }), () => api.renewRecoveryCodes()]) {
      await expect(attempt()).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'Please confirm it’s you: enter a code again.',
        cause: { code: 'recent_login_needed' },
      })
    }
    expect(await rowsLeft(account)).toBe(before)
    await provenAt(account, NOW - 10 * MINUTE_MS + 1).renewRecoveryCodes()
    await provenAt(account, NOW - 10 * MINUTE_MS + 1).remove({ factorId })
  },
)

test("another person's second factor cannot be removed", async ({ account }) => {
  const { factorId } = await enrolled(account, NOW)
  const before = await rowsLeft(account)
  const stranger = await createAccount(env.DB)
  await expect(provenAt(stranger, NOW).remove({ factorId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(apiFor(null).auth.mfa.remove({ factorId })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await rowsLeft(account)).toBe(before)
})

test('an unfinished setup can be removed without a code and without a mail', async ({ account }) => {
  await signedIn(account)
  const api = apiFor(account, { now: () => NOW }).auth.mfa
  const { factorId } = await api.enroll()
  await api.remove({ factorId })
  expect(await rowsLeft(account)).toBe(0)
  expect(await sessionsOf(account)).toHaveLength(1)
  expect(await mailsTo(account)).toEqual([])
})

test('a set-up that is finished while it is removed stays, and its codes too', async ({ account }) => {
  const ctx = contextFor(account, { now: () => NOW })
  const { factorId, secret } = await createApi(ctx).auth.mfa.enroll()
  const DB = interrupted(env.DB, /delete from "mfa_factors"/, () =>
    createApi(ctx).auth.mfa.verify({ factorId, code: appCode(secret, NOW) }),
  )
  const api = apiFor(account, { now: () => NOW, env: { ...env, DB } }).auth.mfa
  await expect(api.remove({ factorId })).rejects.toMatchObject({ cause: { code: 'recent_login_needed' } })
  expect(await rowsLeft(account)).toBe(11)
})

test('new recovery codes replace all earlier ones', async ({ account }) => {
  const { recoveryCodes } = await enrolled(account, NOW)
  const { recoveryCodes: fresh } = await provenAt(account, NOW).renewRecoveryCodes()
  expect(new Set([...fresh, ...recoveryCodes]).size).toBe(20)
  const api = apiFor(account, { now: () => NOW }).auth.mfa
  expect((await api.factors()).recoveryCodesLeft).toBe(10)
  await expect(signInWith(account, recoveryCodes[0] ?? '', NOW)).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  await signInWith(account, fresh[9] ?? '', NOW)
  expect((await api.factors()).recoveryCodesLeft).toBe(9)
  expect((await mailsTo(account)).map(({ subject }) => subject)).toContain('You have new recovery codes')
})

test('recovery codes cannot be made without an app', async ({ account }) => {
  await expect(provenAt(account, NOW).renewRecoveryCodes()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await rowsLeft(account)).toBe(0)
})

test('an app can be set up again after it was removed', async ({ account }) => {
  const { factorId } = await enrolled(account, NOW)
  await provenAt(account, NOW).remove({ factorId })
  const api = apiFor(account, { now: () => NOW }).auth.mfa
  const again = await api.enroll()
  await api.verify({ factorId: again.factorId, code: appCode(again.secret, NOW) })
})
