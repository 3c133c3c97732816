import { env } from 'cloudflare:test'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { barrier, interrupted } from '#tests/edge/support/faults.ts'
import { mailedToken, mailsTo } from '#tests/edge/support/mails.ts'
import { networkOf, newAddress } from '#tests/edge/support/networks.ts'
import { cookieOf, enrolled } from '#tests/edge/support/second-factor.ts'
import { PASSWORD } from '#tests/edge/support/test.ts'
import { askProcedure, signedIn } from '#tests/edge/support/web.ts'
import { type Account, createAccount } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { signInWith } from '../../oauth/flow.ts'
import { CHOSEN, credentialsOf, ENDED, made, plantCredentials, userRow } from './credentials.ts'

/** Token of the link that verifies the account's first address. */
async function verifyToken(account: Account): Promise<string> {
  await apiFor(account, { isVerified: false }).auth.resendVerification()
  return mailedToken(account.email)
}

function signIn(email: string, password: string) {
  return apiFor(null).auth.signIn({ email, password })
}

describe('a link that verifies the address of a new account', () => {
  let account: Account
  let token: string
  beforeEach(async () => {
    account = await made(false)
    token = await verifyToken(account)
  })

  test('says what it is for and whether the session is its own, and is not used up by that', async () => {
    const { email } = account
    const own = apiFor(account, { isVerified: false }).auth
    expect(await own.proofLink({ token })).toEqual({ purpose: 'verify', email, isOwnSession: true })
    const other = await made(true)
    for (const somebody of [null, other]) {
      const seen = await apiFor(somebody).auth.proofLink({ token })
      expect(seen).toEqual({ purpose: 'verify', email, isOwnSession: false })
    }
    expect((await userRow(account))?.provenAt).toBeNull()
  })

  test("verifies at once in the account's own session", async () => {
    expect(await apiFor(account, { isVerified: false }).auth.verifyEmail({ token })).toEqual({
      nextLevel: 'aal1',
    })
    expect((await userRow(account))?.provenAt).not.toBeNull()
    await expect(apiFor(null).auth.proofLink({ token })).rejects.toMatchObject({ message: ENDED })
  })

  test('verifies nothing for a person who only reads the mailbox', async () => {
    const stranger = await made(true)
    for (const reader of [null, stranger]) {
      await expect(apiFor(reader).auth.verifyEmail({ token })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        cause: { fields: { password: 'Enter the password of this account.' } },
      })
    }
    expect((await userRow(account))?.provenAt).toBeNull()
    expect(await apiFor(null).auth.proofLink({ token })).toMatchObject({ purpose: 'verify' })
  })

  test("verifies elsewhere with the account's password, signs in and ends all other sessions", async () => {
    await signedIn(account)
    const ctx = contextFor(null)
    const answer = await createApi(ctx).auth.verifyEmail({ token, password: PASSWORD })
    expect(answer).toMatchObject({ nextLevel: 'aal1' })
    expect(cookieOf(ctx.answerHeaders, 'session')).toMatch(/^[\w-]{43}$/)
    expect((await userRow(account))?.provenAt).not.toBeNull()
    expect((await credentialsOf(account)).sessions).toBe(1)
  })

  test('is refused with a wrong password, in the same words for an account without one', async () => {
    const without = await createAccount(env.DB, { isVerified: false })
    const refusals = new Set<string>()
    for (const [one, itsToken] of [
      [account, token],
      [without, await verifyToken(without)],
    ] as const) {
      const error = await apiFor(null)
        .auth.verifyEmail({ token: itsToken, password: 'Wrong-Lantern-42' })
        .catch((refusal: { code: string; message: string }) => refusal)
      refusals.add(JSON.stringify([(error as { code: string }).code, (error as { message: string }).message]))
      expect((await userRow(one))?.provenAt).toBeNull()
    }
    expect([...refusals]).toEqual(['["UNAUTHORIZED","This is not the password of this account."]'])
  })

  test('has the same limits on password guesses as signing in', async () => {
    const network = networkOf(newAddress())
    const guess = (password: string) => apiFor(null, { network }).auth.verifyEmail({ token, password })
    for (let count = 0; count < 5; count += 1) {
      await expect(guess('Wrong-Lantern-42')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    }
    await expect(guess(PASSWORD)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await expect(
      apiFor(null, { network }).auth.signIn({ email: account.email, password: PASSWORD }),
    ).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  test('gives the account to a person who did not make it and ends all former credentials', async () => {
    await plantCredentials(account)
    await env.DB.prepare('UPDATE profiles SET avatar_url = ? WHERE id = ?')
      .bind('https://maker.example/beacon.png', account.userId)
      .run()
    token = await verifyToken(account)
    await apiFor(null).auth.claimByLink({ token, password: CHOSEN })
    // Only the new password and the browser that chose it are left; guesses of strangers don't lock that
    // browser out.
    const left = { ...Object.fromEntries(Object.keys(await credentialsOf(account)).map((name) => [name, 0])) }
    expect(await credentialsOf(account)).toEqual({ ...left, password_history: 1, known_devices: 1 })
    expect((await userRow(account))?.provenAt).not.toBeNull()
    await expect(signIn(account.email, PASSWORD)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await signIn(account.email, CHOSEN)).toMatchObject({ nextLevel: 'aal1' })
    const profile = await env.DB.prepare('SELECT avatar_url AS url FROM profiles WHERE id = ?')
      .bind(account.userId)
      .first()
    expect(profile).toEqual({ url: null })
    expect((await mailsTo(account.email)).at(-1)?.subject).toBe('The account with your address is now yours')
  })

  test('accepts the same password that the maker of the account chose', async () => {
    await apiFor(null).auth.claimByLink({ token, password: PASSWORD })
    expect(await signIn(account.email, PASSWORD)).toMatchObject({ nextLevel: 'aal1' })
  })

  test('refuses a bad password and stays valid', async () => {
    await expect(apiFor(null).auth.claimByLink({ token, password: 'short' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await apiFor(null).auth.claimByLink({ token, password: CHOSEN })
  })

  test('cannot drop a change of address', async () => {
    await expect(apiFor(null).auth.dropAddressChange({ token })).rejects.toMatchObject({ message: ENDED })
  })

  test('ends once the address is verified in another way', async () => {
    await env.DB.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(account.userId).run()
    for (const call of [
      apiFor(null).auth.proofLink({ token }),
      apiFor(null).auth.claimByLink({ token, password: CHOSEN }),
      apiFor(account).auth.verifyEmail({ token }),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND', message: ENDED })
    }
    expect((await userRow(account))?.hash).not.toBeNull()
  })

  test('works only once, however many uses are tried at the same time', async () => {
    const bindings = { ...env, DB: barrier(env.DB, /delete from "email_links"/, 8) }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0
          ? createApi(contextFor(account, { isVerified: false, env: bindings })).auth.verifyEmail({ token })
          : createApi(contextFor(null, { env: bindings })).auth.claimByLink({ token, password: CHOSEN }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

test('an access token of the account does not count as its session', async () => {
  const account = await made(false)
  const token = await verifyToken(account)
  const cookie = await signedIn(account)
  const answer = await askProcedure('auth.token', {}, { headers: { cookie } })
  const { result } = await answer.json<{ result: { data: { accessToken: string } } }>()
  const headers = { authorization: `Bearer ${result.data.accessToken}` }
  const refused = await askProcedure('auth.verifyEmail', { token }, { headers })
  await refused.body?.cancel()
  expect(refused.status).toBe(403)
})

test('a provider sign-in ends the credentials of a stranger who made the account', async () => {
  const account = await made(false)
  const token = await verifyToken(account)
  // Most people click the link, and are asked for a password that they don't have.
  await apiFor(null)
    .auth.verifyEmail({ token })
    .catch(() => undefined)
  await plantCredentials(account)
  const { path, session } = await signInWith('google', { email: account.email })
  expect([path, session]).toEqual(['/app', expect.any(String)])
  expect(await credentialsOf(account)).toMatchObject({
    password_history: 0,
    user_identities: 1,
    mfa_factors: 0,
    sessions: 1,
    access_tokens: 0,
    known_devices: 0,
    import_addresses: 0,
    connections: 0,
    api_keys: 0,
  })
  expect((await userRow(account))?.hash).toBeNull()
})

test('a password reset claims an unverified account and ends all its former credentials', async () => {
  const account = await made(false)
  await plantCredentials(account)
  await apiFor(null).auth.requestPasswordReset({ email: account.email })
  // The maker's own password, which only the maker could know.
  await apiFor(null).auth.resetPassword({ token: await mailedToken(account.email), password: PASSWORD })
  const left = Object.fromEntries(Object.keys(await credentialsOf(account)).map((name) => [name, 0]))
  expect(await credentialsOf(account)).toEqual({ ...left, password_history: 1, known_devices: 1 })
})

test("a password reset ends a verified account's forwarding addresses, not its connections", async () => {
  const account = await made(true)
  await plantCredentials(account)
  await apiFor(null).auth.requestPasswordReset({ email: account.email })
  await apiFor(null).auth.resetPassword({ token: await mailedToken(account.email), password: CHOSEN })
  expect(await credentialsOf(account)).toMatchObject({
    sessions: 0,
    email_links: 0,
    mfa_factors: 1,
    user_identities: 1,
    import_addresses: 0,
    connections: 1,
    api_keys: 0,
  })
})

test('an unverified account cannot set up a second factor', async () => {
  const account = await made(false)
  const mfa = apiFor(account, { isVerified: false }).auth.mfa
  await expect(mfa.enroll()).rejects.toMatchObject({
    code: 'FORBIDDEN',
    cause: { code: 'email_not_verified' },
  })
  // A setup begun before this rule existed.
  const { factorId } = await apiFor(account).auth.mfa.enroll()
  await expect(mfa.verify({ factorId, code: '123456' })).rejects.toMatchObject({
    cause: { code: 'email_not_verified' },
  })
})

test.each([
  [
    'the log-in',
    (api: ReturnType<typeof createApi>, { email }: Account) => api.auth.signIn({ email, password: PASSWORD }),
  ],
  [
    'a second link',
    async (api: ReturnType<typeof createApi>, account: Account) =>
      api.auth.verifyEmail({ token: await verifyToken(account), password: PASSWORD }),
  ],
])('a password that was correct at %s is refused if the account was claimed meanwhile', async (_, enter) => {
  const account = await made(false)
  await apiFor(null).auth.requestPasswordReset({ email: account.email })
  const reset = await mailedToken(account.email)
  const claim = () => apiFor(null).auth.resetPassword({ token: reset, password: CHOSEN })
  // Runs between the check of the password and its use.
  const DB = interrupted(env.DB, /insert into "sessions"|update "users" set "email" = /, claim)
  const api = createApi(contextFor(null, { env: { ...env, DB } }))
  await expect(enter(api, account)).rejects.toMatchObject({
    code: expect.stringMatching(/UNAUTHORIZED|NOT_FOUND/),
  })
  expect((await credentialsOf(account)).sessions).toBe(0)
})

test('a password changed during the sign-in opens no second-factor challenge', async () => {
  const account = await made(true)
  await enrolled(account, Date.now())
  const change = () =>
    env.DB.prepare(`UPDATE users SET password_hash = 'another' WHERE id = ?`).bind(account.userId).run()
  const DB = interrupted(env.DB, /insert into "mfa_challenges"/, change)
  const api = createApi(contextFor(null, { env: { ...env, DB } }))
  await expect(api.auth.signIn({ email: account.email, password: PASSWORD })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  expect((await credentialsOf(account)).mfa_challenges).toBe(0)
})
