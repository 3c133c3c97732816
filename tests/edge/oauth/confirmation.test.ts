import { env } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { AT_ONCE, barrier } from '#tests/edge/support/faults.ts'
import { enrolled } from '#tests/edge/support/second-factor.ts'
import { ask, askProcedure, signedIn } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { settingsOf } from '#worker/env.ts'
import { endCredentials } from '#worker/erasure/end-credentials.ts'
import { answerCallback } from '#worker/identity/links/answer-callback.ts'
import { MINUTE_MS } from '#worker/rules/durations.ts'
import { OAUTH_PROVIDERS, type OAuthProvider } from '#worker/rules/oauth.ts'
import {
  agree,
  arrive,
  type Chosen,
  cookiesOf,
  newEmail,
  ownNetwork,
  refuse,
  signInWith,
  targetOf,
  type Visit,
} from './flow.ts'

interface Answered<T> {
  result?: { data: T }
  error?: { message: string; data: { code: string; reason: string } }
}

async function call<T>(path: string, input: unknown, cookie: string): Promise<Answered<T>> {
  const answer = await askProcedure(path, input, { headers: { cookie, ...ownNetwork() } })
  return answer.json<Answered<T>>()
}

/** A person who signed in with a provider eleven minutes ago and has no password. */
async function person(provider: OAuthProvider) {
  const chosen = { email: newEmail(), subject: String(Math.floor(Math.random() * 1e9)) }
  const { session } = await signInWith(provider, chosen)
  const cookie = session ?? ''
  const users = await env.DB.prepare('SELECT id FROM users WHERE email_key = ?').bind(chosen.email).first()
  const userId = String(users?.id)
  await env.DB.prepare('UPDATE sessions SET authenticated_at = ? WHERE user_id = ?')
    .bind(Date.now() - 11 * MINUTE_MS, userId)
    .run()
  return { chosen, cookie, userId }
}

/** Presses 'Continue with …' in the dialog that asks. */
async function begin(provider: OAuthProvider, cookie: string, target = '/app/profile'): Promise<Visit> {
  const answer = await askProcedure(
    'auth.identities.confirm',
    { provider, target },
    { headers: { cookie, ...ownNetwork() } },
  )
  const body = await answer.json<Answered<{ url: string }>>()
  const own = cookiesOf(answer).find((line) => line.startsWith('oauth='))
  return { provider, address: new URL(body.result?.data.url ?? ''), cookie: own?.split(';')[0] ?? '' }
}

async function finish(visited: Visit, chosen: Chosen): Promise<string> {
  return targetOf(await arrive(await agree(visited, chosen), { headers: { cookie: visited.cookie } }))
}

/** Does something that needs a recent login. */
async function change(cookie: string): Promise<string> {
  const { error } = await call('profile.changeEmail', { email: newEmail() }, cookie)
  return error?.data.reason ?? 'done'
}

describe.each(OAUTH_PROVIDERS)('%s', (provider) => {
  test('confirms its person for what needs a recent login and returns to the screen that asked', async () => {
    const { chosen, cookie, userId } = await person(provider)
    expect(await change(cookie)).toBe('recent_login_needed')
    const how = await ask('/trpc/auth.confirmation', { headers: { cookie } })
    expect(await how.json()).toEqual({ result: { data: { by: 'provider', providers: [provider] } } })
    const visited = await begin(provider, cookie, '/app/profile?tab=mail')
    expect(await finish(visited, chosen)).toBe(`/app/profile?tab=mail&confirmed=${provider}`)
    expect(await change(cookie)).toBe('done')
    const event = await env.DB.prepare(
      "SELECT outcome, detail FROM security_events WHERE user_id = ? AND type = 'provider_confirmed'",
    )
      .bind(userId)
      .all()
    expect(event.results).toEqual([{ outcome: 'done', detail: provider }])
  })

  test('confirms nothing if its person refuses, and the screen that asked reports it', async () => {
    const { cookie, userId } = await person(provider)
    const visited = await begin(provider, cookie)
    const answer = await arrive(await refuse(visited), { headers: { cookie: visited.cookie } })
    expect(await targetOf(answer)).toBe(`/app/profile?provider=${provider}&problem=denied`)
    expect(await change(cookie)).toBe('recent_login_needed')
    const event = await env.DB.prepare(
      "SELECT outcome, detail FROM security_events WHERE user_id = ? AND type = 'provider_confirmed'",
    )
      .bind(userId)
      .all()
    expect(event.results).toEqual([{ outcome: 'refused', detail: `${provider} denied` }])
  })

  test('confirms nothing for another account there and links it to nobody', async () => {
    const { cookie, userId } = await person(provider)
    const stranger = { email: newEmail(), subject: String(Math.floor(Math.random() * 1e9)) }
    const path = await finish(await begin(provider, cookie), stranger)
    expect(path).toBe(`/app/profile?provider=${provider}&problem=stranger`)
    expect(await change(cookie)).toBe('recent_login_needed')
    const { results } = await env.DB.prepare('SELECT subject FROM user_identities WHERE user_id = ?')
      .bind(userId)
      .all()
    expect(results).toHaveLength(1)
    const none = await env.DB.prepare('SELECT id FROM users WHERE email_key = ?').bind(stranger.email).all()
    expect(none.results).toEqual([])
  })
})

