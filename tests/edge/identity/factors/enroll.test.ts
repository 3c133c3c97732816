import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import {
  appCode,
  cookieOf,
  enrolled,
  mailsTo,
  STEP_MS,
  sessionsOf,
  signInWith,
  wrongCode,
} from '#tests/edge/support/second-factor.ts'
import { test } from '#tests/edge/support/test.ts'
import { signedIn } from '#tests/edge/support/web.ts'
import type { Account } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { sha256Hex } from '#worker/platform/ids.ts'
import { HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

function mfaOf(account: Account, now = NOW) {
  return apiFor(account, { now: () => now }).auth.mfa
}

async function storedFactors(account: Account) {
  const { results } = await env.DB.prepare('SELECT * FROM mfa_factors WHERE user_id = ? ORDER BY id')
    .bind(account.userId)
    .all()
  return results
}

test('a setup returns the secret once, as text and as a URI, and stores it encrypted', async ({
  account,
}) => {
  const begun = await mfaOf(account).enroll()
  expect(begun).toMatchObject({ factorType: 'totp', secret: expect.stringMatching(/^[A-Z2-7]{32}$/) })
  expect(begun.uri).toContain(`secret=${begun.secret}&`)
  expect(begun.uri).toContain(encodeURIComponent(account.email))
  const rows = await storedFactors(account)
  expect(rows).toMatchObject([
    { id: begun.factorId, status: 'unverified', factor_type: 'totp', verified_at: null },
  ])
  expect(JSON.stringify(rows)).not.toContain(begun.secret)
  const list = await mfaOf(account).factors()
  expect(list).toEqual({
    items: [
      {
        id: begun.factorId,
        factorType: 'totp',
        status: 'unverified',
        createdAt: new Date(NOW).toISOString(),
        verifiedAt: null,
        lastUsedAt: null,
      },
    ],
    nextCursor: null,
    recoveryCodesLeft: 0,
  })
})

test('an unfinished setup ends no session and sends no mail', async ({ account, cookie }) => {
  await mfaOf(account).enroll()
  expect(await sessionsOf(account)).toHaveLength(1)
  expect(cookie).toContain('session=')
  expect(await mailsTo(account)).toEqual([])
})

test('a code finishes the setup: recovery codes, one aal2 session, a mail and a log entry', async ({
  account,
}) => {
  await signedIn(account, { createdAt: NOW })
  await signedIn(account, { createdAt: NOW })
  const ctx = contextFor(account, { now: () => NOW })
  const api = createApi(ctx)
  const { factorId, secret } = await api.auth.mfa.enroll()
  const answer = await api.auth.mfa.verify({ factorId, code: ` ${appCode(secret, NOW)} ` })
  expect(answer).toEqual({ factorId, recoveryCodes: expect.any(Array) })
  expect(new Set(answer.recoveryCodes).size).toBe(10)
  for (const code of answer.recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{6}-){3}[A-Z2-7]{6}$/)

  expect(await storedFactors(account)).toMatchObject([
    { id: factorId, status: 'verified', verified_at: NOW, last_used_at: NOW, last_step: NOW / STEP_MS },
  ])
  const { results: hashes } = await env.DB.prepare(
    'SELECT code_hash FROM mfa_recovery_codes WHERE user_id = ?',
  )
    .bind(account.userId)
    .all<{ code_hash: string }>()
  const expected = await Promise.all(answer.recoveryCodes.map((code) => sha256Hex(code.replaceAll('-', ''))))
  expect(hashes.map((row) => row.code_hash).sort()).toEqual(expected.sort())

  expect(await sessionsOf(account)).toMatchObject([{ aal: 'aal2', amr: '["pwd","otp"]', factorAt: NOW }])
  expect(cookieOf(ctx.answerHeaders, 'session')).toMatch(/^[A-Za-z0-9_-]{43}$/)
  const [mail] = await mailsTo(account)
  expect(mail?.subject).toBe('Two-step sign-in is on')
  const event = env.DB.prepare(
    "SELECT outcome FROM security_events WHERE user_id = ? AND type = 'factor_enrolled'",
  )
  expect(await event.bind(account.userId).all()).toMatchObject({ results: [{ outcome: 'done' }] })
})

