import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { contextFor } from '#tests/edge/support/caller.ts'
import { mailedToken } from '#tests/edge/support/mails.ts'
import { networkOf, newAddress } from '#tests/edge/support/networks.ts'
import { appCode, challengedContext, cookieOf, enrolled } from '#tests/edge/support/second-factor.ts'
import { createOwner, PASSWORD, test } from '#tests/edge/support/test.ts'
import { askProcedure } from '#tests/edge/support/web.ts'
import type { Account } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { cleanUpIdentity, ENDED_DAYS } from '#worker/identity/accounts/clean-up.ts'
import { DEVICE_LIFETIME_MS, MAX_DEVICES } from '#worker/identity/sessions/known-devices.ts'
import { sha256Hex } from '#worker/platform/ids.ts'
import { DAY_MS, MINUTE_MS } from '#worker/rules/durations.ts'
import { signInWith } from '../../oauth/flow.ts'

const CHOSEN = 'Walnut-Ladder-58'
const WRONG = 'Wrong-Lantern-42'
const NOW = Date.UTC(2026, 5, 15, 12)

interface Browser {
  deviceToken?: string
  network?: ReturnType<typeof networkOf>
  now?: number
}

/** Tries a password; returns the outcome and the cookie that names the browser from then on. */
async function tryPassword(email: string, password: string, { now = NOW, ...browser }: Browser = {}) {
  const ctx = contextFor(null, { ...browser, now: () => now })
  const outcome = await createApi(ctx)
    .auth.signIn({ email, password })
    .then(
      ({ nextLevel }) => (nextLevel === 'aal2' ? 'code' : 'in'),
      (error: { code: string }) => error.code,
    )
  return { outcome, device: cookieOf(ctx.answerHeaders, 'device'), ctx }
}

/** Cookie of a browser that has signed in to the account. */
async function knownBrowser(email: string, now = NOW): Promise<string> {
  const { device } = await tryPassword(email, PASSWORD, { now })
  expect(device).toMatch(/^[\w-]{43}$/)
  return device ?? ''
}

async function devicesOf({ userId }: Account) {
  const { results } = await env.DB.prepare('SELECT token_hash AS hash FROM known_devices WHERE user_id = ?')
    .bind(userId)
    .all<{ hash: string }>()
  return results.map(({ hash }) => hash)
}

/** Makes twenty wrong guesses from anywhere, which lock the account for strangers. */
async function lockOut(email: string) {
  for (let count = 0; count < 21; count += 1) await tryPassword(email, WRONG)
  expect((await tryPassword(email, PASSWORD)).outcome).toBe('TOO_MANY_REQUESTS')
}

test('wrong guesses from anywhere do not lock the owner out of a browser that is known', async ({
  owner,
}) => {
  const deviceToken = await knownBrowser(owner.email)
  await lockOut(owner.email)
  expect((await tryPassword(owner.email, PASSWORD, { deviceToken })).outcome).toBe('in')
})

test('wrong guesses in the same network do not lock the owner out of a known browser', async ({ owner }) => {
  const deviceToken = await knownBrowser(owner.email)
  const network = networkOf(newAddress())
  for (let count = 0; count < 6; count += 1) await tryPassword(owner.email, WRONG, { network })
  for (let count = 0; count < 100; count += 1)
    await tryPassword(`somebody-${count}@example.test`, WRONG, { network })
  expect((await tryPassword('anybody@example.test', WRONG, { network })).outcome).toBe('TOO_MANY_REQUESTS')
  expect((await tryPassword(owner.email, PASSWORD, { network, deviceToken })).outcome).toBe('in')
})

test('a known browser has five wrong passwords in 15 minutes on any network and locks nobody else', async ({
  owner,
}) => {
  const deviceToken = await knownBrowser(owner.email)
  for (let count = 0; count < 5; count += 1) {
    expect((await tryPassword(owner.email, WRONG, { deviceToken })).outcome).toBe('UNAUTHORIZED')
  }
  expect((await tryPassword(owner.email, PASSWORD, { deviceToken })).outcome).toBe('TOO_MANY_REQUESTS')
  expect((await tryPassword(owner.email, PASSWORD)).outcome).toBe('in')
  const later = NOW + 15 * MINUTE_MS
  expect((await tryPassword(owner.email, PASSWORD, { deviceToken, now: later })).outcome).toBe('in')
})

test('a browser is known only to the accounts it has signed in to', async () => {
  const [owner, other] = [await createOwner(), await createOwner()]
  const deviceToken = await knownBrowser(owner.email)
  await lockOut(other.email)
  expect((await tryPassword(other.email, PASSWORD, { deviceToken })).outcome).toBe('TOO_MANY_REQUESTS')
  const later = NOW + 15 * MINUTE_MS
  const second = await tryPassword(other.email, PASSWORD, { deviceToken, now: later })
  // One cookie serves both accounts.
  expect(second).toMatchObject({ outcome: 'in', device: deviceToken })
  for (const { email } of [owner, other]) {
    for (let count = 0; count < 21; count += 1) await tryPassword(email, WRONG, { now: later })
    expect((await tryPassword(email, PASSWORD, { deviceToken, now: later })).outcome).toBe('in')
  }
})

