import { env } from 'cloudflare:test'
import { v7 as createId } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { createMeter, type Meter, metered } from '#tests/edge/support/meter.ts'
import { changePlan } from '#tests/factories.ts'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { volume } from '#tests/volume.ts'
import type { OutboundAnswer } from '#worker/platform/outbound.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#worker/rules/durations.ts'
import { googlePublic } from '#worker/sources/google-public/google-public.ts'
import { createPipeline, type Pipeline } from './support/pipeline.ts'
import { rows } from './support/stored.ts'

const SOURCES = volume(400, 5_000)
const PER_ORGANIZATION = 10
/** Messages handled at once, equal to the consumers of Google's queue. */
const CONSUMERS = 5

const SMALL = {
  id: LISTINGS.small.google?.featureId ?? '',
  url: googlePublic.locate(new URL(googleUrl(LISTINGS.small)))?.url ?? '',
}

let meter: Meter
let pipeline: Pipeline

beforeEach(async () => {
  meter = createMeter()
  pipeline = await createPipeline({ d1: metered(env.DB, meter) })
  await env.DB.batch(
    ['scrape_runs', 'business_sources', 'businesses'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  )
})

/** Adds Google businesses, each at its own place; `dueAt` says when each is due. */
async function addFleet(
  count: number,
  dueAt: (index: number) => number,
  perOrganization = PER_ORGANIZATION,
): Promise<void> {
  const organizations = Array.from({ length: Math.ceil(count / perOrganization) }, () => createId())
  const businesses = Array.from({ length: count }, (_, index) => [
    createId(),
    organizations[Math.floor(index / perOrganization)],
    index,
    dueAt(index),
  ])
  const addedAt = pipeline.clock.now - DAY_MS
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO organizations (id, name, slug, created_at, updated_at)
      SELECT value, 'Fleet', value, ?2, ?2 FROM json_each(?1)`,
    ).bind(JSON.stringify(organizations), addedAt),
    env.DB.prepare(
      `INSERT INTO organization_subscriptions (organization_id, plan_type, created_at, updated_at)
      SELECT value, 'ai_insights', ?2, ?2 FROM json_each(?1)`,
    ).bind(JSON.stringify(organizations), addedAt),
    env.DB.prepare(
      `INSERT INTO businesses (id, organization_id, name, created_at, updated_at)
      SELECT value->>0, value->>1, 'Branch ' || (value->>2), ?2 + (value->>2), ?2 FROM json_each(?1)`,
    ).bind(JSON.stringify(businesses), addedAt),
    env.DB.prepare(
      `INSERT INTO business_sources (business_id, platform, organization_id, source, listing_url, place_id, next_due_at)
      SELECT value->>0, 'google', value->>1, 'google-public', ?2, '0x1:0x' || (1 + value->>2), value->>3 FROM json_each(?1)`,
    ).bind(JSON.stringify(businesses), SMALL.url),
  ])
}

/** Answers every request with one listing, so that only the fleet's own work is measured. */
function answerAlike(): { asked: number } {
  const counts = { asked: 0 }
  const ask = pipeline.ctx.outbound
  let answer: Promise<OutboundAnswer> | null = null
  pipeline.ctx.outbound = (purpose, _request, options) => {
    counts.asked += 1
    answer ??= ask(purpose, googlePublic.request(SMALL, null, {}), options)
    return answer
  }
  return counts
}

function messages(): { runId: string; page: number }[] {
  const sent: { runId: string; page: number }[] = []
  pipeline.queue.fate = (pending) => {
    sent.push(pending.body as { runId: string; page: number })
    return [pending]
  }
  return sent
}

async function runs() {
  return rows<{ id: string; business_id: string; status: string }>('SELECT * FROM scrape_runs')
}

test(`${SOURCES} sources due at once are started once each, even if cron fires twice`, async ({
  annotate,
}) => {
  await addFleet(SOURCES, () => pipeline.clock.now)
  const sent = messages()
  const startedAt = Date.now()
  await Promise.all([pipeline.tick(), pipeline.tick()])
  const seconds = (Date.now() - startedAt) / SECOND_MS
  const rowsRead = meter.rowsRead / SOURCES
  await annotate(
    `${SOURCES} sources: two ticks at once, ${seconds.toFixed(1)} s, ${rowsRead.toFixed(1)} rows read a source`,
  )

  const started = await runs()
  expect(started).toHaveLength(SOURCES)
  expect(new Set(started.map(({ business_id }) => business_id)).size).toBe(SOURCES)
  expect(sent).toHaveLength(SOURCES)
  expect(new Set(sent.map(({ runId }) => runId)).size).toBe(SOURCES)
  // Both ticks looked; the rows read grow with what is due, not with what exists.
  expect(rowsRead).toBeLessThan(60)

  await pipeline.tick()
  expect(await runs()).toHaveLength(SOURCES)
  expect(sent).toHaveLength(SOURCES)
}, 120_000)

test('a tick looks only at open runs, however many have ended', async () => {
  await addFleet(1, () => pipeline.clock.now + DAY_MS)
  await env.DB.prepare(
    `WITH RECURSIVE ended (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM ended LIMIT 5000)
    INSERT INTO scrape_runs (id, organization_id, business_id, platform, source, trigger_type, status, phase, pages_planned,
      rate_limit_ms, timeout_ms, retry_attempts, due_at, created_at)
    SELECT 'ended-' || value, organization_id, id, 'google', 'google-public', 'schedule', 'succeeded', 'newest', 5, 1000, 30000, 3,
      created_at, created_at
    FROM ended, businesses`,
  ).run()
  // The first tick does the daily work.
  await pipeline.tick()
  const before = meter.rowsRead
  await pipeline.tick()
  expect(meter.rowsRead - before).toBeLessThan(200)
})

test('an organization with far more businesses than its plan allows costs no more', async () => {
  await addFleet(300, () => 1, 300)
  await pipeline.tick()
  expect(await runs()).toHaveLength(10)
  expect(meter.rowsRead / 300).toBeLessThan(60)
}, 60_000)

test('each source is collected once, even if cron misses three minutes and messages come twice', async () => {
  const fleet = volume(40, 200)
  const first = pipeline.clock.now
  // Due in the minutes that cron misses.
  await addFleet(fleet, (index) => first + (index % 4) * MINUTE_MS)
  const counts = answerAlike()
  pipeline.queue.fate = (pending) => [pending, { ...pending, at: pending.at + SECOND_MS }]
  await pipeline.tick()
  await pipeline.drain(CONSUMERS)
  expect(counts.asked).toBe(fleet / 4)
  pipeline.clock.now = first + 4 * MINUTE_MS
  await Promise.all([pipeline.tick(), pipeline.tick()])
  await pipeline.drain(CONSUMERS)
  await pipeline.tick()
  await pipeline.drain(CONSUMERS)
  expect(counts.asked).toBe(fleet)
  const collected = await runs()
  expect(collected).toHaveLength(fleet)
  expect(collected.every(({ status }) => status === 'succeeded')).toBe(true)
  const [stored] = await rows<{ businesses: number; reviews: number }>(
    'SELECT count(DISTINCT business_id) AS businesses, count(*) AS reviews FROM reviews',
  )
  expect(stored).toEqual({ businesses: fleet, reviews: 3 * fleet })
  // Each is due again at its own moment, about two hours later.
  const dueAts = await rows<{ next_due_at: number }>('SELECT next_due_at FROM business_sources')
  for (const { next_due_at } of dueAts) {
    expect(next_due_at - pipeline.clock.now).toBeGreaterThan(HOUR_MS / 2)
    expect(next_due_at - pipeline.clock.now).toBeLessThanOrEqual(3 * HOUR_MS)
  }
}, 120_000)

test('sources that cannot be collected leave the schedule', async () => {
  await addFleet(40, () => 1)
  await env.DB.batch([
    env.DB.prepare('UPDATE businesses SET is_active = 0'),
    env.DB.prepare('DELETE FROM organization_subscriptions WHERE plan_type = ?').bind('none'),
  ])
  await pipeline.tick()
  expect(await runs()).toEqual([])
  expect(await rows('SELECT 1 FROM business_sources WHERE next_due_at IS NOT NULL')).toEqual([])
})

test('scheduled collection stops with a lowered plan and starts with an upgraded one', async () => {
  await addFleet(PER_ORGANIZATION, () => 1)
  const [fleet] = await rows<{ organizationId: string }>(
    `SELECT organization_id AS organizationId FROM businesses WHERE name LIKE 'Branch %'`,
  )
  const setPlan = async (plan: string) => fleet && changePlan(env.DB, fleet, plan, pipeline.clock.now)
  await setPlan('free')
  await pipeline.tick()
  expect(await runs()).toEqual([])
  pipeline.clock.now += MINUTE_MS
  await setPlan('pro')
  await pipeline.tick()
  // Pro has three locations: the oldest ones.
  expect(await runs()).toHaveLength(3)
})

test('a step waiting in a long queue is sent again less and less often', async () => {
  await addFleet(1, () => pipeline.clock.now)
  pipeline.queue.fate = () => []
  const sentAt: number[] = []
  const start = pipeline.clock.now
  const minutes = volume(10, 60)
  for (let minute = 0; minute <= minutes; minute += 1) {
    const before = pipeline.queue.sent
    await pipeline.tick()
    if (pipeline.queue.sent > before) sentAt.push(minute)
    pipeline.clock.now = start + (minute + 1) * MINUTE_MS
  }
  expect(sentAt).toEqual([0, 1, 3, 9, 31, 53].filter((minute) => minute <= minutes))
})
