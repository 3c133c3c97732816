import { env } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { askProcedure, signedIn } from '#tests/edge/support/web.ts'
import { type Account, createAccount } from '#tests/factories.ts'
import { settingsOf } from '#worker/env.ts'
import { OAUTH_PROVIDERS, type OAuthProvider } from '#worker/rules/oauth.ts'
import {
  agree,
  arrive,
  cookiesOf,
  newEmail,
  ownNetwork,
  refuse,
  signInWith,
  targetOf,
  type Visit,
} from './flow.ts'

const settings = settingsOf(env)

function owner(isVerified = true) {
  return createAccount(env.DB, {
    email: newEmail(),
    password: { text: 'Harbor-Lantern-42', settings },
    isVerified,
  })
}

interface Answered<T> {
  result?: { data: T }
  error?: { message: string; data: { code: string; reason: string } }
}

/** Presses 'Connect' as the signed-in person of this cookie. */
async function connect(provider: OAuthProvider, session: string): Promise<Visit> {
  const answer = await askProcedure(
    'auth.identities.link',
    { provider },
    { headers: { cookie: session, ...ownNetwork() } },
  )
  const body = await answer.json<Answered<{ url: string }>>()
  const cookie = cookiesOf(answer).find((line) => line.startsWith('oauth='))
  return { provider, address: new URL(body.result?.data.url ?? ''), cookie: cookie?.split(';')[0] ?? '' }
}

/** Comes back as from another site: without the session, which is a Strict cookie. */
async function finish(visited: Visit, chosen: Parameters<typeof agree>[1] = {}): Promise<string> {
  return targetOf(await arrive(await agree(visited, chosen), { headers: { cookie: visited.cookie } }))
}

function identitiesOf({ userId }: Account) {
  return env.DB.prepare('SELECT provider, email FROM user_identities WHERE user_id = ? ORDER BY provider')
    .bind(userId)
    .all()
    .then(({ results }) => results)
}

async function mailsTo(email: string): Promise<unknown[]> {
  const { results } = await env.DB.prepare('SELECT subject, kind FROM dev_mails WHERE recipient = ?')
    .bind(email)
    .all()
  return results
}

describe.each(OAUTH_PROVIDERS)('%s', (provider) => {
  test('can be connected on the Security screen with any address, and signs in from then on', async () => {
    const account = await owner()
    const visited = await connect(provider, await signedIn(account))
    const chosen = { email: newEmail(), subject: String(Date.now()), isVerified: false }
    expect(await finish(visited, chosen)).toBe(`/app/security?linked=${provider}`)
    expect(await identitiesOf(account)).toEqual([{ provider, email: chosen.email }])
    expect(await mailsTo(account.email)).toEqual([
      { subject: expect.stringMatching(/ was connected to your account$/), kind: 'provider_linked' },
    ])
    expect(await apiFor(account).auth.identities.list()).toContainEqual({
      provider,
      connected: { email: chosen.email, since: expect.stringMatching(/^\d{4}-.*Z$/) },
    })
    const { path } = await signInWith(provider, chosen)
    expect(path).toBe('/app')
    // Connecting it again changes nothing.
    expect(await finish(await connect(provider, await signedIn(account)), chosen)).toBe(
      `/app/security?linked=${provider}`,
    )
    expect(await mailsTo(account.email)).toHaveLength(1)
  })

  test('is not connected if its person refuses', async () => {
    const account = await owner()
    const visited = await connect(provider, await signedIn(account))
    const answer = await arrive(await refuse(visited), { headers: { cookie: visited.cookie } })
    expect(await targetOf(answer)).toBe(`/app/security?provider=${provider}&problem=denied`)
    expect(await identitiesOf(account)).toEqual([])
  })
})

test('an identity of another account is not moved', async () => {
  const subject = crypto.randomUUID()
  await signInWith('google', { subject })
  const account = await owner()
  const path = await finish(await connect('google', await signedIn(account)), { subject })
  expect(path).toBe('/app/security?provider=google&problem=taken')
  expect(await identitiesOf(account)).toEqual([])
})

test('a second identity of the same provider is refused', async () => {
  const account = await owner()
  const session = await signedIn(account)
  await finish(await connect('google', session), { subject: crypto.randomUUID() })
  const path = await finish(await connect('google', session), { subject: crypto.randomUUID() })
  expect(path).toBe('/app/security?provider=google&problem=connected')
  expect(await identitiesOf(account)).toHaveLength(1)
})

