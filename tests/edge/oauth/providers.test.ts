import { env } from 'cloudflare:test'
import { describe, expect, inject, test } from 'vitest'
import { contextFor } from '#tests/edge/support/caller.ts'
import { type Fault, UpstreamControl } from '#tests/upstream/control.ts'
import { TOKEN_FLAWS } from '#tests/upstream/identity-tokens.ts'
import { volume } from '#tests/volume.ts'
import type { Env } from '#worker/env.ts'
import { endCredentials } from '#worker/erasure/end-credentials.ts'
import { answerCallback } from '#worker/identity/links/answer-callback.ts'
import { finishHandshake, SIGN_IN_FLOWS } from '#worker/oauth/handshake.ts'
import { OAUTH_PROVIDERS, type OAuthProvider } from '#worker/rules/oauth.ts'
import {
  agree,
  arrive,
  type Chosen,
  newEmail,
  ownNetwork,
  problemIn,
  sessionIn,
  targetOf,
  visit,
} from './flow.ts'

// A simulator for this file alone, because a fault hits whichever request comes first.
const settings = inject('brokenUpstreamSettings')
const control = new UpstreamControl(settings.UPSTREAM_ORIGIN ?? '')

/** Bindings without cached keys of a provider. */
function freshEnv(): Env {
  return { ...env, ...settings }
}

/** Signs in during a fault and clears all faults afterwards. */
async function signInUnder(
  provider: OAuthProvider,
  fault: Fault | null,
  { bindings = freshEnv(), chosen = {} }: { bindings?: Env; chosen?: Chosen } = {},
) {
  const visited = await visit(provider, { env: bindings })
  const back = await agree(visited, chosen)
  if (fault) await control.addFault(fault)
  try {
    const answer = await arrive(back, { env: bindings, headers: { cookie: visited.cookie } })
    return { path: await targetOf(answer), session: sessionIn(answer) }
  } finally {
    await control.clearFaults()
  }
}

const TOKEN_HOST = { google: 'oauth2.googleapis.com', github: 'github.com', apple: 'appleid.apple.com' }

// All flaws and faults are tried with one provider, and one of each with the others.
describe.each(['google', 'apple'] as const)('an identity token of %s', (provider) => {
  test.each(provider === 'google' ? TOKEN_FLAWS : TOKEN_FLAWS.slice(0, volume(1, TOKEN_FLAWS.length)))(
    'with the flaw %s signs nobody in',
    async (variant) => {
      const { path, session } = await signInUnder(provider, {
        kind: 'id_token',
        host: TOKEN_HOST[provider],
        variant,
      })
      expect([problemIn(path), session]).toEqual(['failed', null])
    },
  )

  test('without a flaw signs the person in', async () => {
    expect((await signInUnder(provider, null)).path).toBe('/app')
  })
})

const BROKEN: [Fault, string][] = [
  [{ kind: 'unavailable' }, 'unavailable'],
  [{ kind: 'rate_limited' }, 'unavailable'],
  [{ kind: 'reset' }, 'unavailable'],
  [{ kind: 'oversized' }, 'unavailable'],
  [{ kind: 'wrong_type', variant: 'image' }, 'unavailable'],
  [{ kind: 'truncated', variant: 'connection' }, 'unavailable'],
  [{ kind: 'truncated' }, 'failed'],
  [{ kind: 'wrong_type' }, 'failed'],
  // Redirects count as answers and are never followed.
  [{ kind: 'redirect_elsewhere' }, 'failed'],
]

