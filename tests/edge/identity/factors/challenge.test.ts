import { env } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { failing } from '#tests/edge/support/faults.ts'
import {
  appCode,
  challengedContext,
  challengeOf,
  cookieOf,
  type Enrolled,
  enrolled,
  mailsTo,
  STEP_MS,
  sessionsOf,
  signInWith,
  wrongCode,
} from '#tests/edge/support/second-factor.ts'
import { type Account, createAccount } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { openChallenge } from '#worker/identity/factors/challenge.ts'
import { MINUTE_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const REFUSED = { code: 'UNAUTHORIZED', cause: { code: 'bad_credentials' } }
const OVER = { code: 'UNAUTHORIZED', cause: { code: 'not_signed_in' } }
const TOO_MANY = { code: 'TOO_MANY_REQUESTS', cause: { code: 'too_many' } }

interface Owner extends Enrolled {
  account: Account
}

async function owner(): Promise<Owner> {
  const account = await createAccount(env.DB)
  return { account, ...(await enrolled(account, NOW)) }
}

/** Answers one challenge any number of times. */
function answering(token: string, now = NOW, bindings = env) {
  return (code: string) => createApi(challengedContext(token, now, bindings)).auth.mfa.challenge({ code })
}

async function events(account: Account) {
  const { results } = await env.DB.prepare(
    'SELECT type, outcome, detail FROM security_events WHERE user_id = ? ORDER BY id',
  )
    .bind(account.userId)
    .all()
  return results
}

test('an app code exchanges the challenge for an aal2 session', async () => {
  const { account, secret } = await owner()
  const before = await sessionsOf(account)
  const ctx = challengedContext(await challengeOf(account, NOW), NOW)
  const answer = await createApi(ctx).auth.mfa.challenge({ code: appCode(secret, NOW) })
  expect(answer).toEqual({
    user: { id: account.userId, email: account.email, role: 'owner' },
    aal: 'aal2',
    nextLevel: 'aal2',
  })
  const sessions = await sessionsOf(account)
  expect(sessions).toHaveLength(before.length + 1)
  expect(sessions).toContainEqual({
    id: expect.any(String),
    aal: 'aal2',
    amr: '["pwd","otp"]',
    factorAt: NOW,
  })
  expect(cookieOf(ctx.answerHeaders, 'session')).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(cookieOf(ctx.answerHeaders, 'challenge')).toBe('')
  expect(await events(account)).toContainEqual({ type: 'sign_in', outcome: 'done', detail: 'pwd otp' })
})

test('a recovery code opens a session once, and its owner gets a mail', async () => {
  const { account, recoveryCodes } = await owner()
  const [first = '', second = ''] = recoveryCodes
  await signInWith(account, first, NOW)
  expect((await sessionsOf(account)).map(({ amr }) => amr)).toContain('["pwd","rec"]')
  await expect(signInWith(account, first, NOW)).rejects.toMatchObject(REFUSED)
  await signInWith(account, second.toLowerCase().replaceAll('-', ' '), NOW)
  expect((await mailsTo(account)).map(({ subject }) => subject)).toEqual([
    'Two-step sign-in is on',
    'A recovery code was used to sign in',
    'A recovery code was used to sign in',
  ])
  const { recoveryCodesLeft } = await apiFor(account).auth.mfa.factors()
  expect(recoveryCodesLeft).toBe(8)
})

test("another person's recovery codes and app are refused", async () => {
  const [one, other] = [await owner(), await owner()]
  for (const code of [other.recoveryCodes[0] ?? '', appCode(other.secret, NOW)]) {
    await expect(signInWith(one.account, code, NOW)).rejects.toMatchObject(REFUSED)
  }
  await signInWith(other.account, other.recoveryCodes[0] ?? '', NOW)
})

test('a session after a provider sign-in records the provider and the code', async () => {
  const { account, secret } = await owner()
  const opened = contextFor(null, { now: () => NOW })
  await openChallenge(opened, {
    userId: account.userId,
    organizationId: account.organizationId,
    amr: ['oauth'],
  })
  await answering(cookieOf(opened.answerHeaders, 'challenge') ?? '')(appCode(secret, NOW))
  expect((await sessionsOf(account)).map(({ amr }) => amr)).toContain('["oauth","otp"]')
})

test('a challenge expires after five minutes', async () => {
  const { account, recoveryCodes } = await owner()
  const token = await challengeOf(account, NOW)
  const end = NOW + 5 * MINUTE_MS
  await expect(answering(token, end)(recoveryCodes[0] ?? '')).rejects.toMatchObject(OVER)
  await answering(token, end - 1)(recoveryCodes[0] ?? '')
})

test('a challenge opens only one session', async () => {
  const { account, recoveryCodes } = await owner()
  const token = await challengeOf(account, NOW)
  await answering(token)(recoveryCodes[0] ?? '')
  await expect(answering(token)(recoveryCodes[1] ?? '')).rejects.toMatchObject(OVER)
})

test.each([
  ['an empty token', ''],
  ['an unknown token', 'unknown'],
  ['a long token', 'x'.repeat(4_000)],
])('a browser with %s is refused', async (_, token) => {
  const { secret } = await owner()
  await expect(answering(token)(appCode(secret, NOW))).rejects.toMatchObject(OVER)
  await expect(apiFor(null).auth.mfa.challenge({ code: '123456' })).rejects.toMatchObject(OVER)
})

test('challenges are stored without their token, and expired ones are deleted', async () => {
  const { account } = await owner()
  const token = await challengeOf(account, NOW)
  const rows = () =>
    env.DB.prepare('SELECT * FROM mfa_challenges WHERE user_id = ?').bind(account.userId).all()
  expect(JSON.stringify((await rows()).results)).not.toContain(token)
  await challengeOf(account, NOW + 5 * MINUTE_MS)
  expect((await rows()).results).toHaveLength(1)
})

test('a person who left the organization meanwhile gets no session in it', async () => {
  const { account, secret } = await owner()
  const token = await challengeOf(account, NOW)
  await env.DB.prepare('UPDATE organization_users SET is_active = 0 WHERE user_id = ?')
    .bind(account.userId)
    .run()
  await expect(answering(token)(appCode(secret, NOW))).rejects.toMatchObject(OVER)
})

test('a code works once, and codes of earlier steps are refused after it', async () => {
  const { account, secret } = await owner()
  const now = NOW + 100 * STEP_MS
  await signInWith(account, appCode(secret, now), now)
  for (const step of [0, -1]) {
    await expect(signInWith(account, appCode(secret, now + step * STEP_MS), now)).rejects.toMatchObject(
      REFUSED,
    )
  }
  await signInWith(account, appCode(secret, now + STEP_MS), now)
  await expect(signInWith(account, appCode(secret, now), now)).rejects.toMatchObject(REFUSED)
})

test('a wrong code is refused beside the field, without the number of tries left', async () => {
  const { account, secret } = await owner()
  const token = await challengeOf(account, NOW)
  const refusals = []
  for (let time = 0; time < 5; time += 1) {
    refusals.push(await answering(token)(wrongCode(secret, NOW)).catch((error: Error) => error))
  }
  const message = 'That code is not right. Wait for the next one in your app, then try again.'
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ message, cause: { fields: { code: message } } })
  expect(await events(account)).toContainEqual({ type: 'second_factor', outcome: 'refused', detail: 'otp' })
})

