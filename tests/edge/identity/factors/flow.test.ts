import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import {
  appCode,
  challengeOf,
  cookieOf,
  type Enrolled,
  enrolled,
  STEP_MS,
  sessionsOf,
} from '#tests/edge/support/second-factor.ts'
import { PASSWORD } from '#tests/edge/support/test.ts'
import { ask, askProcedure, PRODUCTION, signedIn } from '#tests/edge/support/web.ts'
import { type Account, createAccount } from '#tests/factories.ts'
import { settingsOf } from '#worker/env.ts'

interface Answer<T> {
  status: number
  headers: Headers
  data: T
  error: { message: string; data: { code: string; reason: string; fields: Record<string, string> } }
}

/** One browser: keeps cookies and calls procedures as our pages do. */
function browser() {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    jar,
    cookie,
    async call<T = unknown>(path: string, input?: unknown): Promise<Answer<T>> {
      const answer = await askProcedure(path, input, { headers: { cookie: cookie() } })
      for (const name of ['session', 'challenge']) {
        const value = cookieOf(answer.headers, name)
        if (value === '') jar.delete(name)
        else if (value !== null) jar.set(name, value)
      }
      const body = await answer.json<{ result?: { data: T }; error?: Answer<T>['error'] }>()
      return {
        status: answer.status,
        headers: answer.headers,
        data: body.result?.data,
        error: body.error,
      } as Answer<T>
    },
    async read<T>(path: string): Promise<Answer<T>> {
      const answer = await ask(`/trpc/${path}`, { headers: { cookie: cookie() } })
      const body = await answer.json<{ result?: { data: T }; error?: Answer<T>['error'] }>()
      return {
        status: answer.status,
        headers: answer.headers,
        data: body.result?.data,
        error: body.error,
      } as Answer<T>
    },
  }
}

async function person(): Promise<Account & { signIn: { email: string; password: string } }> {
  const account = await createAccount(env.DB, { password: { text: PASSWORD, settings: settingsOf(env) } })
  return { ...account, signIn: { email: account.email, password: PASSWORD } }
}

test('a second factor can be set up, used with a code and a recovery code, and turned off', async () => {
  const account = await person()
  const here = browser()
  expect((await here.call('auth.signIn', account.signIn)).data).toMatchObject({
    aal: 'aal1',
    nextLevel: 'aal1',
  })
  const begun = await here.call<Enrolled>('auth.mfa.enroll')
  const { factorId, secret } = begun.data
  const first = here.jar.get('session')
  const code = appCode(secret, Date.now())
  const { recoveryCodes } = (await here.call<Enrolled>('auth.mfa.verify', { factorId, code })).data
  expect(here.jar.get('session')).not.toBe(first)
  expect((await here.read('auth.session')).data).toMatchObject({
    aal: 'aal2',
    nextLevel: 'aal2',
    amr: ['pwd', 'otp'],
  })
  await here.call('auth.signOut')

  expect((await here.call('auth.signIn', account.signIn)).data).toMatchObject({
    aal: 'aal1',
    nextLevel: 'aal2',
  })
  expect([...here.jar.keys()]).toEqual(['challenge'])
  // The current code is used up; the next one is already accepted.
  const next = appCode(secret, Date.now() + STEP_MS)
  expect((await here.call('auth.mfa.challenge', { code: next })).data).toMatchObject({
    user: { email: account.email },
    aal: 'aal2',
  })
  expect([...here.jar.keys()]).toEqual(['session'])
  await here.call('auth.signOut')

  await here.call('auth.signIn', account.signIn)
  await here.call('auth.mfa.challenge', { code: recoveryCodes[0] })
  expect((await here.read('auth.session')).data).toMatchObject({ aal: 'aal2', amr: ['pwd', 'rec'] })
  expect((await here.call('auth.mfa.remove', { factorId })).status).toBe(200)
  expect((await here.read('auth.session')).data).toMatchObject({ nextLevel: 'aal1' })
  await here.call('auth.signOut')
  expect((await here.call('auth.signIn', account.signIn)).data).toMatchObject({
    aal: 'aal1',
    nextLevel: 'aal1',
  })
})

test('the password alone opens no session and allows only the second factor and signing out', async () => {
  const account = await person()
  await enrolled(account, Date.now())
  const before = await sessionsOf(account)
  const here = browser()
  const answer = await here.call('auth.signIn', account.signIn)
  expect(answer.data).toEqual({
    user: { id: account.userId, email: account.email, role: 'owner' },
    aal: 'aal1',
    nextLevel: 'aal2',
  })
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^challenge=[A-Za-z0-9_-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
  expect(await sessionsOf(account)).toEqual(before)
  expect((await here.read('auth.session')).data).toBeNull()
  expect((await here.read('businesses.count')).status).toBe(401)
  expect((await here.call('auth.mfa.enroll')).status).toBe(401)
  expect((await here.call('auth.token')).status).toBe(401)
  const page = await ask('/app', { headers: { cookie: here.cookie() } })
  expect(page.status).toBe(302)
  expect((await here.read<{ items: unknown[] }>('auth.mfa.factors')).data.items).toHaveLength(1)
  expect((await here.call('auth.signOut')).status).toBe(200)
  expect((await here.read('auth.mfa.factors')).status).toBe(401)
})

test('in production the challenge cookie is bound to the host and to https', async () => {
  const account = await person()
  await enrolled(account, Date.now())
  const answer = await ask('https://reviews.example.com/trpc/auth.signIn', {
    method: 'POST',
    body: JSON.stringify(account.signIn),
    headers: { origin: 'https://reviews.example.com', 'content-type': 'application/json' },
    env: { ...PRODUCTION, SESSION_SECRET: env.SESSION_SECRET },
  })
  await answer.body?.cancel()
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-challenge=[A-Za-z0-9_-]{43}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ])
})