test('the code that finished the setup cannot sign in as well', async ({ account }) => {
  const { factorId, secret } = await mfaOf(account).enroll()
  const code = appCode(secret, NOW)
  await mfaOf(account).verify({ factorId, code })
  await expect(signInWith(account, code, NOW)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('a wrong code changes nothing, and the right one still works', async ({ account }) => {
  const { factorId, secret } = await mfaOf(account).enroll()
  const before = await storedFactors(account)
  await expect(mfaOf(account).verify({ factorId, code: wrongCode(secret, NOW) })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
    cause: { fields: { code: expect.stringMatching(/^That code is not right\./) } },
  })
  expect(await storedFactors(account)).toEqual(before)
  expect(await mailsTo(account)).toEqual([])
  await mfaOf(account).verify({ factorId, code: appCode(secret, NOW) })
})

test('five wrong codes end a setup, and a new one starts over', async ({ account }) => {
  const { factorId, secret } = await mfaOf(account).enroll()
  for (let time = 0; time < 5; time += 1) {
    await expect(mfaOf(account).verify({ factorId, code: wrongCode(secret, NOW) })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  }
  await expect(mfaOf(account).verify({ factorId, code: appCode(secret, NOW) })).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
  const again = await mfaOf(account).enroll()
  await mfaOf(account).verify({ factorId: again.factorId, code: appCode(again.secret, NOW) })
})

test('starting again discards the previous setup', async ({ account }) => {
  const first = await mfaOf(account).enroll()
  const second = await mfaOf(account).enroll()
  expect(await storedFactors(account)).toHaveLength(1)
  const { factorId, secret } = first
  await expect(mfaOf(account).verify({ factorId, code: appCode(secret, NOW) })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'This setup has expired. Please start again.',
  })
  await expect(
    mfaOf(account).verify({ factorId: second.factorId, code: appCode(secret, NOW) }),
  ).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('a setup can be finished once, by its owner, within an hour', async ({ account, stranger: other }) => {
  const { factorId, secret } = await mfaOf(account).enroll()
  const at = (now: number, who = account) => mfaOf(who, now).verify({ factorId, code: appCode(secret, now) })
  await expect(at(NOW, other)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(at(NOW + HOUR_MS)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await at(NOW + HOUR_MS - 1)
  await expect(at(NOW + HOUR_MS - 1)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.for([
  ['begin', false],
  ['finish', true],
])('a setup needs a credential entered in the last 10 minutes to %s', async ([_, isBegun], { account }) => {
  const { factorId, secret } = await mfaOf(account).enroll()
  const step = async (authenticatedAt: number) => {
    const ctx = contextFor(account, { now: () => NOW })
    if (!ctx.session) throw new Error('signed in above')
    const api = createApi({ ...ctx, session: { ...ctx.session, authenticatedAt } })
    if (isBegun) await api.auth.mfa.verify({ factorId, code: appCode(secret, NOW) })
    else await api.auth.mfa.enroll()
  }
  await expect(step(NOW - 10 * MINUTE_MS)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    cause: { code: 'recent_login_needed' },
  })
  await step(NOW - 10 * MINUTE_MS + 1)
})

test('a new app replaces the first one and its recovery codes, after a code of the first', async ({
  account,
}) => {
  const first = await enrolled(account, NOW)
  await expect(mfaOf(account).enroll()).rejects.toMatchObject({ cause: { code: 'recent_login_needed' } })

  const ctx = contextFor(account, { now: () => NOW })
  if (!ctx.session) throw new Error('signed in above')
  const proven = createApi({ ...ctx, session: { ...ctx.session, aal: 'aal2', factorAt: NOW } }).auth.mfa
  const { factorId, secret } = await proven.enroll()
  // The first app counts until the new one has shown a code.
  await signInWith(account, appCode(first.secret, NOW), NOW)
  await expect(mfaOf(account).verify({ factorId, code: appCode(secret, NOW) })).rejects.toMatchObject({
    cause: { code: 'recent_login_needed' },
  })
  const { recoveryCodes } = await proven.verify({ factorId, code: appCode(secret, NOW) })

  expect(await storedFactors(account)).toMatchObject([{ id: factorId, status: 'verified' }])
  expect(await sessionsOf(account)).toHaveLength(1)
  expect((await mailsTo(account)).map(({ subject }) => subject)).toEqual([
    'Two-step sign-in is on',
    'Your authenticator app was replaced',
  ])
  const later = NOW + STEP_MS
  for (const code of [appCode(first.secret, later), ...first.recoveryCodes.slice(0, 2)]) {
    await expect(signInWith(account, code, later)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  }
  await signInWith(account, recoveryCodes[0] ?? '', later)
})
