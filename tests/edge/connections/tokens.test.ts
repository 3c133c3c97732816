import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { connections } from '#db/schema/index.ts'
import { createPipeline, type Pipeline } from '#tests/edge/collection/support/pipeline.ts'
import { createConnection, createLink } from '#tests/edge/support/connections.ts'
import { barrier } from '#tests/edge/support/faults.ts'
import { signedIn } from '#tests/edge/support/web.ts'
import type { Business } from '#tests/factories.ts'
import type { SourceKey } from '#worker/businesses/source-state.ts'
import { accessTokenFor } from '#worker/connections/source-token.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'
import { SourceError } from '#worker/sources/source.ts'
import { connectionRows, Stage } from './flow.ts'

const stage = new Stage('tokens')
const { upstream } = stage

let pipeline: Pipeline
let business: Business
let connectionId: string
let source: SourceKey
const PERSON = 'keeper@example.test'

beforeEach(async () => {
  await upstream.reset()
  await upstream.addLocation(PERSON, 'small')
  pipeline = await createPipeline({ env: stage.env, now: Date.now() })
  business = await pipeline.addBusiness({})
  const session = await signedIn(pipeline.account)
  connectionId = (await stage.connect({ business, session }, PERSON)).connectionId
  const [place] = (await pipeline.api().connections.locations({ connectionId })).items
  await pipeline.api().connections.link({ connectionId, businessId: business.id, placeId: place?.id ?? '' })
  source = { organizationId: business.organizationId, businessId: business.id, platform: 'google' }
})

afterEach(async () => {
  await upstream.clearFaults()
})

const tokenRequests = async () =>
  (await upstream.requests()).filter(
    ({ host, path }) => host === 'oauth2.googleapis.com' && path === '/token',
  )

test('a valid token is used without asking Google', async () => {
  await upstream.forgetRequests()
  const token = await accessTokenFor(pipeline.ctx, source)
  expect(await accessTokenFor(pipeline.ctx, source)).toBe(token)
  expect(await tokenRequests()).toEqual([])
})

test('a token that expires within a minute is renewed and stored encrypted', async () => {
  const before = await accessTokenFor(pipeline.ctx, source)
  const [row] = await connectionRows(pipeline.account)
  pipeline.clock.now = Number(row?.access_expires_at) - 30_000
  const after = await accessTokenFor(pipeline.ctx, source)
  expect(after).not.toBe(before)
  const [renewed] = await connectionRows(pipeline.account)
  expect(Number(renewed?.access_expires_at)).toBeGreaterThan(pipeline.clock.now + 0.9 * HOUR_MS)
  expect(renewed?.sealed_access_token).not.toContain(after)
  expect(await accessTokenFor(pipeline.ctx, source)).toBe(after)
})

