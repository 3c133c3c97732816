import { env } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { contextFor } from '#tests/edge/support/caller.ts'
import { AT_ONCE, barrier } from '#tests/edge/support/faults.ts'
import { ask, ORIGIN } from '#tests/edge/support/web.ts'
import { volume } from '#tests/volume.ts'
import { endCredentials } from '#worker/erasure/end-credentials.ts'
import { answerCallback } from '#worker/identity/links/answer-callback.ts'
import { sha256Hex } from '#worker/platform/ids.ts'
import { OAUTH_PROVIDERS, type OAuthProvider } from '#worker/rules/oauth.ts'
import {
  agree,
  arrive,
  cookiesOf,
  newEmail,
  ownNetwork,
  problemIn,
  sessionIn,
  targetOf,
  visit,
  type WayBack,
} from './flow.ts'

async function problemOf(back: WayBack, cookie: string): Promise<string | null> {
  const answer = await arrive(back, { headers: { cookie } })
  const path = await targetOf(answer)
  expect(sessionIn(answer)).toBeNull()
  return problemIn(path)
}

/** The same callback with changed fields. */
function changed({ provider, fields }: WayBack, change: (fields: URLSearchParams) => void): WayBack {
  const others = new URLSearchParams(fields)
  change(others)
  return { provider, fields: others }
}

const STATES: [string, (fields: URLSearchParams) => void][] = [
  ['no state', (fields) => fields.delete('state')],
  ['an empty state', (fields) => fields.set('state', '')],
  ['another state', (fields) => fields.set('state', 'A'.repeat(43))],
  ['the state twice', (fields) => fields.append('state', fields.get('state') ?? '')],
  ['a state that is far too long', (fields) => fields.set('state', 'A'.repeat(5_000))],
  ['the state and a space behind it', (fields) => fields.set('state', `${fields.get('state')} `)],
]

const FAILURES: [string, (fields: URLSearchParams) => void, string][] = [
  ['without a code', (fields) => fields.delete('code'), 'failed'],
  ['with two codes', (fields) => fields.append('code', 'another'), 'failed'],
  ['with a code nobody gave', (fields) => fields.set('code', 'made-up'), 'failed'],
  ['with an error of the provider', (fields) => fields.set('error', 'server_error'), 'failed'],
  ['with an error that holds markup', (fields) => fields.set('error', '<script>'), 'failed'],
  ['with a refusal beside the code', (fields) => fields.set('error', 'access_denied'), 'denied'],
]

/** All cases for Google, and one for each other provider, because they share the code. */
function tried<Case>(provider: OAuthProvider, cases: Case[]): Case[] {
  return provider === 'google' ? cases : cases.slice(0, volume(1, cases.length))
}

