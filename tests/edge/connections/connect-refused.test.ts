import { env } from 'cloudflare:test'
import { afterEach, test as base, describe, expect } from 'vitest'
import { cookiesOf, problemIn } from '#tests/edge/oauth/flow.ts'
import { AT_ONCE } from '#tests/edge/support/faults.ts'
import { ask } from '#tests/edge/support/web.ts'
import { sha256Hex } from '#worker/platform/ids.ts'
import { connectionRows, decide, newOwner, Stage } from './flow.ts'

const test = base.extend('owner', () => newOwner())
const stage = new Stage('connectRefused')
const { upstream } = stage

afterEach(async () => {
  await upstream.clearFaults()
})

describe('starting a connection', () => {
  test('a visitor is sent to the connect screen, and no attempt begins', async () => {
    const { business } = await newOwner()
    const sent = await stage.begin({ business, session: '' })
    expect(sent.address.pathname).toBe(`/app/businesses/${business.id}/connect`)
    expect(sent.cookie).toBe('')
  })

  test('an owner with an unverified address is refused as unverified', async () => {
    const owner = await newOwner({ isVerified: false })
    const { address, cookie } = await stage.begin(owner)
    expect(address.pathname).toBe(`/app/businesses/${owner.business.id}/connect`)
    expect(problemIn(address.href)).toBe('unverified')
    expect(cookie).toBe('')
  })

  test('a viewer is refused as not permitted', async ({ owner }) => {
    await env.DB.prepare("UPDATE organization_users SET role = 'viewer' WHERE user_id = ?")
      .bind(owner.account.userId)
      .run()
    expect(problemIn((await stage.begin(owner)).address.href)).toBe('not_permitted')
  })

  test('a platform outside the plan is not connected, even if the plan changes on the way', async () => {
    const free = await newOwner({ plan: 'free' })
    const { address, cookie } = await stage.begin(free, 'facebook')
    expect(address.pathname).toBe(`/app/businesses/${free.business.id}/connect`)
    expect([problemIn(address.href), cookie]).toEqual(['plan', ''])
    expect(problemIn((await stage.begin(free, 'google')).address.href)).toBeNull()

    const owner = await newOwner({ plan: 'pro' })
    const sent = await stage.begin(owner, 'facebook')
    const fields = await decide(sent, { account: 'wren', decision: 'allow' })
    await env.DB.prepare("UPDATE organization_subscriptions SET plan_type = 'free' WHERE organization_id = ?")
      .bind(owner.account.organizationId)
      .run()
    const { path } = await stage.comeBack(sent, fields)
    expect(problemIn(path)).toBe('expired')
    expect(await connectionRows(owner.account)).toEqual([])
  })

  test("another organization's business is not connected", async () => {
    const [owner, stranger] = [await newOwner(), await newOwner()]
    const { address, cookie } = await stage.begin({ business: owner.business, session: stranger.session })
    expect(address.pathname).toBe(`/app/businesses/${owner.business.id}/connect`)
    expect([problemIn(address.href), cookie]).toEqual([null, ''])
  })

  test('a platform that is not set up is reported as off', async ({ owner }) => {
    const { address } = await stage.begin(owner, 'google', {
      headers: { cookie: owner.session },
      env: { ...stage.env, GOOGLE_CLIENT_SECRET: undefined },
    })
    expect(problemIn(address.href)).toBe('off')
  })

  test('one network can start 30 connections, and the next one is refused', async ({ owner }) => {
    const init = { env: stage.env, headers: { cookie: owner.session, 'cf-connecting-ip': '10.200.1.1' } }
    const problems: (string | null)[] = []
    for (let count = 0; count < 31; count += 1) {
      problems.push(problemIn((await stage.begin(owner, 'google', init)).address.href))
    }
    expect(problems).toEqual([...Array(30).fill(null), 'limit'])
  })

  test.each(['', 'business=nowhere', `business=${'a'.repeat(5_000)}`])(
    'a request without a valid business (%#) redirects to the businesses',
    async (query) => {
      const { session } = await newOwner()
      const answer = await ask(`/connections/google?${query}`, { headers: { cookie: session } })
      await answer.body?.cancel()
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/app/businesses'])
    },
  )

  test('a cross-site navigation starts a connection only if the user clicked', async () => {
    const { business, session } = await newOwner()
    const headers = {
      cookie: session,
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      'sec-fetch-site': 'cross-site',
    }
    const answer = await ask(`/connections/google?business=${business.id}`, { env: stage.env, headers })
    await answer.body?.cancel()
    expect(answer.headers.get('location')).toBe(`/app/businesses/${business.id}/connect`)
    const byPerson = { ...headers, 'sec-fetch-user': '?1' }
    const begun = await ask(`/connections/google?business=${business.id}`, {
      env: stage.env,
      headers: byPerson,
    })
    await begun.body?.cancel()
    expect(begun.headers.get('location')).not.toContain('/app/')
  })

  test('HEAD starts no connection, and an unknown platform is not found', async () => {
    const { business, session } = await newOwner()
    for (const path of ['/connections/google', '/connections/google/callback']) {
      const answer = await ask(`${path}?business=${business.id}`, {
        method: 'HEAD',
        headers: { cookie: session },
      })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
    }
    const answer = await ask(`/connections/github?business=${business.id}`, { headers: { cookie: session } })
    await answer.body?.cancel()
    expect(answer.status).toBe(404)
  })
})