test('a challenge works only in the cookie of the browser that entered the password', async () => {
  const account = await person()
  const { secret } = await enrolled(account, Date.now())
  const here = browser()
  await here.call('auth.signIn', account.signIn)
  const token = here.jar.get('challenge') ?? ''
  const code = appCode(secret, Date.now())
  const elsewhere = browser()
  for (const input of [{ code }, { code, challenge: token, token }]) {
    const refused = await elsewhere.call('auth.mfa.challenge', input)
    expect(refused.error).toMatchObject({
      message: 'This sign-in took too long. Please sign in again.',
      data: { code: 'UNAUTHORIZED', reason: 'not_signed_in' },
    })
  }
  elsewhere.jar.set('session', token)
  expect((await elsewhere.call('auth.mfa.challenge', { code })).status).toBe(401)
  expect((await here.call('auth.mfa.challenge', { code })).status).toBe(200)
})

test('a signed-in person who enters a code again gets a new session token', async () => {
  const account = await person()
  const now = Date.now()
  const { secret, recoveryCodes } = await enrolled(account, now)
  const here = browser()
  await here.call('auth.signIn', account.signIn)
  await here.call('auth.mfa.challenge', { code: recoveryCodes[0] })
  await env.DB.prepare('UPDATE sessions SET factor_at = 0, authenticated_at = 0 WHERE user_id = ?')
    .bind(account.userId)
    .run()
  const refused = await here.call('auth.mfa.renewRecoveryCodes')
  expect(refused.error).toMatchObject({ data: { code: 'FORBIDDEN', reason: 'recent_login_needed' } })
  const before = here.jar.get('session')
  expect((await here.call('auth.mfa.challenge', { code: '000 00' })).error.data).toMatchObject({
    code: 'BAD_REQUEST',
    fields: { code: 'Enter the 6 digits from your app, or one of your recovery codes.' },
  })
  const count = (await sessionsOf(account)).length
  expect((await here.call('auth.mfa.challenge', { code: appCode(secret, now) })).status).toBe(200)
  expect(here.jar.get('session')).not.toBe(before)
  expect(await sessionsOf(account)).toHaveLength(count)
  expect((await here.read('auth.session')).data).toMatchObject({ amr: ['pwd', 'otp'] })
  expect((await here.call('auth.mfa.renewRecoveryCodes')).status).toBe(200)
  const old = await ask('/trpc/businesses.count', { headers: { cookie: `session=${before}` } })
  expect(old.status).toBe(401)
  await old.body?.cancel()
})

test('a session opened by the password alone ends if a second factor exists', async () => {
  const account = await person()
  await enrolled(account, Date.now())
  // Possible if somebody signs in at the very moment of the setup.
  const cookie = await signedIn(account)
  const answer = await ask('/trpc/auth.session', { headers: { cookie } })
  expect(await answer.json()).toMatchObject({ result: { data: null } })
})

test('setting up a second factor ends the other sessions', async () => {
  const account = await person()
  const [here, there] = [browser(), browser()]
  await here.call('auth.signIn', account.signIn)
  await there.call('auth.signIn', account.signIn)
  const { factorId, secret } = (await here.call<Enrolled>('auth.mfa.enroll')).data
  await here.call('auth.mfa.verify', { factorId, code: appCode(secret, Date.now()) })
  expect((await here.read('businesses.count')).status).toBe(200)
  expect((await there.read('businesses.count')).status).toBe(401)
})

test('another site can neither answer a challenge nor change a second factor', async () => {
  const account = await person()
  const { factorId, secret } = await enrolled(account, Date.now())
  const cookie = `challenge=${await challengeOf(account, Date.now())}`
  for (const [path, input] of [
    ['auth.mfa.challenge', { code: appCode(secret, Date.now()) }],
    ['auth.mfa.enroll', {}],
    ['auth.mfa.verify', { factorId, code: '123456' }],
    ['auth.mfa.remove', { factorId }],
    ['auth.mfa.renewRecoveryCodes', {}],
  ] as const) {
    for (const origin of ['https://elsewhere.example', 'null', 'http://localhost:8787.elsewhere.example']) {
      const answer = await askProcedure(path, input, { headers: { cookie, origin } })
      await answer.body?.cancel()
      expect(answer.status).toBe(403)
    }
    const form = await askProcedure(path, input, { headers: { cookie, 'content-type': 'text/plain' } })
    await form.body?.cancel()
    expect(form.status).toBe(415)
  }
  expect(
    (await askProcedure('auth.mfa.challenge', { code: appCode(secret, Date.now()) }, { headers: { cookie } }))
      .status,
  ).toBe(200)
})

test('the answer to a refused code contains neither the code nor database details', async () => {
  const account = await person()
  await enrolled(account, Date.now())
  const here = browser()
  await here.call('auth.signIn', account.signIn)
  const answers = [
    await here.call('auth.mfa.challenge', { code: '314159' }),
    await here.call('auth.mfa.challenge', { code: 'CANARY-CANARY-CANARY-CANARY' }),
    await here.call('auth.mfa.challenge', { code: "' OR 1=1 --" }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 400])
  expect(JSON.stringify(answers.map(({ error }) => error))).not.toMatch(
    /314159|CANARY|OR 1=1|D1_|malformed|SQLITE/,
  )
})

test('the code page leads back to the login if no sign-in is pending', async () => {
  const answer = await ask('/login/challenge?redirectTo=%2Fapp%2Freviews')
  expect(answer.headers.get('location')).toBe('/login?redirectTo=%2Fapp%2Freviews')
  await answer.body?.cancel()
})
