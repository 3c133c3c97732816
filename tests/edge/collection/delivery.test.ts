import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { test } from '#tests/edge/support/test.ts'
import { randomFrom } from '#tests/upstream/random.ts'
import { volume } from '#tests/volume.ts'
import { HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'
import { FAILURES } from '#worker/rules/failures.ts'
import { createPipeline, type Pipeline } from './support/pipeline.ts'
import { everythingStored, rows, storedReviews } from './support/stored.ts'

/** Two runs over a list with overlapping pages, the second after a break. */
async function twoRuns(pipeline: Pipeline, consumers?: number) {
  const business = await pipeline.addListing('overlapping', 'yelp')
  for (const pages of [3, 20]) {
    await pipeline.start(business, ['yelp'], { maxPages: pages })
    await pipeline.settle(consumers)
    pipeline.clock.now += HOUR_MS
  }
  return business
}

test.each(['first', 'second', 'third'].slice(0, volume(1, 3)))(
  'five shuffled copies of each message at three consumers leave the rows of one delivery (%s seed)',
  async (seed) => {
    const single = await everythingStored(await twoRuns(await createPipeline()))
    const pipeline = await createPipeline()
    const random = randomFrom(`duplicates:${seed}`)
    // Copies arrive up to ten seconds late, which mixes those of several pages.
    pipeline.queue.fate = (pending) =>
      Array.from({ length: 5 }, (_, copy) => ({
        ...pending,
        at: pending.at + (copy === 0 ? random.int(0, 9) : random.int(0, 10_000)),
      }))
    const business = await twoRuns(pipeline, 3)
    expect(await everythingStored(business)).toEqual(single)
    expect(single.reviews).toHaveLength(130)
    // One request a page and one for the alias: duplicates send no request.
    expect(pipeline.requests).toHaveLength(1 + 3 + 6)
  },
)

test('duplicate messages do not multiply', async ({ pipeline }) => {
  pipeline.queue.fate = (pending) => Array.from({ length: 5 }, () => ({ ...pending }))
  await twoRuns(pipeline, 3)
  // One first step and one after each page but the last, for both runs.
  expect(pipeline.queue.sent).toBeLessThanOrEqual(3 + 6)
})

test('a page is not requested early, even if its messages arrive early and twice', async ({ pipeline }) => {
  pipeline.queue.fate = (pending) => [
    { ...pending, at: pending.at - 450 },
    { ...pending, at: pending.at - 100 },
  ]
  const business = await pipeline.addListing('ratings', 'google')
  const startedAt = pipeline.clock.now
  await pipeline.start(business, ['google'], { rateLimitMs: 1_000 })
  await pipeline.drain(3)
  const times = pipeline.requests.map(({ at }) => at - startedAt)
  expect(times).toHaveLength(8)
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000)
  // No request waits for the sweep.
  expect(Math.max(...gaps)).toBeLessThanOrEqual(2_000)
  expect(await storedReviews(business, 'google')).toHaveLength(150)
})

test('lost messages are sent again by the sweep', async () => {
  const single = await everythingStored(await twoRuns(await createPipeline()))
  const pipeline = await createPipeline()
  const random = randomFrom('lost messages')
  let lost = 0
  pipeline.queue.fate = (pending) => {
    if (!random.chance(0.5)) return [pending]
    lost += 1
    return []
  }
  expect(await everythingStored(await twoRuns(pipeline))).toEqual(single)
  expect(lost).toBeGreaterThan(3)
})

test('a run whose worker died during a page resumes when its lease ends', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  await pipeline.start(business, ['google'], { timeoutMs: 10_000 })
  const ask = pipeline.ctx.outbound
  // The worker is gone: neither its code nor its message comes back.
  await new Promise<void>((died) => {
    pipeline.ctx.outbound = () => {
      died()
      return new Promise(() => {})
    }
    void pipeline.deliverOnce()
  })
  pipeline.ctx.outbound = ask
  await pipeline.tick()
  expect(pipeline.queue.isEmpty).toBe(true)
  pipeline.clock.now += MINUTE_MS
  await pipeline.settle()
  expect(await storedReviews(business, 'google')).toHaveLength(150)
})