describe('coming back from the platform', () => {
  test('a denial ends on the connect screen', async ({ owner }) => {
    const sent = await stage.begin(owner)
    const { path, answer } = await stage.comeBack(sent, await decide(sent, { decision: 'deny' }))
    expect(path).toBe(`/app/businesses/${owner.business.id}/connect?provider=google&problem=denied`)
    expect(cookiesOf(answer)).toContainEqual(expect.stringMatching(/^oauth=; Max-Age=0;/))
    expect(await connectionRows(owner.account)).toEqual([])
  })

  test('a wrong state returns to the screen it began at and leaves the attempt usable', async ({ owner }) => {
    const sent = await stage.begin(owner)
    const fields = await decide(sent, { decision: 'allow', account: 'wren' })
    const wrong = new URLSearchParams(
      [...fields, ['state', 'x'.repeat(43)]].filter(
        ([name], index) => name !== 'state' || index === fields.size,
      ),
    )
    expect((await stage.comeBack(sent, wrong)).path).toBe(
      `/app/businesses/${owner.business.id}/connect?provider=google&problem=expired`,
    )
    expect((await stage.comeBack(sent, fields)).path).toContain('connected=google')
  })

  test('the callback works once, and only in the browser that started it', async ({ owner }) => {
    const sent = await stage.begin(owner)
    const fields = await decide(sent, { decision: 'allow', account: 'wren' })
    expect((await stage.comeBack({ ...sent, cookie: '' }, fields)).path).toBe(
      '/app/businesses?provider=google&problem=expired',
    )
    expect((await stage.comeBack({ ...sent, cookie: 'oauth=of-somebody-else' }, fields)).path).toBe(
      '/app/businesses?provider=google&problem=expired',
    )
    expect((await stage.comeBack(sent, fields)).path).toContain('connected=google')
    const replayed = await stage.comeBack(sent, fields)
    expect(replayed.path).toBe(`/app/businesses/${owner.business.id}/connect?provider=google&problem=expired`)
    expect(await connectionRows(owner.account)).toHaveLength(1)
  })

  test('only one of many simultaneous callbacks connects', async ({ owner }) => {
    const sent = await stage.begin(owner)
    const fields = await decide(sent, { decision: 'allow', account: 'wren' })
    const paths = await Promise.all(Array.from({ length: AT_ONCE }, () => stage.comeBack(sent, fields)))
    expect(paths.filter(({ path }) => path.includes('connected=google'))).toHaveLength(1)
  })

  test('a sign-in state connects nothing, and a connection state signs nobody in', async ({ owner }) => {
    const sent = await stage.begin(owner)
    const fields = await decide(sent, { decision: 'allow', account: 'wren' })
    const answer = await ask(`/auth/google/callback?${fields}`, {
      env: stage.env,
      headers: { cookie: sent.cookie },
    })
    expect(await answer.text()).toContain('problem=expired')
    expect(cookiesOf(answer).filter((line) => line.startsWith('session='))).toEqual([])

    const signIn = await ask('/auth/google', { env: stage.env })
    await signIn.body?.cancel()
    const address = new URL(signIn.headers.get('location') ?? '')
    const [cookie = ''] = cookiesOf(signIn)[0]?.split(';') ?? []
    const back = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'allow', account: 'wren' }),
      redirect: 'manual',
    })
    await back.body?.cancel()
    const signInFields = new URL(back.headers.get('location') ?? '').searchParams
    const { path } = await stage.comeBack({ provider: 'google', cookie }, signInFields)
    expect(problemIn(path)).toBe('expired')
  })

  test('consent without the business scope is refused as incomplete', async ({ owner }) => {
    const sent = await stage.begin(owner)
    const form = {
      decision: 'allow',
      account: 'wren',
      withhold: 'https://www.googleapis.com/auth/business.manage',
    }
    const { path } = await stage.comeBack(sent, await decide(sent, form))
    expect(problemIn(path)).toBe('incomplete')
    expect(await connectionRows(owner.account)).toEqual([])
  })

  test.for([
    ['unavailable', 'unavailable'],
    ['reset', 'unavailable'],
    ['rate_limited', 'unavailable'],
    ['truncated', 'failed'],
    ['wrong_type', 'failed'],
  ] as const)(
    'a token endpoint with fault %s is reported as problem %s',
    async ([kind, problem], { owner }) => {
      const sent = await stage.begin(owner)
      const fields = await decide(sent, { decision: 'allow', account: 'wren' })
      await upstream.addFault({ kind, host: 'oauth2.googleapis.com' })
      const { path } = await stage.comeBack(sent, fields)
      expect(path).toBe(`/app/businesses/${owner.business.id}/connect?provider=google&problem=${problem}`)
      expect(await connectionRows(owner.account)).toEqual([])
    },
  )

  test.for(['audience', 'nonce', 'foreign_key', 'missing'])(
    'an identity token with the flaw %s is refused',
    async (variant, { owner }) => {
      const sent = await stage.begin(owner)
      const fields = await decide(sent, { decision: 'allow', account: 'wren' })
      await upstream.addFault({ kind: 'id_token', variant })
      expect(problemIn((await stage.comeBack(sent, fields)).path)).toBe('failed')
      expect(await connectionRows(owner.account)).toEqual([])
    },
  )

  test('nothing is connected if the session, role or verification was lost meanwhile', async () => {
    const changes = [
      'DELETE FROM sessions WHERE user_id = ?',
      'UPDATE organization_users SET is_active = 0 WHERE user_id = ?',
      "UPDATE organization_users SET role = 'viewer' WHERE user_id = ?",
      'UPDATE users SET email_verified_at = NULL WHERE id = ?',
    ]
    for (const change of changes) {
      const owner = await newOwner()
      const sent = await stage.begin(owner)
      const fields = await decide(sent, { decision: 'allow', account: 'wren' })
      await env.DB.prepare(change).bind(owner.account.userId).run()
      expect(problemIn((await stage.comeBack(sent, fields)).path)).toBe('expired')
      expect(await connectionRows(owner.account)).toEqual([])
    }
  })

  test('an expired attempt is refused', async ({ owner }) => {
    const sent = await stage.begin(owner)
    const fields = await decide(sent, { decision: 'allow', account: 'wren' })
    await env.DB.prepare('UPDATE oauth_attempts SET expires_at = ? WHERE state_hash = ?')
      .bind(Date.now(), await sha256Hex(fields.get('state') ?? ''))
      .run()
    expect(problemIn((await stage.comeBack(sent, fields)).path)).toBe('expired')
  })
})