test('two simultaneous renewals both get a valid token, and one is stored', async () => {
  const [row] = await connectionRows(pipeline.account)
  pipeline.clock.now = Number(row?.access_expires_at)
  const d1 = barrier(env.DB, /^update "connections"/, 2)
  const ctx = { ...pipeline.ctx, db: databaseOf({ DB: d1 }) }
  const tokens = await Promise.all([accessTokenFor(ctx, source), accessTokenFor(ctx, source)])
  for (const token of tokens) {
    const answer = await fetch(`${upstream.origin}/mybusinessaccountmanagement.googleapis.com/v1/accounts`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await answer.body?.cancel()
    expect(answer.status).toBe(200)
  }
  expect(tokens).toContain(await accessTokenFor(pipeline.ctx, source))
  expect(await connectionRows(pipeline.account)).toMatchObject([{ state: 'active' }])
})

test('a token refused before its expiry is renewed during the collection', async () => {
  await upstream.expireGoogleTokens()
  const [run] = await pipeline.collect(business)
  expect(run).toMatchObject({ status: 'succeeded', errors: [], reviewsNew: 3 })
  expect(await connectionRows(pipeline.account)).toMatchObject([{ state: 'active' }])
})

test('access withdrawn at Google ends the connection until the owner reconnects', async () => {
  await upstream.revokeGoogle(PERSON)
  const [run] = await pipeline.collect(business)
  expect(run).toMatchObject({
    status: 'failed',
    errors: ['The connection to Google no longer works. Connect it again.'],
  })
  const fault = 'Google no longer lets us in: the permission was withdrawn or has expired.'
  expect((await pipeline.api().connections.list()).items).toMatchObject([{ state: 'revoked', fault }])
  // No request is made with a revoked token.
  await upstream.forgetRequests()
  await expect(accessTokenFor(pipeline.ctx, source)).rejects.toMatchObject({ kind: 'reconnect' })
  expect(await pipeline.api().connections.locations({ connectionId })).toMatchObject({
    items: [],
    problem: { kind: 'reconnect' },
  })
  expect(await upstream.requests()).toEqual([])

  const session = await signedIn(pipeline.account)
  expect((await stage.connect({ business, session }, PERSON)).connectionId).toBe(connectionId)
  expect((await pipeline.api().connections.list()).items).toMatchObject([
    { id: connectionId, state: 'active', fault: null, links: [{ businessId: business.id }] },
  ])
  pipeline.clock.now += 2 * HOUR_MS
  const [again] = await pipeline.collect(business)
  expect(again).toMatchObject({ status: 'succeeded', errors: [], reviewsNew: 3 })
})

test('a failing token endpoint is a temporary fault and does not end the connection', async () => {
  await upstream.expireGoogleTokens()
  for (const kind of ['unavailable', 'truncated', 'wrong_type'] as const) {
    await upstream.addFault({ kind, host: 'oauth2.googleapis.com' })
    const error = await accessTokenFor(
      pipeline.ctx,
      source,
      await accessTokenFor(pipeline.ctx, source),
    ).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(SourceError)
    expect(error).toMatchObject({
      kind: 'unavailable',
      message: "Google didn't renew our access. We’ll try again.",
    })
  }
  expect(await connectionRows(pipeline.account)).toMatchObject([{ state: 'active' }])
})

test('reconnecting while an old token is refused keeps the connection active', async () => {
  const old = await accessTokenFor(pipeline.ctx, source)
  await upstream.revokeGoogle(PERSON)
  const session = await signedIn(pipeline.account)
  await stage.connect({ business, session }, PERSON)
  expect(await accessTokenFor(pipeline.ctx, source, old)).not.toBe(old)
  expect(await connectionRows(pipeline.account)).toMatchObject([{ state: 'active' }])
})

test('after a key change the previous key still opens tokens, and renewal uses the new key', async () => {
  const { MFA_ENCRYPTION_KEY } = pipeline.ctx.settings
  const settings = {
    ...pipeline.ctx.settings,
    MFA_ENCRYPTION_KEY: 'another-key-of-the-edge-tests-0123456789abc',
    MFA_ENCRYPTION_KEY_PREVIOUS: MFA_ENCRYPTION_KEY,
  }
  const token = await accessTokenFor(pipeline.ctx, source)
  const ctx = { ...pipeline.ctx, settings }
  expect(await accessTokenFor(ctx, source)).toBe(token)
  const renewed = await accessTokenFor(ctx, source, token)
  const { MFA_ENCRYPTION_KEY_PREVIOUS: _, ...without } = settings
  expect(await accessTokenFor({ ...pipeline.ctx, settings: without }, source)).toBe(renewed)
  expect(await accessTokenFor({ ...pipeline.ctx, settings: without }, source, renewed)).not.toBe(renewed)
})

test("a token moved to another organization's connection is refused", {
  meta: { expectsFaults: true },
}, async () => {
  const other = await createPipeline({ env: stage.env, now: Date.now() })
  const theirs = await other.addBusiness({})
  const { organizationId } = theirs
  const [own] = await databaseOf(env).select().from(connections).where(eq(connections.id, connectionId))
  if (!own) throw new Error('the connection is made above')
  const movedId = await createConnection(theirs, { ...own, id: `moved-${connectionId}`, organizationId })
  await createLink(theirs, movedId)
  const moved = { organizationId, businessId: theirs.id, platform: 'google' } as const
  await expect(accessTokenFor(other.ctx, moved)).rejects.toMatchObject({ kind: 'reconnect' })
  // Another organization's link gives no access either.
  await expect(
    accessTokenFor(pipeline.ctx, { ...source, organizationId: theirs.organizationId }),
  ).rejects.toMatchObject({ kind: 'reconnect' })
  expect(await connectionRows(pipeline.account)).toMatchObject([{ state: 'active' }])
})

test('no token appears in answers or in the stored rows', async () => {
  const token = await accessTokenFor(pipeline.ctx, source)
  const shown = JSON.stringify([
    await pipeline.api().connections.list(),
    await pipeline.api().connections.locations({ connectionId }),
    await pipeline.api().screens.connect({ businessId: business.id }),
    await pipeline.api().screens.businesses({}),
    await connectionRows(pipeline.account),
  ])
  expect(shown).not.toContain(token)
})
