import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { signInWith } from '#tests/edge/oauth/flow.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { appCode, enrolled, STEP_MS } from '#tests/edge/support/second-factor.ts'
import { createOwner, PASSWORD, test } from '#tests/edge/support/test.ts'
import { ask, askProcedure, ORIGIN } from '#tests/edge/support/web.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { cleanUpIdentity } from '#worker/identity/accounts/clean-up.ts'
import { DAY_MS, MINUTE_MS } from '#worker/rules/durations.ts'
import { OAUTH_PROVIDERS } from '#worker/rules/oauth.ts'

type Jar = Map<string, string>
type Owner = Awaited<ReturnType<typeof createOwner>>

const TOLD = 'We logged one of your devices out'

function cookiesOf(jar: Jar): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** Calls a procedure as a browser does, which keeps the cookies of the answer. */
async function call(jar: Jar, path: string, input: unknown = {}) {
  const answer = await askProcedure(path, input, { headers: { cookie: cookiesOf(jar) } })
  take(jar, answer)
  return { status: answer.status, json: (await answer.json()) as { result?: { data: unknown } } }
}

function take(jar: Jar, answer: Response): void {
  for (const set of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([\w-]+)=([^;]*)/.exec(set) ?? []
    if (/max-age=0/i.test(set)) jar.delete(name)
    else jar.set(name, value)
  }
}

/** Email of the person signed in in this browser, or null. */
async function who(jar: Jar): Promise<string | null> {
  const headers = { cookie: cookiesOf(jar), origin: ORIGIN }
  const answer = await ask('/trpc/auth.session', { headers })
  take(jar, answer)
  const { result } = (await answer.json()) as { result: { data: { user: { email: string } } | null } }
  return result.data?.user.email ?? null
}

async function signIn({ email }: Pick<Owner, 'email'>, keep = true, jar: Jar = new Map()): Promise<Jar> {
  expect((await call(jar, 'auth.signIn', { email, password: PASSWORD, keep })).status).toBe(200)
  return jar
}

/** Moves all sessions of an account into the past, as if the owner had been away. */
async function away({ userId }: Pick<Owner, 'userId'>, ms = 31 * MINUTE_MS): Promise<void> {
  await env.DB.prepare(
    `UPDATE sessions SET last_activity_at = last_activity_at - ?1, expires_at = expires_at - ?1, authenticated_at = authenticated_at - ?1,
      keep_until = keep_until - ?1, keep_former_until = keep_former_until - ?1 WHERE user_id = ?2`,
  )
    .bind(ms, userId)
    .run()
}

async function sessionsOf({ userId }: Pick<Owner, 'userId'>) {
  const { results } = await env.DB.prepare('SELECT * FROM sessions WHERE user_id = ?').bind(userId).all()
  return results
}

async function eventsOf({ userId }: Pick<Owner, 'userId'>): Promise<unknown[]> {
  const { results } = await env.DB.prepare('SELECT type FROM security_events WHERE user_id = ? ORDER BY id')
    .bind(userId)
    .all<{ type: string }>()
  return results.map(({ type }) => type)
}