test('five wrong codes end a challenge, even for the right code', async () => {
  const { account, secret, recoveryCodes } = await owner()
  const token = await challengeOf(account, NOW)
  for (const code of [...Array(4).fill(wrongCode(secret, NOW)), 'A'.repeat(24)]) {
    await expect(answering(token)(code)).rejects.toMatchObject(REFUSED)
  }
  const ctx = challengedContext(token, NOW)
  await expect(createApi(ctx).auth.mfa.challenge({ code: appCode(secret, NOW) })).rejects.toMatchObject(
    TOO_MANY,
  )
  expect(ctx.answerHeaders.get('retry-after')).toBe('900')
  await expect(answering(token)(recoveryCodes[0] ?? '')).rejects.toMatchObject(TOO_MANY)
  // Signing in again allows five more.
  await signInWith(account, appCode(secret, NOW), NOW)
})

test('an account has ten wrong codes in 15 minutes over all its challenges', async () => {
  const { account, secret, recoveryCodes } = await owner()
  for (let time = 0; time < 10; time += 1) {
    await expect(signInWith(account, wrongCode(secret, NOW), NOW + time)).rejects.toMatchObject(REFUSED)
  }
  const end = NOW + 15 * MINUTE_MS
  for (const now of [NOW + 10, end - 1]) {
    await expect(signInWith(account, recoveryCodes[0] ?? '', now)).rejects.toMatchObject(TOO_MANY)
  }
  await signInWith(account, recoveryCodes[0] ?? '', end)
})

