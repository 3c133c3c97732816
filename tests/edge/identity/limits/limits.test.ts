import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { contextFor } from '#tests/edge/support/caller.ts'
import { mailedToken } from '#tests/edge/support/mails.ts'
import { networkOf, newAddress } from '#tests/edge/support/networks.ts'
import { createOwner, PASSWORD, test } from '#tests/edge/support/test.ts'
import { askProcedure } from '#tests/edge/support/web.ts'
import { createApi } from '#worker/api/router.ts'
import { LIMITS, type Limit, takeTry } from '#worker/identity/limits/tries.ts'
import { HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'

const WRONG = 'Wrong-Lantern-42'
const NOW = Date.UTC(2026, 5, 15, 12)
const TOO_MANY_REQUESTS = "You've made too many requests. Please wait a moment and try again."
const TOO_MANY_LOGINS = 'Too many login attempts. Please try again later.'

/** Section 18 of the security design. */
const TABLE: [keyof typeof LIMITS, number, number, string][] = [
  ['loginAccountAndPrefix', 5, 15 * MINUTE_MS, TOO_MANY_LOGINS],
  ['loginAccount', 20, 15 * MINUTE_MS, TOO_MANY_LOGINS],
  ['loginPrefix', 100, 15 * MINUTE_MS, TOO_MANY_LOGINS],
  ['loginDevice', 5, 15 * MINUTE_MS, TOO_MANY_LOGINS],
  ['signUpPrefix', 3, HOUR_MS, TOO_MANY_REQUESTS],
  ['resetAccount', 3, HOUR_MS, TOO_MANY_REQUESTS],
  ['resetPrefix', 10, HOUR_MS, TOO_MANY_REQUESTS],
  ['resetLink', 5, 15 * MINUTE_MS, TOO_MANY_REQUESTS],
  ['resetLinkPrefix', 20, 15 * MINUTE_MS, TOO_MANY_REQUESTS],
  ['verificationMailAccount', 3, HOUR_MS, TOO_MANY_REQUESTS],
  ['secondFactorChallenge', 5, 15 * MINUTE_MS, TOO_MANY_LOGINS],
  ['secondFactorAccount', 10, 15 * MINUTE_MS, TOO_MANY_LOGINS],
  ['callsSession', 100, MINUTE_MS, TOO_MANY_REQUESTS],
  ['securityLogSource', 30, MINUTE_MS, TOO_MANY_REQUESTS],
]

describe.each(TABLE)('%s', (name, max, windowMs, message) => {
  const limit: Limit = LIMITS[name]

  test('has the numbers and the message of the design', () => {
    expect(limit).toMatchObject({ max, windowMs, message })
  })

  test('starts at the first try, ends exactly on time and is never extended', async () => {
    const at = (now: number) => takeTry(contextFor(null, { now: () => now }), limit, 'someone')
    for (let count = 1; count <= max; count += 1) {
      expect(await at(NOW + count)).toEqual({ count, endsAt: NOW + 1 + windowMs, isAllowed: true })
    }
    expect(await at(NOW + windowMs)).toMatchObject({ isAllowed: false, endsAt: NOW + 1 + windowMs })
    expect(await at(NOW + 1 + windowMs)).toMatchObject({ count: 1, isAllowed: true })
  })

  test('counts each person separately and stores no names', async () => {
    await takeTry(contextFor(null), limit, 'ada@example.test')
    const other = await takeTry(contextFor(null), limit, 'bob@example.test')
    expect(other.count).toBe(1)
    const { results } = await env.DB.prepare('SELECT key FROM attempts').all()
    expect(JSON.stringify(results)).not.toContain('example.test')
  })
})

/** A person who signs in from one network. */
function trier(email: string, network = networkOf(newAddress())) {
  return (password: string, now = NOW) => {
    const ctx = contextFor(null, { now: () => now, network })
    return createApi(ctx)
      .auth.signIn({ email, password })
      .then(
        () => 'in',
        (error: Error & { code: string }) =>
          error.code === 'TOO_MANY_REQUESTS'
            ? `${error.message} ${ctx.answerHeaders.get('retry-after')}`
            : error.code,
      )
  }
}

test('five wrong passwords lock signing in for 15 minutes, even with the right password', async ({
  owner,
}) => {
  const { email } = owner
  const tryIt = trier(email)
  for (let count = 0; count < 5; count += 1) expect(await tryIt(WRONG)).toBe('UNAUTHORIZED')
  for (const password of [WRONG, PASSWORD]) expect(await tryIt(password)).toBe(`${TOO_MANY_LOGINS} 900`)
  expect(await tryIt(PASSWORD, NOW + 15 * MINUTE_MS - 1)).toBe(`${TOO_MANY_LOGINS} 1`)
  expect(await tryIt(PASSWORD, NOW + 15 * MINUTE_MS)).toBe('in')
})

test('an unknown address is locked like any other', async () => {
  const tryIt = trier('nobody-at-all@example.test')
  for (let count = 0; count < 5; count += 1) expect(await tryIt(WRONG)).toBe('UNAUTHORIZED')
  expect(await tryIt(WRONG)).toBe(`${TOO_MANY_LOGINS} 900`)
})

test('a lock in one network does not affect the owner in another', async ({ owner }) => {
  const { email } = owner
  const thief = trier(email)
  for (let count = 0; count < 6; count += 1) await thief(WRONG)
  expect(await trier(email)(PASSWORD)).toBe('in')
})

test('the right password resets the counter of this account and network', async ({ owner }) => {
  const { email } = owner
  const tryIt = trier(email)
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < 4; count += 1) expect(await tryIt(WRONG)).toBe('UNAUTHORIZED')
    expect(await tryIt(PASSWORD)).toBe('in')
  }
})

