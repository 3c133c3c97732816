import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor, contextFor, loseCredentials } from '#tests/edge/support/caller.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { createRun } from '#tests/edge/support/runs.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { ask } from '#tests/edge/support/web.ts'
import { type Account, createAccount, createBusiness } from '#tests/factories.ts'
import { storeManyReviews } from '#tests/many-reviews.ts'
import { recordTick } from '#worker/operation/instance.ts'
import { forgetOldSpeeds, recordSpeed } from '#worker/operation/page-speed.ts'
import { watch, watchTick } from '#worker/operation/watch.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

const test = base.extend('person', async () => {
  await env.DB.batch([
    env.DB.prepare(
      "UPDATE instance SET operator_id = NULL, tick_at = NULL, tick_faults = '[]', probes = '[]'",
    ),
    env.DB.prepare('DELETE FROM operator_notices'),
    env.DB.prepare('DELETE FROM scrape_runs'),
  ])
  return createAccount(env.DB)
})

async function operate({ userId }: Account): Promise<void> {
  await env.DB.prepare('UPDATE instance SET operator_id = ?').bind(userId).run()
}

/** Links logged by ticks at these times. */
async function linksAt(...times: number[]): Promise<string[]> {
  const printed: string[] = []
  const { log } = console
  console.log = (line: string) => void printed.push(line)
  try {
    for (const now of times) await watch({ ...contextFor(null), now: () => now })
  } finally {
    console.log = log
  }
  return printed.flatMap((line) => {
    const { event, url } = JSON.parse(line)
    return event === 'operator_link' ? [new URL(url).searchParams.get('claim') ?? ''] : []
  })
}

const claim = (account: Account, token: string, now = NOW) =>
  apiFor(account, { now: () => now }).operator.claim({ token })
const screen = (account: Account | null, options = {}) =>
  apiFor(account, { now: () => NOW, ...options }).operator.screen()

test('the first to open the logged link becomes the operator, and nobody after them', async ({ person }) => {
  const stranger = await createAccount(env.DB)
  await expect(screen(person)).rejects.toHaveProperty('code', 'NOT_FOUND')
  const [token = ''] = await linksAt(NOW)
  await claim(person, token)
  await claim(person, token)
  expect((await screen(person)).version).toMatch(/./)
  await expect(claim(stranger, token)).rejects.toHaveProperty('code', 'NOT_FOUND')
  await expect(screen(stranger)).rejects.toHaveProperty('code', 'NOT_FOUND')
  // The log shows no more links.
  expect(await linksAt(NOW + MINUTE_MS, NOW + HOUR_MS)).toEqual([])
})

