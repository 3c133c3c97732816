import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { PASSWORD } from '#tests/edge/support/test.ts'
import { ask, askProcedure, signedIn } from '#tests/edge/support/web.ts'
import { createAccount, joinOrganization } from '#tests/factories.ts'
import { type Env, settingsOf } from '#worker/env.ts'
import { sha256Hex } from '#worker/platform/ids.ts'
import { DAY_MS } from '#worker/rules/durations.ts'

const settings = settingsOf(env)

function owner(text = PASSWORD, email?: string) {
  return createAccount(env.DB, { password: { text, settings }, ...(email && { email }) })
}

async function sessionsOf(userId: string): Promise<number> {
  const row = await env.DB.prepare('SELECT count(*) AS count FROM sessions WHERE user_id = ?')
    .bind(userId)
    .first<{ count: number }>()
  return row?.count ?? 0
}

test('the right password opens a session and sets its cookie', async () => {
  const account = await owner()
  const earlier = await signedIn(account)
  const answer = await askProcedure('auth.signIn', { email: account.email, password: PASSWORD })
  expect(await answer.json()).toEqual({
    result: {
      data: {
        user: { id: account.userId, email: account.email, role: 'owner' },
        aal: 'aal1',
        nextLevel: 'aal1',
      },
    },
  })
  const [, token = ''] =
    /^session=([A-Za-z0-9_-]{43}); Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict$/.exec(
      answer.headers.getSetCookie()[0] ?? '',
    ) ?? []
  const session = await env.DB.prepare('SELECT * FROM sessions WHERE token_hash = ?')
    .bind(await sha256Hex(token))
    .first<Record<string, number | string>>()
  expect(session).toMatchObject({ user_id: account.userId, organization_id: account.organizationId })
  expect(Number(session?.expires_at) - Number(session?.created_at)).toBe(DAY_MS)
  expect(JSON.stringify(session)).not.toContain(token)
  // The session of another device continues.
  for (const cookie of [earlier, `session=${token}`]) {
    expect((await ask('/app', { headers: { cookie } })).status).toBe(200)
  }
})

test('every sign-in gets its own token, whatever cookie it sends', async () => {
  const account = await owner()
  const cookie = await signedIn(account)
  const tokens = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const answer = await askProcedure(
        'auth.signIn',
        { email: account.email, password: PASSWORD },
        { headers: { cookie } },
      )
      await answer.body?.cancel()
      return answer.headers.get('set-cookie')?.split(';')[0]
    }),
  )
  expect(new Set([...tokens, cookie]).size).toBe(4)
})

test('an unknown address, a wrong password and an account without one get the same answer', async () => {
  const known = await owner()
  const withoutPassword = await createAccount(env.DB)
  const answers = await Promise.all(
    [
      { email: 'unknown@example.test', password: PASSWORD },
      { email: known.email, password: `${PASSWORD}x` },
      { email: known.email, password: PASSWORD.toLowerCase() },
      { email: known.email, password: ` ${PASSWORD}` },
      { email: withoutPassword.email, password: PASSWORD },
    ].map((input) => askProcedure('auth.signIn', input)),
  )
  const seen = await Promise.all(
    answers.map(async (answer) => ({
      status: answer.status,
      headers: [...answer.headers],
      body: (await answer.text()).replace(/"requestId":"[0-9a-f-]{36}"/, '"requestId":"…"'),
    })),
  )
  for (const one of seen) expect(one).toEqual(seen[0])
  expect(seen[0]?.status).toBe(401)
  expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({
    error: {
      message: 'That e-mail address or password is incorrect. Please check both and try again.',
      data: { code: 'UNAUTHORIZED', type: 'AUTHENTICATION', fields: {} },
    },
  })
  expect(seen[0]?.headers.map(([name]) => name)).not.toContain('set-cookie')
  expect(await sessionsOf(known.userId)).toBe(0)
})

test('the address matches in any case, the password only exactly', async () => {
  const account = await owner(' Harbor-Lantern-42 ', 'Known.Person@example.test')
  const api = apiFor(null)
  const signIn = (email: string, password: string) => api.auth.signIn({ email, password })
  await signIn(' KNOWN.person@Example.TEST ', ' Harbor-Lantern-42 ')
  await expect(signIn(account.email, 'Harbor-Lantern-42')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('a password matches in any Unicode form of the same characters', async () => {
  const account = await owner('Zoë-Lantern-42')
  const decomposed = 'Zoë-Lantern-42'.normalize('NFD')
  expect(decomposed).not.toBe('Zoë-Lantern-42')
  await apiFor(null).auth.signIn({ email: account.email, password: decomposed })
  expect(await sessionsOf(account.userId)).toBe(1)
})

test.each([
  [{ email: 'nobody', password: 'x' }, { email: 'Invalid email format' }],
  [{ email: 'a@b.test', password: '' }, { password: 'Enter your password.' }],
  [{ email: 'a@b.test', password: 5 }, { password: 'Enter your password.' }],
])('%j is refused beside its field', async (input, fields) => {
  const answer = await askProcedure('auth.signIn', input)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { data: { type: 'VALIDATION', fields } } })
})

test('a sign-in opens the first organization that the person still belongs to', async () => {
  const account = await owner()
  const second = await createAccount(env.DB)
  await joinOrganization(env.DB, second, account, 'viewer', Date.now() + DAY_MS)
  const signIn = () => apiFor(null).auth.signIn({ email: account.email, password: PASSWORD })
  expect((await signIn()).user.role).toBe('owner')
  const leave = env.DB.prepare(
    'UPDATE organization_users SET is_active = 0 WHERE user_id = ?1 AND organization_id = ?2',
  )
  await leave.bind(account.userId, account.organizationId).run()
  expect((await signIn()).user.role).toBe('viewer')
})

test('a person without an organization gets one of their own, once', async () => {
  const account = await owner()
  await env.DB.prepare('DELETE FROM organizations WHERE id = ?').bind(account.organizationId).run()
  const signIn = () => apiFor(null).auth.signIn({ email: account.email, password: PASSWORD })
  const answers = await Promise.all([signIn(), signIn()])
  expect(answers.map(({ user }) => user.role)).toEqual(['owner', 'owner'])
  const { results } = await env.DB.prepare(
    `SELECT name, plan_type AS plan FROM organizations JOIN organization_users AS members ON members.organization_id = organizations.id
    JOIN organization_subscriptions AS paid ON paid.organization_id = organizations.id WHERE members.user_id = ?`,
  )
    .bind(account.userId)
    .all()
  expect(results).toEqual([{ name: 'Robin Quill', plan: 'free' }])
  // A wrong password creates nothing.
  const other = await owner()
  await env.DB.prepare('DELETE FROM organizations WHERE id = ?').bind(other.organizationId).run()
  await expect(
    apiFor(null).auth.signIn({ email: other.email, password: 'Wrong-Lantern-42' }),
  ).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const none = await env.DB.prepare('SELECT count(*) AS count FROM organization_users WHERE user_id = ?')
    .bind(other.userId)
    .first()
  expect(none).toEqual({ count: 0 })
})

test('a password hashed with another secret does not match', async () => {
  const account = await createAccount(env.DB, {
    password: {
      text: PASSWORD,
      settings: { ...settings, SESSION_SECRET: 'another-secret-0123456789abcdefghij' },
    },
  })
  await expect(
    apiFor(null, { env: env as Env }).auth.signIn({ email: account.email, password: PASSWORD }),
  ).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