describe('a device that is kept signed in', () => {
  test('reopens its session after it has expired, day after day', async () => {
    const owner = await createOwner()
    const jar = await signIn(owner)
    for (let day = 0; day < 3; day += 1) {
      const before = new Map(jar)
      await away(owner, DAY_MS)
      expect(await who(jar)).toBe(owner.email)
      for (const cookie of ['session', 'keep']) expect(jar.get(cookie)).not.toBe(before.get(cookie))
    }
    expect(await sessionsOf(owner)).toHaveLength(1)
    expect(await mailsTo(owner.email)).toEqual([])
  })

  test('is a separate choice when signing in, and off by default', async () => {
    const owner = await createOwner()
    const jar = await signIn(owner, false)
    expect(jar.has('keep')).toBe(false)
    await away(owner)
    expect(await who(jar)).toBeNull()
    const answer = await askProcedure('auth.signIn', { email: owner.email, password: PASSWORD })
    expect(answer.headers.getSetCookie().join()).not.toContain('keep=')
    await answer.body?.cancel()
  })

  test('has its own cookie, unreadable to scripts and other sites and not stored in plain text', async () => {
    const owner = await createOwner()
    const answer = await askProcedure('auth.signIn', { email: owner.email, password: PASSWORD, keep: true })
    await answer.body?.cancel()
    const set = answer.headers.getSetCookie().find((one) => one.startsWith('keep=')) ?? ''
    expect(set).toMatch(/Max-Age=2592000/)
    expect(set).toMatch(/HttpOnly/)
    expect(set).toMatch(/SameSite=Strict/)
    const stored = JSON.stringify(await sessionsOf(owner))
    for (const part of (/keep=([^;]+)/.exec(set)?.[1] ?? '').split('.')) {
      expect(part).toHaveLength(43)
      expect(stored).not.toContain(part)
    }
  })

  test('is asked for the password after 30 days and forgotten later', async () => {
    const owner = await createOwner()
    const jar = await signIn(owner)
    await away(owner, 29 * DAY_MS)
    await cleanUpIdentity(backgroundContext(env))
    expect(await who(jar)).toBe(owner.email)
    await away(owner, 2 * DAY_MS)
    expect(await who(jar)).toBeNull()
    expect([jar.has('session'), jar.has('keep')]).toEqual([false, false])
    await away(owner, 7 * DAY_MS)
    await cleanUpIdentity(backgroundContext(env))
    expect(await sessionsOf(owner)).toEqual([])
  })

  test('still asks for the password before a sensitive action', async () => {
    const owner = await createOwner()
    const jar = await signIn(owner)
    await away(owner)
    expect(await who(jar)).toBe(owner.email)
    expect((await call(jar, 'auth.mfa.enroll')).status).toBe(403)
    expect((await call(jar, 'auth.confirmPassword', { password: PASSWORD })).status).toBe(200)
    expect((await call(jar, 'auth.mfa.enroll')).status).toBe(200)
  })

  test('counts as one of three sessions and is listed with its end', async () => {
    const owner = await createOwner()
    const kept = await signIn(owner)
    await away(owner)
    const other = await signIn(owner, false)
    const { json } = await callQuery(other, 'auth.sessions.list')
    expect(json).toMatchObject({
      result: { data: { items: [{ keptUntil: null }, { keptUntil: expect.stringMatching(/^20/) }] } },
    })
    // Sessions that nobody can reopen are dropped before it.
    for (let time = 0; time < 3; time += 1) {
      await signIn(owner, false)
      await away(owner)
    }
    expect(await who(kept)).toBe(owner.email)
    for (let time = 0; time < 3; time += 1) await signIn(owner, false)
    expect(await who(kept)).toBeNull()
    expect(await sessionsOf(owner)).toHaveLength(3)
  })
})

async function callQuery(jar: Jar, path: string) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await ask(`/trpc/${path}`, { headers: { cookie, origin: ORIGIN } })
  return { json: (await answer.json()) as object }
}

test.each(OAUTH_PROVIDERS)(
  'a device stays signed in through %s too, if its person asked for it',
  async (provider) => {
    const owner = await createOwner()
    const jars = []
    for (const keep of [true, false]) {
      const jar: Jar = new Map()
      take(
        jar,
        (await signInWith(provider, { email: owner.email, subject: `7${Date.now()}` }, '/app', keep)).answer,
      )
      jars.push(jar)
    }
    expect(jars.map((jar) => jar.has('keep'))).toEqual([true, false])
    await away(owner)
    expect(await Promise.all(jars.map(who))).toEqual([owner.email, null])
  },
)

test('a provider sign-in with a second factor is kept once the factor is entered', async () => {
  const owner = await createOwner()
  const now = Date.now()
  const { secret } = await enrolled(owner, now - 10 * MINUTE_MS)
  const jar: Jar = new Map()
  const { answer, path } = await signInWith('google', { email: owner.email }, '/app', true)
  expect(path).toMatch(/^\/login\/challenge/)
  take(jar, answer)
  expect(jar.has('keep')).toBe(false)
  expect((await call(jar, 'auth.mfa.challenge', { code: appCode(secret, now) })).status).toBe(200)
  expect(jar.has('keep')).toBe(true)
})