test('only one of many concurrent claims makes an operator', async ({ person }) => {
  const others = await Promise.all(Array.from({ length: 5 }, () => createAccount(env.DB)))
  const [token = ''] = await linksAt(NOW)
  const outcomes = await Promise.allSettled([person, ...others].map((one) => claim(one, token)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test.for(['', 'x', 'x'.repeat(32), 'ü'.repeat(16)])(
  'the link %j makes nobody the operator',
  async (token, { person }) => {
    await expect(claim(person, token)).rejects.toHaveProperty('code', 'NOT_FOUND')
    await expect(screen(person)).rejects.toHaveProperty('code', 'NOT_FOUND')
  },
)

test('a link works for an hour or two, and not before', async ({ person }) => {
  const [token = '', later = ''] = await linksAt(NOW, NOW + 2 * HOUR_MS)
  await expect(claim(person, later)).rejects.toHaveProperty('code', 'NOT_FOUND')
  await expect(claim(person, token, NOW + 2 * HOUR_MS)).rejects.toHaveProperty('code', 'NOT_FOUND')
  await claim(person, token, NOW + HOUR_MS)
})

test('a recovered account is no longer the operator, and the log shows a link again', async ({ person }) => {
  await operate(person)
  await loseCredentials(person.userId)
  await expect(screen(person)).rejects.toHaveProperty('code', 'NOT_FOUND')
  expect(await linksAt(NOW)).toHaveLength(1)
})

test('an access token of the operator does not open the screen', async ({ person }) => {
  await operate(person)
  const { accessToken } = await apiFor(person).auth.token()
  const answer = await ask('/trpc/operator.screen', { headers: { authorization: `Bearer ${accessToken}` } })
  expect([401, 403, 404]).toContain(answer.status)
  expect(await answer.text()).not.toContain('storeBytes')
})

test('the screen counts runs, emails and page speed, and names no organization', async ({ person }) => {
  await operate(person)
  const business = await createBusiness(env.DB, person, { name: 'Harbor Books' })
  const at = { createdAt: NOW - HOUR_MS, dueAt: NOW - HOUR_MS }
  await createRun(business, { ...at, status: 'succeeded' })
  await createRun(business, { ...at, status: 'failed', errorKind: 'blocked' })
  await createRun(business, { ...at, status: 'queued' })
  await createRun(business, {
    ...at,
    status: 'failed',
    platform: 'yelp',
    source: 'yelp-public',
    createdAt: NOW - 2 * DAY_MS,
  })
  const ctx = { ...contextFor(null), now: () => NOW }
  for (const LCP of [90, 900, 1_100, 5_000]) await recordSpeed(ctx, { LCP })
  await recordTick({ ...ctx, now: () => NOW - MINUTE_MS }, ['alerts'])
  const view = await screen(person)
  expect(view).toMatchObject({
    tickAt: new Date(NOW - MINUTE_MS).toISOString(),
    oldestStepDueAt: new Date(NOW - HOUR_MS).toISOString(),
    waitingMails: 0,
    speed: [
      { metric: 'LCP', p75: 1_400, count: 4 },
      { metric: 'INP', p75: null, count: 0 },
    ],
  })
  expect(view.runs).toEqual([
    { source: 'google-public', succeeded: 1, failed: 1, open: 1, kinds: ['blocked: 1'] },
  ])
  expect(view.storeBytes).toBeGreaterThan(100_000)
  expect(view.faults.map(({ id }) => id)).toEqual(expect.arrayContaining(['tick-part', 'queue']))
  expect(JSON.stringify(view)).not.toContain('Harbor')
  await forgetOldSpeeds({ ...ctx, now: () => NOW + 31 * DAY_MS })
  expect((await screen(person)).speed.map(({ count }) => count)).toEqual([0, 0])
})

test('the screen reads as many rows with 3,000 reviews as without', async ({ person }) => {
  await operate(person)
  const read = async () => {
    const meter = createMeter()
    await screen(person, { meter })
    return meter.rowsRead
  }
  const before = await read()
  await storeManyReviews(env.DB, person, NOW, 3_000)
  expect(await read()).toBeLessThanOrEqual(before + 5)
  expect(before).toBeLessThan(60)
})

test('the operator is emailed once about a fault, and again if it recurs', async ({ person }) => {
  await operate(person)
  const business = await createBusiness(env.DB, person)
  const runId = await createRun(business, { createdAt: NOW - 2 * HOUR_MS, dueAt: NOW - 2 * HOUR_MS })
  const ctx = (now: number) => ({ ...contextFor(null), now: () => now })
  await recordTick(ctx(NOW), [])
  await Promise.all([watch(ctx(NOW)), watch(ctx(NOW)), watch(ctx(NOW))])
  await watch(ctx(NOW + MINUTE_MS))
  const [mail, ...others] = await mailsTo(person.email)
  expect(others).toEqual([])
  expect(mail?.subject).toContain('A queue has stopped')
  expect(mail?.text).toContain('/app/operator')
  await env.DB.prepare("UPDATE scrape_runs SET status = 'succeeded' WHERE id = ?").bind(runId).run()
  await watch(ctx(NOW + 2 * MINUTE_MS))
  await env.DB.prepare("UPDATE scrape_runs SET status = 'queued' WHERE id = ?").bind(runId).run()
  await watch(ctx(NOW + 3 * MINUTE_MS))
  expect(await mailsTo(person.email)).toHaveLength(2)
})

test('a request notices that the tick has stopped', async ({ person }) => {
  await operate(person)
  const ctx = (now: number) => ({ ...contextFor(null), now: () => now })
  // A clock that was set back does not block the check.
  await watchTick(ctx(NOW + DAY_MS))
  await recordTick(ctx(NOW), [])
  // This isolate checks every five minutes at most.
  await watchTick(ctx(NOW + 5 * MINUTE_MS))
  await watchTick(ctx(NOW + 9 * MINUTE_MS))
  expect(await mailsTo(person.email)).toEqual([])
  await watchTick(ctx(NOW + 11 * MINUTE_MS))
  await watchTick(ctx(NOW + 30 * MINUTE_MS))
  const mails = await mailsTo(person.email)
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('The tick has stopped')])
})

test('/healthz states the version and the last tick, and is not ok once the tick has stopped', async ({
  person: _,
}) => {
  const health = async () => {
    const answer = await ask('/healthz', { env: { ...env, VERSION: { id: 'v1', tag: '', timestamp: '' } } })
    return { status: answer.status, body: await answer.json() }
  }
  expect(await health()).toEqual({ status: 200, body: { ok: true, version: 'v1', tick: null } })
  const ctx = contextFor(null)
  await recordTick({ ...ctx, version: 'v0' }, [])
  expect(await health()).toEqual({
    status: 200,
    body: { ok: true, version: 'v1', tick: { version: 'v0', secondsAgo: expect.any(Number) } },
  })
  await recordTick({ ...ctx, now: () => Date.now() - HOUR_MS }, [])
  expect(await health()).toMatchObject({ status: 503, body: { ok: false, tick: { secondsAgo: 3600 } } })
})

test('the operator can send five test emails an hour', async ({ person }) => {
  await operate(person)
  for (let count = 0; count < 5; count += 1) await apiFor(person).operator.sendTest()
  await expect(apiFor(person).operator.sendTest()).rejects.toHaveProperty('code', 'TOO_MANY_REQUESTS')
  expect(await mailsTo(person.email)).toHaveLength(5)
})

/** Results of trying the keys; the calls change nothing. */
async function tried(person: Account, variables: Record<string, string>) {
  await operate(person)
  const probes = await apiFor(person, { env: { ...env, ...variables } }).operator.tryKeys()
  expect((await screen(person)).probes).toEqual(probes)
  return Object.fromEntries(probes.map(({ name, problem }) => [name, problem]))
}

test('working keys are found fine, and dead ones are named with their remedy', async ({ person }) => {
  expect(await tried(person, {})).toMatchObject({ 'google-places': null, yelp: null, tripadvisor: null })
  const dead = { GOOGLE_PLACES_API_KEY: 'dead', YELP_API_KEY: 'dead', TRIPADVISOR_API_KEY: 'dead' }
  const answers = await tried(person, dead)
  for (const name of ['google-places', 'yelp', 'tripadvisor']) expect(answers[name]).toMatch(/key/)
  const { faults } = await screen(person)
  expect(faults.filter(({ id }) => id.startsWith('probe:')).map(({ remedy }) => remedy)).toEqual(
    expect.arrayContaining([expect.stringContaining('npx wrangler secret put YELP_API_KEY')]),
  )
})

test("Stripe's key and webhook are each checked", async ({ person }) => {
  expect((await tried(person, { STRIPE_SECRET_KEY: 'sk_dead' })).stripe).toContain('doesn’t accept the key')
  expect((await tried(person, {})).stripe).toBeNull()
  expect((await tried(person, { APP_ORIGIN: 'https://elsewhere.example.com' })).stripe).toContain(
    'no webhook',
  )
})

test('ticks on a local machine try no keys', async ({ person: _ }) => {
  await watch({ ...contextFor(null), now: () => NOW })
  const row = await env.DB.prepare('SELECT probes FROM instance').first()
  expect(row).toEqual({ probes: '[]' })
})