test('confirming with a provider that is not linked is refused as a stranger', async () => {
  const { chosen, cookie } = await person('google')
  // Linking needs a recent login, which the attempt to confirm does not.
  expect((await call('auth.identities.link', { provider: 'github' }, cookie)).error?.data.reason).toBe(
    'recent_login_needed',
  )
  const path = await finish(await begin('github', cookie), { email: chosen.email })
  expect(path).toBe('/app/profile?provider=github&problem=stranger')
  expect(await change(cookie)).toBe('recent_login_needed')
})

test('the screen that asked reports the last attempt, not the one before', async () => {
  const { chosen, cookie } = await person('google')
  const stranger = { email: newEmail(), subject: String(Math.floor(Math.random() * 1e9)) }
  const first = await finish(await begin('google', cookie, '/app/profile?tab=mail'), stranger)
  expect(first).toBe('/app/profile?tab=mail&provider=google&problem=stranger')
  expect(await finish(await begin('google', cookie, first), chosen)).toBe(
    '/app/profile?tab=mail&confirmed=google',
  )
})

test('nothing is confirmed once the session that asked has ended', async () => {
  const { chosen, cookie, userId } = await person('google')
  const visited = await begin('google', cookie)
  await env.DB.prepare('UPDATE sessions SET expires_at = 1 WHERE user_id = ?').bind(userId).run()
  expect(await finish(visited, chosen)).toBe('/app/profile?provider=google&problem=expired')
})

test('other sessions of the account stay unconfirmed', async () => {
  const { chosen, cookie, userId } = await person('google')
  const { session } = await signInWith('google', chosen)
  await env.DB.prepare('UPDATE sessions SET authenticated_at = 1 WHERE user_id = ?').bind(userId).run()
  await finish(await begin('google', cookie), chosen)
  expect(await change(session ?? '')).toBe('recent_login_needed')
  expect(await change(cookie)).toBe('done')
})

test('only one of many simultaneous callbacks confirms', async () => {
  const { chosen, cookie, userId } = await person('google')
  const visited = await begin('google', cookie)
  const { fields } = await agree(visited, chosen)
  const waiting = { ...env, DB: barrier(env.DB, /update "oauth_attempts"/, AT_ONCE) }
  const paths = await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      answerCallback(
        contextFor(null, { env: waiting }),
        'google',
        {
          state: fields.get('state'),
          code: fields.get('code'),
          error: null,
          user: null,
          browser: visited.cookie.slice('oauth='.length),
        },
        endCredentials,
      ),
    ),
  )
  expect(paths.filter((path) => path === '/app/profile?confirmed=google')).toHaveLength(1)
  const events = await env.DB.prepare(
    "SELECT count(*) AS count FROM security_events WHERE user_id = ? AND type = 'provider_confirmed'",
  )
    .bind(userId)
    .first()
  expect(events).toEqual({ count: 1 })
})

test('a person with a second factor confirms with a code, others with their password', async () => {
  const settings = settingsOf(env)
  const account = await createAccount(env.DB, { password: { text: 'Harbor-Lantern-42', settings } })
  expect(await apiFor(account).auth.confirmation()).toEqual({ by: 'password' })
  await enrolled(account, Date.now())
  const ctx = contextFor(account)
  if (!ctx.session) throw new Error('an account is signed in')
  const api = createApi({ ...ctx, session: { ...ctx.session, aal: 'aal2', nextLevel: 'aal2' } })
  expect(await api.auth.confirmation()).toEqual({ by: 'code' })
})

test('a provider that is off cannot confirm, and a foreign target becomes the Security screen', async () => {
  const { cookie } = await person('google')
  const bindings = { ...env, GOOGLE_CLIENT_ID: undefined }
  const how = await ask('/trpc/auth.confirmation', { headers: { cookie }, env: bindings })
  expect(await how.json()).toEqual({ result: { data: { by: 'provider', providers: [] } } })
  const off = await askProcedure(
    'auth.identities.confirm',
    { provider: 'google', target: '/app' },
    { headers: { cookie }, env: bindings },
  )
  expect(await off.json()).toMatchObject({
    error: { message: 'Signing in with Google is not switched on here.' },
  })
  for (const target of ['https://evil.example', '//evil.example', '/\\evil.example', '/login', '']) {
    const visited = await begin('google', cookie, target)
    const answer = await arrive(await refuse(visited), { headers: { cookie: visited.cookie } })
    expect(await targetOf(answer)).toBe('/app/security?provider=google&problem=denied')
  }
})

test('a visitor can confirm nothing', async () => {
  await expect(apiFor(null).auth.confirmation()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(
    apiFor(null).auth.identities.confirm({ provider: 'google', target: '/app' }),
  ).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const old = await signedIn(await createAccount(env.DB), { lastActivityAt: Date.now() - 31 * MINUTE_MS })
  expect(
    (await call('auth.identities.confirm', { provider: 'google', target: '/app' }, old)).error,
  ).toMatchObject({ data: { code: 'UNAUTHORIZED' } })
})
