import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { passwordHistory, userIdentities } from '#db/schema/index.ts'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { mailedToken, mailsTo } from '#tests/edge/support/mails.ts'
import { plantFactor } from '#tests/edge/support/second-factor.ts'
import { PASSWORD } from '#tests/edge/support/test.ts'
import { ask, askProcedure, PRODUCTION, signedIn } from '#tests/edge/support/web.ts'
import { type Account, createAccount } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { settingsOf } from '#worker/env.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'

const NEW_PASSWORD = 'Walnut-Ladder-58'
const NOW = Date.UTC(2026, 5, 15, 12)
const settings = settingsOf(env)

function owner(text: string | null = PASSWORD, isVerified = true) {
  return createAccount(env.DB, { isVerified, ...(text && { password: { text, settings } }) })
}

async function resetToken(account: Account, now = NOW): Promise<string> {
  await apiFor(null, { now: () => now }).auth.requestPasswordReset({ email: account.email })
  return mailedToken(account.email)
}

function reset(token: string, password = NEW_PASSWORD, now = NOW) {
  return apiFor(null, { now: () => now }).auth.resetPassword({ token, password })
}

function signIn(account: Account, password: string) {
  return apiFor(null).auth.signIn({ email: account.email, password })
}

async function recordOf(account: Account): Promise<string> {
  const row = await env.DB.prepare('SELECT password_hash FROM users WHERE id = ?')
    .bind(account.userId)
    .first()
  return String(row?.password_hash)
}

test('a mailed link sets a new password once, and the old one no longer works', async () => {
  const account = await owner()
  const token = await resetToken(account)
  await reset(token)
  await signIn(account, NEW_PASSWORD)
  await expect(signIn(account, PASSWORD)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(reset(token, 'Copper-Kettle-77')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await mailsTo(account.email)).map(({ kind }) => kind)).toEqual([
    'password_reset',
    'password_changed',
  ])
})

