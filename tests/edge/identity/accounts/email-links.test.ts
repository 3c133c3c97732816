import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { mailedToken, mailsTo } from '#tests/edge/support/mails.ts'
import { test } from '#tests/edge/support/test.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import { type Account, createAccount } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { sha256Hex } from '#worker/platform/ids.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const ENDED = 'This link has expired or was already used. Ask for a new one.'

function unproven() {
  return createAccount(env.DB, { isVerified: false })
}

function resend(account: Account, now = NOW) {
  return apiFor(account, { isVerified: false, now: () => now }).auth.resendVerification()
}

/** Verifies in a session of the account, or signed out if null. */
function verify(account: Account | null, token: string, now = NOW) {
  return apiFor(account, { isVerified: false, now: () => now }).auth.verifyEmail({ token })
}

async function verifiedAt(userId: string): Promise<unknown> {
  const row = await env.DB.prepare('SELECT email_verified_at FROM users WHERE id = ?').bind(userId).first()
  return row?.email_verified_at
}

test('the mailed link verifies the address once', async () => {
  const account = await unproven()
  await resend(account)
  const token = await mailedToken(account.email)
  await verify(account, token, NOW + DAY_MS - 1)
  expect(await verifiedAt(account.userId)).toBe(NOW + DAY_MS - 1)
  await expect(verify(account, token)).rejects.toMatchObject({ code: 'NOT_FOUND', message: ENDED })
})

test('the link expires after a day', async () => {
  const account = await unproven()
  await resend(account)
  const token = await mailedToken(account.email)
  await expect(verify(account, token, NOW + DAY_MS)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: ENDED,
  })
  expect(await verifiedAt(account.userId)).toBeNull()
})

