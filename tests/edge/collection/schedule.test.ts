import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import type { Business } from '#tests/factories.ts'
import { googleUrl, LISTINGS, yelpUrl } from '#tests/upstream/listings.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'
import { createPipeline, type Pipeline } from './support/pipeline.ts'
import { rows } from './support/stored.ts'

async function runsOf(business: Business) {
  return rows<{ trigger_type: string; status: string; platform: string }>(
    'SELECT trigger_type, status, platform FROM scrape_runs WHERE business_id = ? ORDER BY seq',
    business.id,
  )
}

async function dueAtOf(business: Business): Promise<number | null> {
  const [source] = await rows<{ next_due_at: number | null }>(
    'SELECT next_due_at FROM business_sources WHERE business_id = ? ORDER BY platform LIMIT 1',
    business.id,
  )
  return source?.next_due_at ?? null
}

/** A business on both platforms, collected once by hand. */
async function collectedOnce(pipeline: Pipeline): Promise<Business> {
  const business = await pipeline.addBusiness({
    googleUrl: googleUrl(LISTINGS.small),
    yelpUrl: yelpUrl(LISTINGS.small),
  })
  await pipeline.collect(business)
  return business
}

// tests/unit/worker/collection/next-due-at.test.ts covers the hours of each plan and how they spread
// businesses.
test('on pro a source is due again within 6 hours of a run', async () => {
  const pipeline = await createPipeline({ plan: 'pro' })
  const business = await collectedOnce(pipeline)
  const wait = ((await dueAtOf(business)) ?? 0) - pipeline.clock.now
  expect(wait).toBeGreaterThanOrEqual(3 * HOUR_MS)
  expect(wait).toBeLessThanOrEqual(6 * HOUR_MS)
})

test.each([
  ['free', 'pro', 6],
  ['pro', 'ai_insights', 2],
])(
  'moving from %s to %s collects all sources at once, and again within %i hours',
  async (from, to, hours) => {
    const pipeline = await createPipeline({ plan: from })
    const business = await collectedOnce(pipeline)
    // Free allows one collection an hour; the larger plan doesn't wait for that.
    pipeline.clock.now += 10 * MINUTE_MS
    await pipeline.setPlan(to)
    await pipeline.tick()
    expect((await runsOf(business)).slice(2).map((run) => [run.trigger_type, run.status])).toEqual([
      ['schedule', 'queued'],
      ['schedule', 'queued'],
    ])
    await pipeline.settle()
    expect(await dueAtOf(business)).toBeLessThanOrEqual(pipeline.clock.now + hours * HOUR_MS)
  },
)

test('concurrent ticks start each due source once, and none before its time', async () => {
  const pipeline = await createPipeline({ plan: 'pro' })
  const business = await collectedOnce(pipeline)
  pipeline.clock.now = ((await dueAtOf(business)) ?? 0) - MINUTE_MS
  await pipeline.tick()
  expect(await runsOf(business)).toHaveLength(2)
  pipeline.clock.now += MINUTE_MS
  await Promise.all([pipeline.tick(), pipeline.tick()])
  await pipeline.tick()
  const started = (await runsOf(business)).slice(2)
  expect(
    started.map(({ trigger_type, status, platform }) => [trigger_type, status, platform]).sort(),
  ).toEqual([
    ['schedule', 'queued', 'google'],
    ['schedule', 'queued', 'yelp'],
  ])
  await pipeline.settle()
  expect((await runsOf(business)).every(({ status }) => status === 'succeeded')).toBe(true)
})

test('after a gap of days each source is collected once', async () => {
  const pipeline = await createPipeline({ plan: 'ai_insights' })
  const business = await collectedOnce(pipeline)
  pipeline.clock.now += 4 * DAY_MS
  for (let minute = 0; minute < 5; minute += 1) {
    await pipeline.tick()
    await pipeline.drain()
    pipeline.clock.now += MINUTE_MS
  }
  expect(await runsOf(business)).toHaveLength(4)
})

test('a source is not started if its business is above the limit, paused or on free', async () => {
  const pipeline = await createPipeline({ plan: 'pro' })
  const kept = await collectedOnce(pipeline)
  pipeline.clock.now += MINUTE_MS
  const off = await collectedOnce(pipeline)
  await env.DB.prepare('UPDATE businesses SET is_active = 0 WHERE id = ?').bind(off.id).run()
  pipeline.clock.now += MINUTE_MS
  const third = await collectedOnce(pipeline)
  pipeline.clock.now += MINUTE_MS
  const above = await pipeline.addListing('small', 'google')
  await env.DB.prepare('UPDATE business_sources SET next_due_at = 1 WHERE business_id = ?')
    .bind(above.id)
    .run()
  pipeline.clock.now += DAY_MS
  await pipeline.tick()
  expect(await runsOf(kept)).toHaveLength(4)
  expect(await runsOf(third)).toHaveLength(4)
  expect(await runsOf(off)).toHaveLength(2)
  expect(await runsOf(above)).toHaveLength(0)
  await pipeline.settle()

  await pipeline.setPlan('free')
  pipeline.clock.now += DAY_MS
  await pipeline.tick()
  expect(await runsOf(kept)).toHaveLength(4)
  expect(await dueAtOf(kept)).toBeNull()
})

test('a source that keeps failing is tried less and less often', async () => {
  const pipeline = await createPipeline({ plan: 'ai_insights' })
  const business = await pipeline.addBusiness({
    googleUrl: 'https://www.google.com/maps/place/x/data=!1s0x23f0753c3e3eeca5:0x9d5bf7342d827be3',
  })
  await pipeline.collect(business)
  const waits: number[] = []
  for (let failure = 0; failure < 2; failure += 1) {
    const dueAt = (await dueAtOf(business)) ?? 0
    waits.push((dueAt - pipeline.clock.now) / HOUR_MS)
    pipeline.clock.now = dueAt
    await pipeline.tick()
    await pipeline.settle()
  }
  for (const [index, expected] of [4, 8].entries()) {
    expect(Math.abs((waits[index] ?? 0) - expected)).toBeLessThanOrEqual(1.01)
  }
})

test('cancelling neither resets failures nor counts as one', async () => {
  const pipeline = await createPipeline({ plan: 'pro' })
  const business = await collectedOnce(pipeline)
  await env.DB.prepare('UPDATE business_sources SET failures = 2 WHERE business_id = ?')
    .bind(business.id)
    .run()
  const { runs } = await pipeline.start(business, ['google'])
  await pipeline.api().collection.cancel({ id: runs[0]?.id ?? '' })
  expect(
    await rows(
      "SELECT failures FROM business_sources WHERE business_id = ? AND platform = 'google'",
      business.id,
    ),
  ).toEqual([{ failures: 2 }])
})