test('the link expires after an hour, or when a newer one is sent', async () => {
  const account = await owner()
  const token = await resetToken(account)
  await expect(reset(token, NEW_PASSWORD, NOW + HOUR_MS)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const newer = await resetToken(account)
  await expect(reset(token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await reset(newer, NEW_PASSWORD, NOW + HOUR_MS - 1)
})

test('a link can be checked before a password is typed, without using it up', async () => {
  const account = await owner()
  const token = await resetToken(account)
  const look = (now = NOW) => apiFor(null, { now: () => now }).auth.resetLink({ token })
  expect(await look()).toEqual({ email: account.email })
  expect(await look(NOW + HOUR_MS - 1)).toEqual({ email: account.email })
  await expect(look(NOW + HOUR_MS)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await reset(token)
  await expect(look()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a reset ends all sessions and signs nobody in', async () => {
  const account = await owner()
  const cookies = [await signedIn(account), await signedIn(account)]
  const token = await resetToken(account, Date.now())
  const answer = await askProcedure('auth.resetPassword', { token, password: NEW_PASSWORD })
  expect(answer.status).toBe(200)
  // The device cookie signs nobody in.
  expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(['device'])
  await answer.body?.cancel()
  for (const cookie of cookies) expect((await ask('/app', { headers: { cookie } })).status).toBe(302)
})

test('a reset does not skip the second factor', async () => {
  const account = await owner()
  await plantFactor(account)
  await reset(await resetToken(account))
  expect(await signIn(account, NEW_PASSWORD)).toMatchObject({ aal: 'aal1', nextLevel: 'aal2' })
})

test('a reset of an unverified account verifies its address and drops every other credential', async () => {
  const account = await owner(PASSWORD, false)
  const { userId } = account
  await plantFactor(account)
  await databaseOf(env)
    .insert(userIdentities)
    .values({ provider: 'google', subject: userId, userId, email: '', createdAt: 0 })
  await reset(await resetToken(account))
  expect(await signIn(account, NEW_PASSWORD)).toMatchObject({ nextLevel: 'aal1' })
  const row = await env.DB.prepare(
    `SELECT email_verified_at, (SELECT count(*) FROM user_identities WHERE user_id = users.id) AS identities
    FROM users WHERE id = ?`,
  )
    .bind(account.userId)
    .first()
  expect(row).toEqual({ email_verified_at: NOW, identities: 0 })
})

test('an account that signs in through a provider can get a password by mail', async () => {
  const account = await owner(null)
  await reset(await resetToken(account))
  await signIn(account, NEW_PASSWORD)
})

test.each([
  ['abcdefgh', 'Add uppercase letters (A-Z), Add numbers (0-9), Add special characters (!@#$%^&*)'],
  ['Quill-Lantern-42', 'Avoid using personal information'],
  ['B@sketb4ll', 'Avoid common passwords'],
  [PASSWORD, 'You have used this password before. Choose a different one.'],
])('the password %s is refused beside its field, and the link stays valid', async (password, message) => {
  const account = await owner()
  const token = await resetToken(account)
  await expect(reset(token, password)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: { fields: { password: message } },
  })
  await reset(token)
})

test('changing the password gives this session a new token and ends the others', async () => {
  const account = await owner()
  const [own, other] = [await signedIn(account), await signedIn(account)]
  const link = await resetToken(account, Date.now())
  const answer = await askProcedure(
    'auth.changePassword',
    { current: PASSWORD, password: NEW_PASSWORD },
    { headers: { cookie: own } },
  )
  expect(answer.status).toBe(200)
  await answer.body?.cancel()
  const renewed = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(renewed).not.toBe(own)
  expect((await ask('/app', { headers: { cookie: renewed } })).status).toBe(200)
  for (const cookie of [own, other]) expect((await ask('/app', { headers: { cookie } })).status).toBe(302)
  await signIn(account, NEW_PASSWORD)
  await expect(
    apiFor(null).auth.resetPassword({ token: link, password: 'Copper-Kettle-77' }),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect((await mailsTo(account.email)).at(-1)?.kind).toBe('password_changed')
})

test('a wrong current password is refused beside its field, and guesses are limited', async () => {
  const account = await owner()
  const ctx = contextFor(account)
  const change = () =>
    createApi(ctx).auth.changePassword({ current: 'Wrong-Lantern-42', password: NEW_PASSWORD })
  for (let call = 0; call < 5; call += 1) {
    await expect(change()).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      cause: { fields: { current: 'This is not your current password.' } },
    })
  }
  await expect(change()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await signIn(account, PASSWORD)
})

test('a password that misses the policy is refused in the specified words', async () => {
  const account = await owner()
  await expect(
    apiFor(account).auth.changePassword({ current: PASSWORD, password: 'abcdefgh' }),
  ).rejects.toMatchObject({
    message:
      'Password requirements not met: Add uppercase letters (A-Z), Add numbers (0-9), Add special characters (!@#$%^&*)',
  })
})

test('the last five passwords are refused, and the sixth last is accepted', async () => {
  const account = await owner('First-Lantern-10')
  const passwords = ['First-Lantern-10', ...Array.from({ length: 5 }, (_, index) => `Walnut-Ladder-${index}`)]
  for (const [index, password] of passwords.slice(1).entries()) {
    await apiFor(account).auth.changePassword({ current: passwords[index] ?? '', password })
  }
  const current = passwords.at(-1) ?? ''
  for (const password of passwords.slice(1)) {
    await expect(apiFor(account).auth.changePassword({ current, password })).rejects.toMatchObject({
      message: expect.stringContaining('You have used this password before.'),
    })
  }
  await apiFor(account).auth.changePassword({ current, password: 'First-Lantern-10' })
  const kept = await env.DB.prepare('SELECT count(*) AS count FROM password_history WHERE user_id = ?')
    .bind(account.userId)
    .first()
  expect(kept).toEqual({ count: 5 })
})

/** Accounts that no procedure made have no history: demo accounts, and accounts of an operator. */
test.each([
  ['a seeded account', 0],
  ['an account that has to change its password', 1],
])('%s cannot reuse its first password until it has had five others', async (_, mustChange) => {
  const account = await owner()
  await env.DB.prepare('UPDATE users SET must_change_password = ? WHERE id = ?')
    .bind(mustChange, account.userId)
    .run()
  const usedBefore = { message: expect.stringContaining('You have used this password before.') }
  const change = (current: string, password: string) =>
    apiFor(account).auth.changePassword({ current, password })
  const resetTo = async (password: string) =>
    reset(await resetToken(account, Date.now()), password, Date.now())
  await expect(change(PASSWORD, PASSWORD)).rejects.toMatchObject(usedBefore)
  await expect(resetTo(PASSWORD)).rejects.toMatchObject(usedBefore)
  await change(PASSWORD, NEW_PASSWORD)
  await expect(change(NEW_PASSWORD, PASSWORD)).rejects.toMatchObject(usedBefore)
  await expect(resetTo(PASSWORD)).rejects.toMatchObject(usedBefore)
  await resetTo('Walnut-Ladder-1')
  await expect(change('Walnut-Ladder-1', PASSWORD)).rejects.toMatchObject(usedBefore)
  await change('Walnut-Ladder-1', 'Walnut-Ladder-2')
  await change('Walnut-Ladder-2', 'Walnut-Ladder-3')
  await expect(change('Walnut-Ladder-3', PASSWORD)).rejects.toMatchObject(usedBefore)
  await change('Walnut-Ladder-3', 'Walnut-Ladder-4')
  await change('Walnut-Ladder-4', PASSWORD)
})

test('a first password needs a recent sign-in instead of the current password', async () => {
  const account = await owner(null)
  const ctx = contextFor(account)
  const later = ctx.now() + 11 * MINUTE_MS
  await expect(
    createApi({ ...ctx, now: () => later }).auth.changePassword({ password: NEW_PASSWORD }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN', cause: { code: 'recent_login_needed' } })
  await apiFor(account).auth.changePassword({ password: NEW_PASSWORD })
  await signIn(account, NEW_PASSWORD)
})

test('entering the password again counts as a recent sign-in', async () => {
  const account = await owner()
  const cookie = await signedIn(account, {
    createdAt: Date.now() - 20 * MINUTE_MS,
    lastActivityAt: Date.now(),
  })
  const change = (email: string) => askProcedure('profile.changeEmail', { email }, { headers: { cookie } })
  const early = await change('one@example.test')
  expect(await early.json()).toMatchObject({
    error: { data: { reason: 'recent_login_needed', type: 'AUTHENTICATION' } },
  })
  const wrong = await askProcedure('auth.confirmPassword', { password: 'x' }, { headers: { cookie } })
  expect(wrong.status).toBe(401)
  await wrong.body?.cancel()
  const right = await askProcedure('auth.confirmPassword', { password: PASSWORD }, { headers: { cookie } })
  expect(right.status).toBe(200)
  await right.body?.cancel()
  const late = await change('one@example.test')
  expect(late.status).toBe(200)
  await late.body?.cancel()
})

test('a record with another cost is replaced when its owner signs in', async () => {
  const account = await createAccount(env.DB, {
    password: { text: PASSWORD, settings: { ...settings, SCRYPT_COST: 2 } },
  })
  expect(await recordOf(account)).toMatch(/^scrypt\$2\$/)
  await expect(signIn(account, 'Wrong-Lantern-42')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await recordOf(account)).toMatch(/^scrypt\$2\$/)
  const passwordHash = await recordOf(account)
  await databaseOf(env)
    .insert(passwordHistory)
    .values({ id: 'first', userId: account.userId, passwordHash, createdAt: 0 })
  await signIn(account, PASSWORD)
  expect(await recordOf(account)).toMatch(/^scrypt\$16\$/)
  // The history gets the new record too: the old one could not match once a former secret is gone.
  const { results } = await env.DB.prepare('SELECT password_hash FROM password_history WHERE user_id = ?')
    .bind(account.userId)
    .all()
  expect(results).toEqual([{ password_hash: await recordOf(account) }])
  await signIn(account, PASSWORD)
})

test('while the secret changes both secrets match, and records move to the new one', async () => {
  const account = await owner()
  const moved = { ...env, SESSION_SECRET: 'the-secret-after-0123456789abcdefghijkl' }
  const during = { ...moved, SESSION_SECRET_PREVIOUS: settings.SESSION_SECRET }
  const signInWith = (bindings: typeof env) =>
    apiFor(null, { env: bindings }).auth.signIn({ email: account.email, password: PASSWORD })
  await expect(signInWith(moved)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await signInWith(during)
  await signInWith(moved)
})

test('the profile warns of a password that is older than 90 days', async () => {
  const account = await createAccount(env.DB, { now: NOW, password: { text: PASSWORD, settings } })
  const at = (now: number) => apiFor(account, { now: () => now }).profile.get()
  expect(await at(NOW + 90 * DAY_MS)).toMatchObject({ isPasswordOld: false, hasPassword: true })
  expect(await at(NOW + 90 * DAY_MS + 1)).toMatchObject({ isPasswordOld: true })
  await apiFor(account, { now: () => NOW + 91 * DAY_MS }).auth.changePassword({
    current: PASSWORD,
    password: NEW_PASSWORD,
  })
  expect(await at(NOW + 92 * DAY_MS)).toMatchObject({
    isPasswordOld: false,
    passwordChangedAt: new Date(NOW + 91 * DAY_MS).toISOString(),
  })
  const other = await createAccount(env.DB, { now: NOW })
  expect(await apiFor(other, { now: () => NOW + 400 * DAY_MS }).profile.get()).toMatchObject({
    isPasswordOld: false,
    hasPassword: false,
  })
})

test('an account that must change its password can do only that', async () => {
  const account = await owner()
  await env.DB.prepare('UPDATE users SET must_change_password = 1 WHERE id = ?').bind(account.userId).run()
  const cookie = await signedIn(account)
  const moved = await ask('/app/reviews', { headers: { cookie } })
  expect(moved.headers.get('location')).toBe('/app/profile')
  const data = await ask('/app/reviews.data', { headers: { cookie } })
  expect(await data.text()).toContain('/app/profile')
  expect((await ask('/app/profile', { headers: { cookie } })).status).toBe(200)
  const refused = await ask('/trpc/businesses.list', { headers: { cookie } })
  expect(await refused.json()).toMatchObject({ error: { data: { reason: 'password_change_needed' } } })
  const changed = await askProcedure(
    'auth.changePassword',
    { current: PASSWORD, password: NEW_PASSWORD },
    { headers: { cookie } },
  )
  await changed.body?.cancel()
  const renewed = changed.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect((await ask('/app/reviews', { headers: { cookie: renewed } })).status).toBe(200)
})

test('without a mail service, production refuses password resets for every address', {
  meta: { expectsFaults: true },
}, async () => {
  const account = await owner()
  for (const email of [account.email, 'nobody@example.test']) {
    await expect(
      apiFor(null, { env: PRODUCTION }).auth.requestPasswordReset({ email }),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  }
})