test('a new link ends the previous one', async () => {
  const account = await unproven()
  await resend(account)
  const first = await mailedToken(account.email)
  await resend(account, NOW + 1)
  await expect(verify(account, first)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await verify(account, await mailedToken(account.email))
})

test('the link is sent at most three times an hour, and not at all to a verified address', async () => {
  const account = await unproven()
  for (let call = 0; call < 3; call += 1) await resend(account)
  await expect(resend(account)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await resend(account, NOW + HOUR_MS)
  expect(await mailsTo(account.email)).toHaveLength(4)
  await apiFor(account).auth.resendVerification()
  expect(await mailsTo(account.email)).toHaveLength(4)
})

test('verifying the address ends every other session and keeps the current one', async () => {
  const account = await unproven()
  const [own, other] = [await signedIn(account), await signedIn(account)]
  await resend(account, Date.now())
  const headers = { cookie: own, origin: 'http://localhost:8787', 'content-type': 'application/json' }
  const body = JSON.stringify({ token: await mailedToken(account.email) })
  const answer = await ask('/trpc/auth.verifyEmail', { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  await answer.body?.cancel()
  expect((await ask('/app', { headers: { cookie: own } })).status).toBe(200)
  expect((await ask('/app', { headers: { cookie: other } })).status).toBe(302)
})

test('a link works for its own purpose only', async () => {
  const account = await unproven()
  await resend(account)
  const token = await mailedToken(account.email)
  await expect(
    apiFor(null, { now: () => NOW }).auth.resetPassword({ token, password: 'Walnut-Ladder-58' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND', message: ENDED })
  await apiFor(null, { now: () => NOW }).auth.requestPasswordReset({ email: account.email })
  await expect(verify(account, await mailedToken(account.email))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a link to a former address verifies nothing', async () => {
  const account = await unproven()
  await resend(account)
  const token = await mailedToken(account.email)
  await env.DB.prepare('UPDATE users SET email = ? WHERE id = ?')
    .bind('later@example.test', account.userId)
    .run()
  await expect(verify(account, token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await verifiedAt(account.userId)).toBeNull()
})

test.each(['', 'x', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}=`, '../../../etc/passwd'])(
  'the token %j is refused as incomplete',
  async (token) => {
    await expect(verify(null, token)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  },
)

test('the database contains only the hash of a token', async () => {
  const account = await unproven()
  await resend(account)
  const token = await mailedToken(account.email)
  const { results } = await env.DB.prepare('SELECT * FROM email_links').all()
  expect(JSON.stringify(results)).toContain(await sha256Hex(token))
  expect(JSON.stringify(results)).not.toContain(token)
})

test('an unverified account can add one business, a verified one as many as its plan allows', async () => {
  const account = await createAccount(env.DB, { plan: 'pro', isVerified: false })
  const add = (isVerified: boolean) =>
    apiFor(account, { plan: 'pro', isVerified }).businesses.create({ name: 'Corner Shop' })
  await add(false)
  await expect(add(false)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'Failed to create business: permission denied',
    cause: { message: expect.stringContaining('Please confirm your e-mail address first') },
  })
  await add(true)
  await add(true)
  await expect(add(true)).rejects.toMatchObject({
    message: expect.stringContaining('Location limit reached'),
  })
})

test('an unverified account on the free plan is told about the limit of its plan', async () => {
  const account = await createAccount(env.DB, { isVerified: false })
  const api = apiFor(account, { plan: 'free', isVerified: false })
  await api.businesses.create({ name: 'Corner Shop' })
  await expect(api.businesses.create({ name: 'Corner Shop' })).rejects.toMatchObject({
    message: expect.stringContaining('Location limit reached'),
  })
})

test('an account changes its address once the new one is verified, and both addresses are notified', async ({
  account,
}) => {
  const fresh = `Fresh-${account.userId}@Example.TEST`
  const stored = `Fresh-${account.userId}@example.test`
  await apiFor(account).profile.changeEmail({ email: fresh })
  expect((await apiFor(account).profile.get()).newEmail).toBe(stored)
  expect((await mailsTo(account.email)).map(({ kind }) => kind)).toEqual(['account_changed'])
  const row = () =>
    env.DB.prepare('SELECT email, email_key FROM users WHERE id = ?').bind(account.userId).first()
  expect(await row()).toMatchObject({ email: account.email })
  await apiFor(account).auth.verifyEmail({ token: await mailedToken(stored) })
  expect(await row()).toEqual({ email: stored, email_key: stored.toLowerCase() })
  const profile = await env.DB.prepare('SELECT email FROM profiles WHERE id = ?').bind(account.userId).first()
  expect(profile).toEqual({ email: stored })
})

test('changing to the address of another account looks accepted but mails no link', async () => {
  const [account, owner] = [await createAccount(env.DB), await createAccount(env.DB)]
  const answer = await apiFor(account).profile.changeEmail({ email: owner.email })
  expect(answer).toBeUndefined()
  expect((await mailsTo(owner.email)).map(({ kind, text }) => [kind, text.includes('token=')])).toEqual([
    ['account_changed', false],
  ])
  expect((await apiFor(account).profile.get()).newEmail).toBe(owner.email)
})

test('if two accounts want one address, the first to verify it gets it', async () => {
  const [one, other] = [await createAccount(env.DB), await createAccount(env.DB)]
  const wanted = 'wanted-by-two@example.test'
  await apiFor(one).profile.changeEmail({ email: wanted })
  const first = await mailedToken(wanted)
  await apiFor(other).profile.changeEmail({ email: wanted })
  const second = await mailedToken(wanted)
  await apiFor(other).auth.verifyEmail({ token: second })
  await expect(apiFor(one).auth.verifyEmail({ token: first })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const row = await env.DB.prepare('SELECT id FROM users WHERE email = ?').bind(wanted).all()
  expect(row.results).toEqual([{ id: other.userId }])
})

test('changing the address needs a credential entered in the last ten minutes', async ({ account }) => {
  const at = (minutes: number) => {
    const ctx = contextFor(account)
    const now = ctx.now() + minutes * 60_000
    return createApi({ ...ctx, now: () => now }).profile.changeEmail({ email: 'else@example.test' })
  }
  await expect(at(10)).rejects.toMatchObject({ code: 'FORBIDDEN', cause: { code: 'recent_login_needed' } })
  await at(9.9)
})

test('changing to the current address is refused beside the field', async ({ account }) => {
  await expect(
    apiFor(account).profile.changeEmail({ email: account.email.toUpperCase() }),
  ).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: { fields: { email: 'This is already your address.' } },
  })
})