describe.each(OAUTH_PROVIDERS)('when %s', (provider) => {
  const tried = provider === 'google' ? BROKEN : BROKEN.slice(0, volume(1, BROKEN.length))

  test.each(tried)('answers the exchange with %j, the login reports it', async (fault, problem) => {
    const { path, session } = await signInUnder(provider, { ...fault, host: TOKEN_HOST[provider] })
    expect([problemIn(path), session]).toEqual([problem, null])
  })

  test('is slow, the sign-in waits', async () => {
    const fault: Fault = { kind: 'slow', variant: 'drip', delayMs: 100, host: TOKEN_HOST[provider] }
    expect((await signInUnder(provider, fault)).path).toBe('/app')
  })

  test('never answers, the login reports it after a timeout', async () => {
    const bindings = freshEnv()
    const visited = await visit(provider, { env: bindings })
    const { fields } = await agree(visited)
    await control.addFault({ kind: 'hang', host: TOKEN_HOST[provider] })
    const ctx = contextFor(null, { env: bindings })
    const { outbound } = ctx
    const timeouts: number[] = []
    ctx.outbound = (purpose, request, { timeoutMs }) => {
      timeouts.push(timeoutMs)
      return outbound(purpose, request, { timeoutMs: 200 })
    }
    const path = await answerCallback(
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
    await control.clearFaults()
    expect(problemIn(path)).toBe('unavailable')
    expect(timeouts).toEqual([10_000])
  })

  test('refuses our credentials, the login reports a failure', async () => {
    const wrong = {
      google: { GOOGLE_CLIENT_SECRET: 'wrong' },
      github: { GITHUB_CLIENT_SECRET: 'wrong' },
      apple: { APPLE_TEAM_ID: 'WRONG' },
    }
    const { path } = await signInUnder(provider, null, { bindings: { ...freshEnv(), ...wrong[provider] } })
    expect(problemIn(path)).toBe('failed')
  })
})

describe.each([
  ['google', 'www.googleapis.com'],
  ['apple', 'appleid.apple.com'],
] as const)('the keys of %s', (provider, host) => {
  test.each<[Fault, string]>([
    [{ kind: 'unavailable' }, 'unavailable'],
    // The platform itself retries once.
    [{ kind: 'reset', times: null }, 'unavailable'],
    [{ kind: 'wrong_type' }, 'failed'],
  ])('sign nobody in if the request for them ends with %j', async (fault, problem) => {
    const path = provider === 'google' ? '/oauth2/' : '/auth/keys'
    const result = await signInUnder(provider, { ...fault, host, path })
    expect([problemIn(result.path), result.session]).toEqual([problem, null])
  })

  test('are fetched once and still used while they are unavailable', async () => {
    const bindings = freshEnv()
    await control.forgetRequests()
    for (let people = 0; people < 3; people += 1) await signInUnder(provider, null, { bindings })
    const asked = (await control.requests()).filter(({ path }) => /certs|keys/.test(path))
    expect(asked).toHaveLength(1)
    const fault: Fault = { kind: 'unavailable', host, path: '/auth/keys', times: null }
    expect((await signInUnder(provider, fault, { bindings })).path).toBe('/app')
  })
})

describe.each(['/user', '/user/emails'])('when %s of GitHub', (path) => {
  const where = { host: 'api.github.com', path }
  test.each<[Fault, string]>([
    [{ kind: 'unavailable' }, 'unavailable'],
    [{ kind: 'truncated' }, 'failed'],
  ])('answers with %j, nobody is signed in', async (fault, problem) => {
    // A fault for /user hits whichever of the two calls comes first.
    const { path: end, session } = await signInUnder('github', { ...fault, ...where })
    expect([problemIn(end), session]).toEqual([problem, null])
  })
})

test('only the primary address at GitHub counts, even if another one is confirmed', async () => {
  const email = newEmail()
  const { path } = await signInUnder('github', null, { chosen: { email, isVerified: false } })
  expect(problemIn(path)).toBe('unverified')
  const rows = await env.DB.prepare('SELECT email FROM users WHERE email_key IN (?1, ?2)')
    .bind(email, `second-${email}`)
    .all()
  expect(rows.results).toEqual([])
})

test('the name in the form from Apple is cleaned up, or left empty if malformed', async () => {
  const names: [string, string][] = [
    ['{"name":{"firstName":"Ada","lastName":"Byron"}}', 'Ada Byron'],
    ['{"name":{"firstName":"  Ada "},"email":"evil@example.test"}', 'Ada'],
    [`{"name":{"firstName":"${'x'.repeat(300)}","lastName":""}}`, 'x'.repeat(120)],
    ['{"name":{"firstName":"<script>","lastName":"=1+1\\u0000"}}', '<script> =1+1'],
    ['{"name":{"firstName":{},"lastName":[]}}', ''],
    ['{"name":"Ada"}', ''],
    ['{"__proto__":{"name":{"firstName":"Ada"}}}', ''],
    ['not json', ''],
    ['', ''],
  ]
  for (const [user, fullName] of names) {
    const bindings = freshEnv()
    const visited = await visit('apple', { env: bindings })
    const email = newEmail()
    const back = await agree(visited, { email })
    back.fields.set('user', user)
    const answer = await arrive(back, { env: bindings, headers: { cookie: visited.cookie } })
    expect(await targetOf(answer)).toBe('/app')
    const row = await env.DB.prepare(
      'SELECT profiles.email, full_name AS fullName FROM profiles WHERE email = ?',
    )
      .bind(email)
      .first()
    expect(row).toEqual({ email, fullName })
  }
})

test('a provider gets the code verifier, and its tokens are not stored', async () => {
  const bindings = freshEnv()
  const sent: string[] = []
  const got: string[] = []
  for (const provider of OAUTH_PROVIDERS) {
    const visited = await visit(provider, { env: bindings })
    const { fields } = await agree(visited)
    const ctx = contextFor(null, { env: bindings })
    const { outbound } = ctx
    ctx.network = { ...ctx.network, prefix: ownNetwork()['cf-connecting-ip'] ?? '' }
    ctx.outbound = async (purpose, request, options) => {
      sent.push(new TextDecoder().decode(await request.clone().arrayBuffer()))
      const answer = await outbound(purpose, request, options)
      got.push(answer.body)
      return answer
    }
    await answerCallback(
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
  }
  expect(sent.filter((body) => /code_verifier=[\w-]{43}(&|$)/.test(body))).toHaveLength(2)
  const tokens = got.flatMap((body) =>
    [...body.matchAll(/"(?:access|refresh|id)_token":"([^"]+)"/g)].map(([, token]) => token),
  )
  expect(tokens).toHaveLength(7)
  const { results: tables } = await env.DB.prepare(
    // The search index can't be listed, but its internal tables can.
    `SELECT name FROM sqlite_schema
    WHERE type = 'table' AND name NOT GLOB '_cf_*' AND sql NOT GLOB 'CREATE VIRTUAL *'`,
  ).all<{ name: string }>()
  for (const { name } of tables) {
    const { results } = await env.DB.prepare(`SELECT * FROM "${name}"`).all()
    const stored = JSON.stringify(results)
    expect(tokens.filter((token) => stored.includes(token ?? ''))).toEqual([])
  }
})

test('a provider accepts a code only once', async () => {
  const bindings = freshEnv()
  for (const provider of OAUTH_PROVIDERS) {
    const visited = await visit(provider, { env: bindings })
    const { fields } = await agree(visited)
    const row = await env.DB.prepare(
      'SELECT code_verifier AS codeVerifier, nonce FROM oauth_attempts ORDER BY expires_at DESC',
    ).first<{ codeVerifier: string | null; nonce: string }>()
    const attempt = {
      purpose: 'sign_in',
      provider,
      target: '/app',
      keep: false,
      codeVerifier: null,
      nonce: '',
    } as const
    const callback = { state: null, code: fields.get('code'), error: null, user: null, browser: null }
    const identify = () =>
      finishHandshake(
        contextFor(null, { env: bindings }),
        SIGN_IN_FLOWS[provider],
        { ...attempt, ...row },
        callback,
      )
    await identify()
    await expect(identify()).rejects.toMatchObject({ problem: 'failed' })
  }
})

test('an Apple key with its PEM lines is accepted too', async () => {
  const key = settings.APPLE_PRIVATE_KEY ?? ''
  for (const APPLE_PRIVATE_KEY of [
    `-----BEGIN PRIVATE KEY-----\n${key.slice(0, 64)}\n${key.slice(64)}\n-----END PRIVATE KEY-----\n`,
    `-----BEGIN PRIVATE KEY-----\\n${key}\\n-----END PRIVATE KEY-----`,
  ]) {
    const { path } = await signInUnder('apple', null, { bindings: { ...freshEnv(), APPLE_PRIVATE_KEY } })
    expect(path).toBe('/app')
  }
})

test('only the hosts of the providers are asked', async () => {
  await control.forgetRequests()
  for (const provider of OAUTH_PROVIDERS) await signInUnder(provider, null)
  const hosts = new Set(
    (await control.requests()).map(({ host, method, unknown }) => `${method} ${host} ${unknown}`),
  )
  expect([...hosts].sort()).toEqual([
    'GET api.github.com false',
    'GET appleid.apple.com false',
    'GET www.googleapis.com false',
    'POST accounts.google.com false',
    'POST appleid.apple.com false',
    'POST github.com false',
    'POST oauth2.googleapis.com false',
  ])
})
