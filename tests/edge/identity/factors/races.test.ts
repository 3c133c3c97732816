import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { contextFor } from '#tests/edge/support/caller.ts'
import { AT_ONCE, barrier } from '#tests/edge/support/faults.ts'
import {
  appCode,
  challengedContext,
  challengeOf,
  enrolled,
  sessionsOf,
  wrongCode,
} from '#tests/edge/support/second-factor.ts'
import { test } from '#tests/edge/support/test.ts'
import type { Account } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import type { Context } from '#worker/context.ts'
import { spendCode } from '#worker/identity/factors/stored-factor.ts'
import { onlyIfChanged, wasRolledBack } from '#worker/platform/all-or-nothing.ts'
import { type SecondFactorCode, secondFactorCode } from '#worker/rules/mfa.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const CALLERS = AT_ONCE
/** Wrong codes allowed per account, and so the most callers that can check a code at once. */
const ACCOUNT_TRIES = 10
const SPENDS = /update "mfa_factors"|delete from "mfa_recovery_codes"/

/** Uses one code at once: all callers have read before the first of them writes. */
async function spendAtOnce(account: Account, typed: string): Promise<number> {
  const code = secondFactorCode(typed) as SecondFactorCode
  const ctx: Context = contextFor(null, {
    now: () => NOW,
    env: { ...env, DB: barrier(env.DB, SPENDS, CALLERS) },
  })
  const outcomes = await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      const { statement } = await spendCode(ctx, account.userId, code)
      return ctx.db.batch([statement, onlyIfChanged(ctx)]).then(
        () => 'spent' as const,
        (error: unknown) => wasRolledBack(error) || Promise.reject(error),
      )
    }),
  )
  return outcomes.filter((outcome) => outcome === 'spent').length
}

/**
 * Signs in with all browsers at once.
 *
 * @param held number of callers that get to check a code; they wait until all have read and none has written
 */
async function signInAtOnce(
  account: Account,
  codes: readonly string[],
  browsers: readonly string[],
  held: number,
) {
  const bindings = { ...env, DB: barrier(env.DB, SPENDS, held) }
  const outcomes = await Promise.allSettled(
    browsers.map((token, index) =>
      createApi(challengedContext(token, NOW, bindings)).auth.mfa.challenge({
        code: codes[index % codes.length] ?? '',
      }),
    ),
  )
  const refusals = outcomes
    .filter((outcome) => outcome.status === 'rejected')
    .map(({ reason }) => (reason as { code: string }).code)
  return {
    passed: outcomes.length - refusals.length,
    refusals: new Set(refusals),
    sessions: await sessionsOf(account),
  }
}

test('only one of many simultaneous uses of an app code counts', async ({ account }) => {
  const { secret } = await enrolled(account, NOW)
  expect(await spendAtOnce(account, appCode(secret, NOW))).toBe(1)
})

test('only one of many simultaneous uses of a recovery code counts', async ({ account }) => {
  const { recoveryCodes } = await enrolled(account, NOW)
  expect(await spendAtOnce(account, recoveryCodes[3] ?? '')).toBe(1)
})

test.for(['app', 'recovery'])(
  'only one of many simultaneous sign-ins with one %s code succeeds',
  async (kind, { account }) => {
    const { secret, recoveryCodes } = await enrolled(account, NOW)
    const before = await sessionsOf(account)
    const browsers = await Promise.all(Array.from({ length: CALLERS }, () => challengeOf(account, NOW)))
    const code = kind === 'app' ? appCode(secret, NOW) : (recoveryCodes[0] ?? '')
    const { passed, refusals, sessions } = await signInAtOnce(account, [code], browsers, ACCOUNT_TRIES)
    expect(passed).toBe(1)
    expect(sessions).toHaveLength(before.length + 1)
    expect([...refusals].every((refusal) => ['UNAUTHORIZED', 'TOO_MANY_REQUESTS'].includes(refusal))).toBe(
      true,
    )
  },
)

test('one challenge opens only one session, even with several valid codes at the same time', async ({
  account,
}) => {
  const { secret, recoveryCodes } = await enrolled(account, NOW)
  const before = await sessionsOf(account)
  const token = await challengeOf(account, NOW)
  const codes = [appCode(secret, NOW), ...recoveryCodes.slice(0, 4)]
  const { passed, sessions } = await signInAtOnce(
    account,
    codes,
    Array(codes.length).fill(token),
    codes.length,
  )
  expect(passed).toBe(1)
  expect(sessions).toHaveLength(before.length + 1)
  // The codes that were refused are still valid.
  const left = await createApi(contextFor(account)).auth.mfa.factors()
  expect(left.recoveryCodesLeft).toBeGreaterThanOrEqual(9)
})

test('a challenge checks five of many simultaneous guesses and then refuses the right code', async ({
  account,
}) => {
  const { secret } = await enrolled(account, NOW)
  const token = await challengeOf(account, NOW)
  const wrong = wrongCode(secret, NOW)
  const ask = (code: string) => createApi(challengedContext(token, NOW)).auth.mfa.challenge({ code })
  const outcomes = await Promise.allSettled(Array.from({ length: CALLERS }, () => ask(wrong)))
  const refusals = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)
  expect(refusals.filter((code) => code === 'UNAUTHORIZED')).toHaveLength(5)
  expect(refusals.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(CALLERS - 5)
  await expect(ask(appCode(secret, NOW))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('only one of many simultaneous requests finishes a setup', async ({ account }) => {
  const ctx = contextFor(account, { now: () => NOW })
  const { factorId, secret } = await createApi(ctx).auth.mfa.enroll()
  const bindings = { ...env, DB: barrier(env.DB, /update "mfa_factors"/, 5) }
  const code = appCode(secret, NOW)
  const outcomes = await Promise.allSettled(
    Array.from({ length: CALLERS }, () =>
      createApi(contextFor(account, { now: () => NOW, env: bindings })).auth.mfa.verify({ factorId, code }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const stored = await env.DB.prepare('SELECT count(*) AS count FROM mfa_recovery_codes WHERE user_id = ?')
    .bind(account.userId)
    .first()
  expect(stored).toEqual({ count: 10 })
  expect(await sessionsOf(account)).toHaveLength(1)
})