describe.each(OAUTH_PROVIDERS)('%s', (provider) => {
  test.each(tried(provider, STATES))(
    'a callback with %s signs nobody in and leaves the attempt open',
    async (_, change) => {
      const visited = await visit(provider)
      const back = await agree(visited)
      expect(await problemOf(changed(back, change), visited.cookie)).toBe('expired')
      const answer = await arrive(back, { headers: { cookie: visited.cookie } })
      expect(await targetOf(answer)).toBe('/app')
    },
  )

  test('a callback in another browser is refused, whatever its cookie', async () => {
    const visited = await visit(provider)
    const other = await visit(provider)
    const back = await agree(visited)
    const name = visited.cookie.split('=')[0]
    for (const cookie of [
      '',
      `${name}=`,
      other.cookie,
      `${name}=${'A'.repeat(43)}`,
      `__Host-${visited.cookie}`,
    ]) {
      expect(await problemOf(back, cookie)).toBe('expired')
    }
    // The attempt stays open for the right browser.
    expect(await targetOf(await arrive(back, { headers: { cookie: visited.cookie } }))).toBe('/app')
  })

  test('a second callback is refused', async () => {
    const visited = await visit(provider)
    const back = await agree(visited)
    const first = await arrive(back, { headers: { cookie: visited.cookie } })
    expect(await targetOf(first)).toBe('/app')
    expect(await problemOf(back, visited.cookie)).toBe('expired')
  })

  test('a callback of an expired attempt is refused', async () => {
    const visited = await visit(provider)
    const back = await agree(visited)
    await env.DB.prepare('UPDATE oauth_attempts SET expires_at = ?2 WHERE state_hash = ?1')
      .bind(await sha256Hex(back.fields.get('state') ?? ''), Date.now())
      .run()
    expect(await problemOf(back, visited.cookie)).toBe('expired')
  })

  test('a callback with the state of another provider is refused', async () => {
    const visited = await visit(provider)
    const back = await agree(visited)
    for (const other of OAUTH_PROVIDERS.filter((known) => known !== provider)) {
      expect(await problemOf({ provider: other, fields: back.fields }, visited.cookie)).toBe('expired')
    }
  })

  test.each(tried(provider, FAILURES))('a callback %s fails for good', async (_, change, problem) => {
    const visited = await visit(provider)
    const back = await agree(visited)
    expect(await problemOf(changed(back, change), visited.cookie)).toBe(problem)
    expect(await problemOf(back, visited.cookie)).toBe('expired')
  })

  test('a code works only for its own attempt', async () => {
    const victim = await visit(provider)
    const stolen = await agree(victim)
    const own = await visit(provider)
    const back = await agree(own)
    const injected = changed(back, (fields) => fields.set('code', stolen.fields.get('code') ?? ''))
    // PKCE ties a code to its attempt; for Apple, the nonce does.
    expect(await problemOf(injected, own.cookie)).toBe('failed')
  })

  test('only one of many simultaneous callbacks exchanges the code', async () => {
    const visited = await visit(provider)
    const { fields } = await agree(visited)
    const waiting = { ...env, DB: barrier(env.DB, /update "oauth_attempts"/, AT_ONCE) }
    let exchanges = 0
    const paths = await Promise.all(
      Array.from({ length: AT_ONCE }, () => {
        const ctx = contextFor(null, { env: waiting })
        const { outbound } = ctx
        ctx.network = { ...ctx.network, prefix: ownNetwork()['cf-connecting-ip'] ?? '' }
        ctx.outbound = (purpose, request, options) => {
          if (request.method === 'POST') exchanges += 1
          return outbound(purpose, request, options)
        }
        return answerCallback(
          ctx,
          provider,
          {
            state: fields.get('state'),
            code: fields.get('code'),
            error: null,
            user: null,
            browser: visited.cookie.slice('oauth='.length),
          },
          endCredentials,
        )
      }),
    )
    expect(exchanges).toBe(1)
    expect(paths.filter((path) => path === '/app')).toHaveLength(1)
    expect(paths.filter((path) => problemIn(path) === 'expired')).toHaveLength(AT_ONCE - 1)
  })

  test('the callback page contains no secret and goes on to a path of our own', async () => {
    const visited = await visit(provider, { redirectTo: '/app/reviews?search="><script>&view=all' })
    const answer = await arrive(await agree(visited), { headers: { cookie: visited.cookie } })
    const html = await answer.clone().text()
    expect(html).not.toContain('"><script>')
    expect(html).not.toMatch(/<script|<form|<img|<style/)
    for (const secret of [...visited.address.searchParams.values()]) {
      if (secret.length > 20) expect(html).not.toContain(secret)
    }
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('location')).toBeNull()
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(await targetOf(answer)).toBe('/app/reviews?search=%22%3E%3Cscript%3E&view=all')
  })

  test('the callback clears the cookie of its own attempt only', async () => {
    const visited = await visit(provider)
    const stray = await arrive(
      { provider, fields: new URLSearchParams({ state: 'A'.repeat(43), code: 'x' }) },
      { headers: { cookie: visited.cookie } },
    )
    await stray.body?.cancel()
    expect(cookiesOf(stray)).toEqual([])
    const answer = await arrive(await agree(visited), { headers: { cookie: visited.cookie } })
    await answer.body?.cancel()
    const attributes = provider === 'apple' ? 'HttpOnly; Secure; SameSite=None' : 'HttpOnly; SameSite=Lax'
    expect(cookiesOf(answer)).toContain(`oauth=; Max-Age=0; Path=/; ${attributes}`)
  })

  test('the callback accepts one method only', async () => {
    const right = provider === 'apple' ? 'POST' : 'GET'
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => one !== right)) {
      const answer = await ask(`/auth/${provider}/callback?state=x&code=y`, {
        method,
        headers: { origin: ORIGIN },
      })
      await answer.body?.cancel()
      expect(answer.status).toBe(405)
    }
  })
})