test('nothing is connected once the session that asked has ended', async () => {
  const account = await owner()
  const visited = await connect('google', await signedIn(account))
  await env.DB.prepare('DELETE FROM sessions WHERE user_id = ?').bind(account.userId).run()
  expect(await finish(visited)).toBe('/app/security?provider=google&problem=expired')
  expect(await identitiesOf(account)).toEqual([])
})

test('nothing is connected once the session that asked has expired', async () => {
  const account = await owner()
  const visited = await connect('google', await signedIn(account))
  await env.DB.prepare('UPDATE sessions SET expires_at = ?2 WHERE user_id = ?1')
    .bind(account.userId, Date.now() - 1)
    .run()
  expect(await finish(visited)).toBe('/app/security?provider=google&problem=expired')
  expect(await identitiesOf(account)).toEqual([])
})

test('connecting needs a verified address, a recent login and a provider that is offered', async () => {
  const api = apiFor(await owner())
  await expect(apiFor(null).auth.identities.link({ provider: 'google' })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  await expect(
    apiFor(await owner(false), { isVerified: false }).auth.identities.link({ provider: 'google' }),
  ).rejects.toMatchObject({ cause: { code: 'email_not_verified' } })
  const without = apiFor(await owner(), { env: { ...env, GOOGLE_CLIENT_ID: undefined } })
  await expect(without.auth.identities.link({ provider: 'google' })).rejects.toMatchObject({
    cause: { code: 'not_found', message: 'Signing in with Google is not switched on here.' },
  })
  const unknown = { provider: 'facebook' } as unknown as { provider: 'google' }
  await expect(api.auth.identities.link(unknown)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  for (const [procedure, input] of [
    ['auth.identities.link', { provider: 'google' }],
    ['auth.identities.unlink', { provider: 'google' }],
  ] as const) {
    const old = await signedIn(await owner(), {
      createdAt: Date.now() - 11 * 60_000,
      lastActivityAt: Date.now(),
    })
    const answer = await askProcedure(procedure, input, { headers: { cookie: old, ...ownNetwork() } })
    const { error } = await answer.json<Answered<unknown>>()
    expect(error?.data.reason).toBe('recent_login_needed')
  }
})

test('disconnecting removes the way to sign in and notifies its owner', async () => {
  const account = await owner()
  const chosen = { email: account.email, subject: crypto.randomUUID() }
  await signInWith('google', chosen)
  await apiFor(account).auth.identities.unlink({ provider: 'google' })
  expect(await identitiesOf(account)).toEqual([])
  expect(await mailsTo(account.email)).toContainEqual({
    subject: 'Google was disconnected from your account',
    kind: 'provider_linked',
  })
  await expect(apiFor(account).auth.identities.unlink({ provider: 'google' })).rejects.toMatchObject({
    cause: { code: 'not_found', message: 'Google is not connected to your account.' },
  })
})

test('the only way to sign in cannot be removed, even by two requests at once', async () => {
  const email = newEmail()
  await signInWith('google', { email })
  await signInWith('github', { email })
  const row = await env.DB.prepare(
    `SELECT users.id AS userId, organization_id AS organizationId FROM users
    JOIN organization_users ON user_id = users.id WHERE email_key = ?`,
  )
    .bind(email)
    .first<{ userId: string; organizationId: string }>()
  if (!row) throw new Error('the account was made above')
  const account = { ...row, email }
  const results = await Promise.allSettled(
    (['google', 'github'] as const).map((provider) => apiFor(account).auth.identities.unlink({ provider })),
  )
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await identitiesOf(account)).toHaveLength(1)
  expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({
    cause: { code: 'conflict', message: expect.stringMatching(/is your only way to sign in/) },
  })
})

test('an account cannot disconnect the identity of another', async () => {
  const victim = await owner()
  await signInWith('google', { email: victim.email })
  await expect(apiFor(await owner()).auth.identities.unlink({ provider: 'google' })).rejects.toMatchObject({
    cause: { code: 'not_found' },
  })
  expect(await identitiesOf(victim)).toHaveLength(1)
})

test('a provider that is off can still be disconnected', async () => {
  const account = await owner()
  await signInWith('google', { email: account.email })
  const off = apiFor(account, { env: { ...env, GOOGLE_CLIENT_ID: undefined, APPLE_TEAM_ID: undefined } })
  const connections = await off.auth.identities.list()
  expect(connections.map(({ provider, connected }) => [provider, connected !== null])).toEqual([
    ['google', true],
    ['github', false],
  ])
  await off.auth.identities.unlink({ provider: 'google' })
  expect(await identitiesOf(account)).toEqual([])
})