test('a browser becomes known only after the right password and, if set up, the second factor', async ({
  owner,
}) => {
  expect((await tryPassword(owner.email, WRONG)).device).toBeNull()
  const { secret } = await enrolled(owner, NOW)
  const { outcome, device, ctx } = await tryPassword(owner.email, PASSWORD)
  expect([outcome, device, await devicesOf(owner)]).toEqual(['code', null, []])
  const challenged = challengedContext(cookieOf(ctx.answerHeaders, 'challenge') ?? '', NOW)
  await createApi(challenged).auth.mfa.challenge({ code: appCode(secret, NOW) })
  const known = cookieOf(challenged.answerHeaders, 'device') ?? ''
  expect(await devicesOf(owner)).toEqual([await sha256Hex(known)])
})

test('a browser stays known for 180 days after its last sign-in, and its row is deleted later', async ({
  owner,
}) => {
  const deviceToken = await knownBrowser(owner.email)
  const at = (now: number) => lockedOutBut(owner.email, deviceToken, now)
  expect(await at(NOW + DEVICE_LIFETIME_MS)).toBe('TOO_MANY_REQUESTS')
  expect(DEVICE_LIFETIME_MS).toBe(180 * DAY_MS)
  const tick = (now: number) => cleanUpIdentity({ ...contextFor(null), now: () => now })
  await tick(NOW + DEVICE_LIFETIME_MS + ENDED_DAYS * DAY_MS - 1)
  expect(await devicesOf(owner)).toHaveLength(1)
  await tick(NOW + DEVICE_LIFETIME_MS + ENDED_DAYS * DAY_MS)
  expect(await devicesOf(owner)).toEqual([])
})

async function lockedOutBut(email: string, deviceToken: string, now: number): Promise<string> {
  for (let count = 0; count < 21; count += 1) await tryPassword(email, WRONG, { now })
  return (await tryPassword(email, PASSWORD, { deviceToken, now })).outcome
}

test('only the ten most recently used browsers stay known', async ({ owner }) => {
  const first = await knownBrowser(owner.email, NOW)
  for (let count = 1; count <= MAX_DEVICES; count += 1) await knownBrowser(owner.email, NOW + count)
  const kept = await devicesOf(owner)
  expect(kept).toHaveLength(10)
  expect(kept).not.toContain(await sha256Hex(first))
})

test('the database contains only the hash of a device cookie', async ({ owner }) => {
  const token = await knownBrowser(owner.email)
  const { results } = await env.DB.prepare('SELECT * FROM known_devices').all()
  expect(JSON.stringify(results)).toContain(await sha256Hex(token))
  expect(JSON.stringify(results)).not.toContain(token)
})

test('the device cookie is for this site only, and a malformed one is replaced', async ({ owner }) => {
  for (const value of ['short', 'x'.repeat(44), `${'x'.repeat(42)}%0a`]) {
    const answer = await askProcedure(
      'auth.signIn',
      { email: owner.email, password: PASSWORD },
      { headers: { cookie: `device=${value}` } },
    )
    await answer.body?.cancel()
    const set = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('device='))
    expect(set).toEqual([
      expect.stringMatching(/^device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
    expect(set[0]).not.toContain(value)
  }
})

test('a provider sign-in sets no device cookie', async ({ owner }) => {
  const { answer } = await signInWith('google', { email: owner.email })
  expect(answer.headers.getSetCookie().some((cookie) => cookie.startsWith('device='))).toBe(false)
})

test('confirming the password in a session counts with a known browser too', async ({ owner }) => {
  const deviceToken = await knownBrowser(owner.email)
  await lockOut(owner.email)
  const confirm = (options: Browser) =>
    createApi(contextFor(owner, { ...options, now: () => NOW })).auth.confirmPassword({ password: PASSWORD })
  await expect(confirm({})).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await confirm({ deviceToken })
})

test('a password set by a mailed link works at once in the browser where it was chosen', async ({
  owner,
}) => {
  await lockOut(owner.email)
  await createApi(contextFor(null)).auth.requestPasswordReset({ email: owner.email })
  const ctx = contextFor(null)
  await createApi(ctx).auth.resetPassword({ token: await mailedToken(owner.email), password: CHOSEN })
  const deviceToken = cookieOf(ctx.answerHeaders, 'device') ?? ''
  expect((await tryPassword(owner.email, CHOSEN, { deviceToken })).outcome).toBe('in')
  expect((await tryPassword(owner.email, CHOSEN)).outcome).toBe('TOO_MANY_REQUESTS')
})