test('other sites can post only the form for Apple', async () => {
  const form = { method: 'POST', body: 'state=x&code=y' }
  const type = 'application/x-www-form-urlencoded'
  for (const origin of ['https://appleid.apple.com', 'https://evil.example', 'null']) {
    const headers = { origin, 'content-type': type }
    const statuses = await Promise.all(
      [
        '/auth/apple/callback',
        '/auth/apple/callback/',
        '/auth/apple/callback.data',
        '/auth/apple',
        '/auth/google/callback',
        '/auth/github/callback',
      ].map(async (address) => {
        const answer = await ask(address, { ...form, headers })
        await answer.body?.cancel()
        return answer.status
      }),
    )
    expect(statuses).toEqual([200, 403, 403, 403, 403, 403])
  }
})

test.each([
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded-not',
  '',
])('a form for Apple of the type %j is refused', async (type) => {
  const answer = await ask('/auth/apple/callback', {
    method: 'POST',
    body: new Uint8Array([1]),
    headers: { origin: 'https://appleid.apple.com', ...(type && { 'content-type': type }) },
  })
  await answer.body?.cancel()
  expect(answer.status).toBe(415)
})

test('a form for Apple that is too long is refused, even without a stated length', async () => {
  const chunk = new TextEncoder().encode('a'.repeat(10_000))
  for (const body of [
    'a'.repeat(70_000),
    new ReadableStream({
      pull(controller) {
        controller.enqueue(chunk)
      },
    }),
  ]) {
    const answer = await ask('/auth/apple/callback', {
      method: 'POST',
      body,
      headers: { origin: 'https://appleid.apple.com', 'content-type': 'application/x-www-form-urlencoded' },
    })
    await answer.body?.cancel()
    expect(answer.status).toBe(413)
  }
})

test('a callback with an invalid session cookie still signs the person in', async () => {
  const visited = await visit('google')
  const email = newEmail()
  const answer = await arrive(await agree(visited, { email }), {
    headers: { cookie: `${visited.cookie}; session=${'A'.repeat(43)}` },
  })
  expect(await targetOf(answer)).toBe('/app')
  expect(sessionIn(answer)).not.toBeNull()
})

test('the log records each outcome without states, codes, cookies and addresses', async () => {
  const lines: string[] = []
  const log = console.log
  console.log = (line: string) => lines.push(line)
  const secrets: string[] = []
  try {
    for (const provider of OAUTH_PROVIDERS) {
      const email = newEmail()
      for (const isVerified of [false, true]) {
        const visited = await visit(provider)
        const back = await agree(visited, { email, isVerified })
        const answer = await arrive(back, { headers: { cookie: visited.cookie } })
        await answer.body?.cancel()
        await problemOf(back, visited.cookie)
        secrets.push(
          email,
          visited.cookie.slice('oauth='.length),
          back.fields.get('state') ?? '',
          back.fields.get('code') ?? '',
          visited.address.searchParams.get('nonce') ?? back.fields.get('code') ?? '',
          sessionIn(answer)?.slice('session='.length) ?? email,
        )
      }
    }
  } finally {
    console.log = log
  }
  const events = lines.map((line): { event: string; outcome?: string; detail?: string } => JSON.parse(line))
  for (const provider of OAUTH_PROVIDERS) {
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'sign_in', outcome: 'refused', detail: `${provider} unverified` }),
    )
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'sign_up', outcome: 'done', detail: provider }),
    )
  }
  expect(events.filter(({ event }) => event === 'oauth_without_attempt')).toHaveLength(6)
  expect(events.filter(({ event, detail }) => event === 'sign_in' && detail === 'oauth')).toHaveLength(3)
  expect(secrets.filter((secret) => secret === '' || lines.join('\n').includes(secret))).toEqual([])
})