test('correct codes and malformed text do not count as tries', async () => {
  const { account, secret, recoveryCodes } = await owner()
  const token = await challengeOf(account, NOW)
  for (const text of ['', '12345', 'forgot it', '1'.repeat(60_000), 'x', 'y']) {
    await expect(answering(token)(text)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  }
  for (const code of recoveryCodes) await signInWith(account, code, NOW)
  // All ten tries of the account are left.
  for (let time = 0; time < 10; time += 1) {
    await expect(signInWith(account, wrongCode(secret, NOW), NOW)).rejects.toMatchObject(REFUSED)
  }
})

describe.each([
  ['looking the app up', /from "mfa_factors"/],
  ['using the code up', /update "mfa_factors"/],
  ['opening the session', /insert into "sessions"/],
])('a server fault while %s', (_, fault) => {
  test('costs no try and leaves the code valid', { meta: { expectsFaults: true } }, async () => {
    const { account, secret } = await owner()
    const token = await challengeOf(account, NOW)
    const broken = { ...env, DB: failing(env.DB, fault) }
    const code = appCode(secret, NOW)
    for (let time = 0; time < 12; time += 1) {
      const ctx = challengedContext(token, NOW, broken)
      await expect(createApi(ctx).auth.mfa.challenge({ code })).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
      })
      expect([...ctx.answerHeaders]).toEqual([])
    }
    await answering(token)(code)
  })
})

test('no code is accepted while tries cannot be counted', { meta: { expectsFaults: true } }, async () => {
  const { account, secret } = await owner()
  const token = await challengeOf(account, NOW)
  const broken = { ...env, DB: failing(env.DB, /insert into "attempts"/) }
  await expect(answering(token, NOW, broken)(appCode(secret, NOW))).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  })
  await answering(token)(appCode(secret, NOW))
})

test('a secret that was swapped in the database signs nobody in', {
  meta: { expectsFaults: true },
}, async () => {
  const [one, other] = [await owner(), await owner()]
  // The secret of another row, sealed with the right key.
  await env.DB.prepare(
    'UPDATE mfa_factors SET sealed_secret = (SELECT sealed_secret FROM mfa_factors WHERE id = ?1) WHERE id = ?2',
  )
    .bind(other.factorId, one.factorId)
    .run()
  for (const secret of [one.secret, other.secret]) {
    await expect(signInWith(one.account, appCode(secret, NOW), NOW)).rejects.toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
    })
  }
})

test('an app keeps working while the key changes, and its secret is sealed with the new key', async () => {
  const { account, secret, factorId } = await owner()
  const sealed = () =>
    env.DB.prepare('SELECT sealed_secret FROM mfa_factors WHERE id = ?')
      .bind(factorId)
      .first<string>('sealed_secret')
  const before = await sealed()
  const newKey = 'another-key-of-the-edge-tests-0123456789'
  const bindings = (changes: object) => ({ ...env, MFA_ENCRYPTION_KEY: newKey, ...changes })
  const during = bindings({ MFA_ENCRYPTION_KEY_PREVIOUS: env.MFA_ENCRYPTION_KEY })
  await answering(await challengeOf(account, NOW), NOW, during)(appCode(secret, NOW))
  expect(await sealed()).not.toBe(before)
  const later = NOW + STEP_MS
  await answering(await challengeOf(account, later), later, bindings({}))(appCode(secret, later))
})

test('a pending sign-in sees its second factor, but no recovery codes', async () => {
  const { account, factorId } = await owner()
  const ctx = challengedContext(await challengeOf(account, NOW), NOW)
  expect(await createApi(ctx).auth.mfa.factors()).toMatchObject({
    items: [{ id: factorId, status: 'verified' }],
    recoveryCodesLeft: null,
  })
  for (const call of [
    () => createApi(ctx).auth.mfa.enroll(),
    () => createApi(ctx).auth.mfa.verify({ factorId, code: '123456' }),
    () => createApi(ctx).auth.mfa.remove({ factorId }),
    () => createApi(ctx).auth.mfa.renewRecoveryCodes(),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  }
})