test('twenty wrong passwords from anywhere lock the account everywhere; right ones do not count', async ({
  owner,
}) => {
  const { email } = owner
  const home = networkOf(newAddress())
  for (let count = 0; count < 30; count += 1) expect(await trier(email, home)(PASSWORD)).toBe('in')
  for (let count = 0; count < 20; count += 1) expect(await trier(email)(WRONG)).toBe('UNAUTHORIZED')
  expect(await trier(email)(PASSWORD)).toBe(`${TOO_MANY_LOGINS} 900`)
})

test('a hundred wrong passwords for many accounts lock the network', async () => {
  const network = networkOf(newAddress())
  for (let count = 0; count < 100; count += 1) {
    expect(await trier(`guess-${count}@example.test`, network)(WRONG)).toBe('UNAUTHORIZED')
  }
  expect(await trier('guess-100@example.test', network)(WRONG)).toBe(`${TOO_MANY_LOGINS} 900`)
  expect(await trier('guess-100@example.test')(WRONG)).toBe('UNAUTHORIZED')
})

test('an IPv6 network is a /64', async ({ owner }) => {
  const { email } = owner
  for (let host = 1; host <= 5; host += 1) {
    expect(await trier(email, networkOf(`2001:db8:ffff:1::${host}`))(WRONG)).toBe('UNAUTHORIZED')
  }
  expect(await trier(email, networkOf('2001:db8:ffff:1:ffff::1'))(WRONG)).toMatch(TOO_MANY_LOGINS)
  expect(await trier(email, networkOf('2001:db8:ffff:2::1'))(WRONG)).toBe('UNAUTHORIZED')
})

test('headers that a client can set do not change the network', async ({ owner }) => {
  const { email } = owner
  const answers: number[] = []
  for (let call = 0; call < 6; call += 1) {
    const headers = {
      'cf-connecting-ip': '192.0.2.77',
      'x-forwarded-for': `203.0.113.${call}`,
      'x-real-ip': `203.0.113.${call}`,
      'true-client-ip': `203.0.113.${call}`,
      forwarded: `for=203.0.113.${call}`,
    }
    const answer = await askProcedure('auth.signIn', { email, password: WRONG }, { headers })
    await answer.body?.cancel()
    answers.push(answer.status)
  }
  expect(answers).toEqual([401, 401, 401, 401, 401, 429])
})

test('a refused try says when to come back', async () => {
  const headers = { 'cf-connecting-ip': '192.0.2.78' }
  const input = { password: PASSWORD, fullName: 'Robin Quill' }
  for (let call = 0; call < 3; call += 1) {
    const answer = await askProcedure(
      'auth.signUp',
      { ...input, email: `many-${call}@example.test` },
      { headers },
    )
    expect(answer.status).toBe(200)
    await answer.body?.cancel()
  }
  const answer = await askProcedure('auth.signUp', { ...input, email: 'many-3@example.test' }, { headers })
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_500)
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(await answer.json()).toMatchObject({
    error: { message: TOO_MANY_REQUESTS, data: { code: 'TOO_MANY_REQUESTS', type: 'RATE_LIMIT' } },
  })
})

test('invalid input does not count as a sign-up', async () => {
  const network = networkOf(newAddress())
  const signUp = (password: string) =>
    createApi(contextFor(null, { network })).auth.signUp({
      email: `poor-${password}@example.test`,
      password,
      fullName: 'Robin Quill',
    })
  for (let call = 0; call < 5; call += 1) {
    await expect(signUp('B@sketb4ll')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  }
  await signUp(PASSWORD)
})

test('password resets are counted for unknown addresses too', async () => {
  const request = (email: string, network = networkOf(newAddress())) =>
    createApi(contextFor(null, { network })).auth.requestPasswordReset({ email })
  for (let call = 0; call < 3; call += 1) await request('nobody-3@example.test')
  await expect(request('NOBODY-3@example.test')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  const network = networkOf(newAddress())
  for (let call = 0; call < 10; call += 1) await request(`nobody-${call + 10}@example.test`, network)
  await expect(request('nobody-20@example.test', network)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
})

/** A password tried with a link is compared with the last ones, one hash each. */
describe('setting a password by a link', () => {
  async function link(email: string) {
    await createApi(contextFor(null)).auth.requestPasswordReset({ email })
    return mailedToken(email)
  }
  const set = (token: string, password: string, network = networkOf(newAddress())) =>
    createApi(contextFor(null, { network }))
      .auth.resetPassword({ token, password })
      .then(
        () => 'done',
        (error: { code: string }) => error.code,
      )

  test('is tried at most five times per link, and a poor password does not count', async ({ owner }) => {
    const { email } = owner
    const token = await link(email)
    for (let call = 0; call < 6; call += 1) expect(await set(token, 'poor')).toBe('BAD_REQUEST')
    for (let call = 0; call < 5; call += 1) expect(await set(token, PASSWORD)).toBe('BAD_REQUEST')
    for (const password of [PASSWORD, 'Walnut-Ladder-58']) {
      expect(await set(token, password)).toBe('TOO_MANY_REQUESTS')
    }
    expect(await set(await link(email), 'Walnut-Ladder-58')).toBe('done')
  })

  test('is tried at most twenty times per network, over all links', async () => {
    const network = networkOf(newAddress())
    for (let owner = 0; owner < 4; owner += 1) {
      const { email } = await createOwner()
      const token = await link(email)
      for (let call = 0; call < 5; call += 1) expect(await set(token, PASSWORD, network)).toBe('BAD_REQUEST')
    }
    const { email } = await createOwner()
    const token = await link(email)
    expect(await set(token, 'Walnut-Ladder-58', network)).toBe('TOO_MANY_REQUESTS')
    expect(await set(token, 'Walnut-Ladder-58')).toBe('done')
  })
})