test('a kept device is not asked for the second factor again until it changes', async () => {
  const owner = await createOwner()
  const now = Date.now()
  const { secret, factorId } = await enrolled(owner, now - 10 * MINUTE_MS)
  const jar = await signIn(owner)
  expect([jar.has('session'), jar.has('keep')]).toEqual([false, false])
  expect((await call(jar, 'auth.mfa.challenge', { code: appCode(secret, now) })).status).toBe(200)
  await away(owner)
  expect(await who(jar)).toBe(owner.email)
  const elsewhere = await signIn(owner, false)
  expect((await call(elsewhere, 'auth.mfa.challenge', { code: appCode(secret, now + STEP_MS) })).status).toBe(
    200,
  )
  expect((await call(elsewhere, 'auth.mfa.remove', { factorId })).status).toBe(200)
  await away(owner)
  expect(await who(jar)).toBeNull()
})

describe('a kept sign-in ends', () => {
  test.each<[string, (jar: Jar) => Promise<{ status: number }>]>([
    [
      'with a change of the password',
      (jar) => call(jar, 'auth.changePassword', { current: PASSWORD, password: 'Violet-Harbor-91' }),
    ],
    ['with signing out', (jar) => call(jar, 'auth.signOut')],
  ])('%s', async (_, end) => {
    const owner = await createOwner()
    const jar = await signIn(owner)
    const copy = new Map(jar)
    expect((await end(jar)).status).toBe(200)
    expect(jar.has('keep')).toBe(false)
    await away(owner)
    expect(await who(copy)).toBeNull()
    expect(
      await mailsTo(owner.email).then((mails) => mails.filter(({ subject }) => subject === TOLD)),
    ).toEqual([])
  })

  test.each<[string, (jar: Jar, id: string) => Promise<{ status: number }>]>([
    ['with the other sessions of its owner', (jar) => call(jar, 'auth.sessions.revokeOthers')],
    ['with its own session', (jar, id) => call(jar, 'auth.sessions.revoke', { id })],
    [
      'with a change of the password elsewhere',
      (jar) => call(jar, 'auth.changePassword', { current: PASSWORD, password: 'Violet-Harbor-91' }),
    ],
  ])('%s, from another browser while the device is away', async (_, end) => {
    const owner = await createOwner()
    const kept = await signIn(owner)
    const [{ id = '' } = {}] = (await sessionsOf(owner)) as { id: string }[]
    await away(owner)
    const other = await signIn(owner)
    expect((await end(other, id)).status).toBe(200)
    expect(await who(kept)).toBeNull()
    expect(kept.has('keep')).toBe(false)
    expect(await who(other)).toBe(owner.email)
  })

  test('when somebody else signs in with the same browser', async () => {
    const [first, second] = [await createOwner(), await createOwner()]
    const jar = await signIn(first)
    const copy = new Map(jar)
    await signIn(second, false, jar)
    await away(second)
    expect(await who(jar)).toBeNull()
    await away(first)
    expect(await who(copy)).toBeNull()
  })

  test('for the whole device after one use of an old copy, and its owner is told once', async () => {
    const owner = await createOwner()
    const jar = await signIn(owner)
    const copy = new Map(jar)
    const elsewhere = await signIn(owner)
    await away(owner)
    expect(await who(jar)).toBe(owner.email)
    await away(owner, 2 * MINUTE_MS)
    copy.delete('session')
    const uses = await Promise.all(Array.from({ length: 5 }, () => who(new Map(copy))))
    expect(uses).toEqual(Array.from({ length: 5 }, () => null))
    expect(await who(jar)).toBeNull()
    expect([jar.has('session'), jar.has('keep')]).toEqual([false, false])
    expect(await who(elsewhere)).toBe(owner.email)
    expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toEqual([TOLD])
    expect(await eventsOf(owner)).toContain('kept_sign_in_ended')
  })

  test('but not through an unknown device or a malformed cookie', async () => {
    const owner = await createOwner()
    const jar = await signIn(owner)
    await away(owner)
    const unknown = `${'a'.repeat(43)}.${'b'.repeat(43)}`
    for (const keep of [unknown, 'nonsense', `${unknown}.c`]) {
      const other: Jar = new Map([['keep', keep]])
      expect(await who(other)).toBeNull()
      expect(other.has('keep')).toBe(false)
    }
    expect(await who(jar)).toBe(owner.email)
    expect(await mailsTo(owner.email)).toEqual([])
  })
})