test('a step that fails four deliveries ends its run visibly, and the next run continues', async ({
  task,
}) => {
  task.meta.expectsFaults = true
  const pipeline = await createPipeline()
  const business = await pipeline.addListing('ratings', 'google')
  const { runs } = await pipeline.start(business)
  await pipeline.deliverOnce()
  await env.DB.prepare(
    "CREATE TRIGGER broken BEFORE INSERT ON reviews BEGIN SELECT RAISE(ABORT, 'a fault of the product'); END",
  ).run()
  try {
    await pipeline.settle()
  } finally {
    await env.DB.prepare('DROP TRIGGER broken').run()
  }
  expect(await pipeline.api().collection.run({ id: runs[0]?.id ?? '' })).toMatchObject({
    status: 'failed',
    errors: [FAILURES.own_fault.sentence('')],
    pagesScraped: 1,
    reviewsNew: 10,
  })
  expect(pipeline.requests).toHaveLength(1 + 4)
  pipeline.clock.now += HOUR_MS
  await pipeline.collect(business)
  expect(await storedReviews(business, 'google')).toHaveLength(150)
})

test.for([
  ['nothing', null],
  ['a text', 'collect-page'],
  ['another version', { version: 2, type: 'collect-page', runId: crypto.randomUUID(), page: 0 }],
  ['another type', { version: 1, type: 'collect-everything', runId: crypto.randomUUID(), page: 0 }],
  ['no run', { version: 1, type: 'collect-page', page: 0 }],
  ['a run that is no id', { version: 1, type: 'collect-page', runId: "'; DROP TABLE reviews", page: 0 }],
  ['a page below the first', { version: 1, type: 'collect-page', runId: crypto.randomUUID(), page: -1 }],
  ['half a page', { version: 1, type: 'collect-page', runId: crypto.randomUUID(), page: 0.5 }],
  ['a page that is a text', { version: 1, type: 'collect-page', runId: crypto.randomUUID(), page: '0' }],
  ['an unknown run', { version: 1, type: 'collect-page', runId: crypto.randomUUID(), page: 0 }],
])('a message with %s is acknowledged and ignored', async ([_, body], { pipeline }) => {
  const before = await rows('SELECT * FROM scrape_runs')
  pipeline.queue.put(body, 0)
  await pipeline.drain()
  expect(pipeline.queue.sent).toBe(1)
  expect(pipeline.requests).toEqual([])
  expect(await rows('SELECT * FROM scrape_runs')).toEqual(before)
})

test('messages for pages other than the current one are ignored', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  const { runs } = await pipeline.start(business)
  pipeline.queue.lose()
  for (const page of [1, 2, 19]) {
    pipeline.queue.put({ version: 1, type: 'collect-page', runId: runs[0]?.id, page }, 0)
  }
  await pipeline.drain()
  expect(pipeline.requests).toEqual([])
  await pipeline.settle()
  expect(await storedReviews(business, 'google')).toHaveLength(150)
})

test('a queue that accepts no messages only delays a run', async ({ task }) => {
  task.meta.expectsFaults = true
  const pipeline = await createPipeline()
  const business = await pipeline.addListing('ratings', 'google')
  const { send, sendBatch } = pipeline.queue.queues.google
  pipeline.queue.queues.google.send = () => Promise.reject(new Error('Queue is down'))
  pipeline.queue.queues.google.sendBatch = () => Promise.reject(new Error('Queue is down'))
  const { runs } = await pipeline.start(business)
  expect(runs).toHaveLength(1)
  await pipeline.tick()
  Object.assign(pipeline.queue.queues.google, { send, sendBatch })
  await pipeline.settle()
  expect(await storedReviews(business, 'google')).toHaveLength(150)
})