test('many tabs with the same credential all go on in one session, without a theft warning', async () => {
  const owner = await createOwner()
  const jar = await signIn(owner)
  await away(owner)
  const tabs = Array.from({ length: 8 }, () => new Map(jar))
  expect(await Promise.all(tabs.map(who))).toEqual(tabs.map(() => owner.email))
  // Only one answer has the new cookies; the browser takes them.
  const renewed = tabs.filter((tab) => tab.get('keep') !== jar.get('keep'))
  expect(renewed).toHaveLength(1)
  // A request that was already on its way with the former cookie.
  expect(await who(new Map(jar))).toBe(owner.email)
  expect(await who(renewed[0] ?? new Map())).toBe(owner.email)
  expect(await sessionsOf(owner)).toHaveLength(1)
  expect(await mailsTo(owner.email)).toEqual([])
})

test('a visit begins when a session opens or reopens, and the previous visit is kept', async () => {
  const owner = await createOwner()
  const visits = () =>
    env.DB.prepare('SELECT visited_at AS visitedAt, former_visit_at AS formerVisitAt FROM users WHERE id = ?')
      .bind(owner.userId)
      .first<{ visitedAt: number; formerVisitAt: number | null }>()
  const visitBack = (ms: number) =>
    env.DB.prepare('UPDATE users SET visited_at = visited_at - ? WHERE id = ?').bind(ms, owner.userId).run()
  const jar = await signIn(owner)
  const first = await visits()
  expect(first).toEqual({ visitedAt: expect.any(Number), formerVisitAt: null })
  // Another device a moment later belongs to the same visit.
  await signIn(owner, false)
  expect(await visits()).toEqual(first)
  await visitBack(40 * MINUTE_MS)
  const second = await visits()
  await away(owner)
  expect(await who(jar)).toBe(owner.email)
  const third = await visits()
  expect(third?.formerVisitAt).toBe(second?.visitedAt)
  expect(third?.visitedAt).toBeGreaterThan(second?.visitedAt ?? 0)
  // Using a session does not change the visit.
  expect(await who(jar)).toBe(owner.email)
  expect(await visits()).toEqual(third)
})

describe('a log-out that the server has not heard of yet', () => {
  test.each([
    ['of a session in use', 0],
    ['of a device that can reopen its session', 31 * MINUTE_MS],
  ])('ends with the next request, before a screen is shown: %s', async (_, idleMs) => {
    const owner = await createOwner()
    const jar = await signIn(owner)
    // Caches the session in the isolate.
    await (await ask('/app', { headers: { cookie: cookiesOf(jar) } })).body?.cancel()
    await away(owner, idleMs)
    jar.set('logout', owner.userId)
    const answer = await ask('/app', { headers: { cookie: cookiesOf(jar) } })
    take(jar, answer)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login?redirectTo=%2Fapp'])
    expect(['session', 'keep', 'logout'].filter((name) => jar.has(name))).toEqual([])
    expect(await sessionsOf(owner)).toEqual([])
    expect(await eventsOf(owner)).toContain('sign_out')
  })

  test('leaves alone who signs in meanwhile in the same browser', async () => {
    const owner = await createOwner()
    const other = await createOwner()
    const jar = await signIn(owner)
    jar.set('logout', owner.userId)
    await signIn(other, false, jar)
    expect(jar.has('logout')).toBe(false)
    expect(await who(jar)).toBe(other.email)
    expect(await sessionsOf(owner)).toEqual([])
    jar.set('logout', owner.userId)
    expect(await who(jar)).toBe(other.email)
  })

  test('is forgotten by a sign-in that another site leads to, which does not get the cookie', async () => {
    const owner = await createOwner()
    const jar = new Map([['logout', owner.userId]])
    const { headers } = await askProcedure('auth.signIn', { email: owner.email, password: PASSWORD })
    take(jar, new Response(null, { headers }))
    expect(jar.has('logout')).toBe(false)
    expect(await who(jar)).toBe(owner.email)
  })
})
