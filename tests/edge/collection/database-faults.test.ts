import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { randomFrom } from '#tests/upstream/random.ts'
import { volume } from '#tests/volume.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'
import { FAILURES } from '#worker/rules/failures.ts'
import { faultyDatabase } from './support/faulty-database.ts'
import { skipPauses } from './support/pauses.ts'
import { createPipeline, type Pipeline } from './support/pipeline.ts'
import { everythingStored, storedReviews } from './support/stored.ts'

skipPauses()

async function twoRuns(pipeline: Pipeline) {
  const business = await pipeline.addListing('overlapping', 'google')
  for (const pages of [3, 20]) {
    // The button's request is not retried automatically; its owner presses it again.
    await pipeline.api(env.DB).collection.start({
      businessId: business.id,
      options: { maxPages: pages },
    })
    await pipeline.settle()
    pipeline.clock.now += HOUR_MS
  }
  return business
}

const SEEDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].slice(0, volume(1, 8))

test.for([0.1, 0.3])(
  'a database that fails on %d of the calls leaves the same rows as a sound one',
  { timeout: 120_000 },
  async (share, { task }) => {
    task.meta.expectsFaults = true
    const sound = await everythingStored(await twoRuns(await createPipeline()))
    const failed = { before: 0, after: 0 }
    for (const seed of SEEDS) {
      const { database, counts } = faultyDatabase(env.DB, share, randomFrom(`database:${share}:${seed}`))
      const pipeline = await createPipeline({ d1: database })
      expect(await everythingStored(await twoRuns(pipeline)), seed).toEqual(sound)
      failed.before += counts.before
      failed.after += counts.after
    }
    expect(failed.before).toBeGreaterThanOrEqual(7 * share * SEEDS.length)
    expect(failed.after).toBeGreaterThanOrEqual(7 * share * SEEDS.length)
  },
)

test('a long database outage ends the run visibly once it is over', async ({ task }) => {
  task.meta.expectsFaults = true
  let isDown = false
  const { database } = faultyDatabase(env.DB, 1, { ...randomFrom('down'), chance: () => isDown })
  const pipeline = await createPipeline({ d1: database })
  const business = await pipeline.addListing('ratings', 'google')
  const { runs } = await pipeline.start(business)
  await pipeline.deliverOnce()
  isDown = true
  // Four deliveries and the first one of the dead-letter queue.
  for (let delivery = 0; delivery < 5; delivery += 1) await pipeline.deliverOnce()
  isDown = false
  await pipeline.drain()
  expect(await pipeline.api().collection.run({ id: runs[0]?.id ?? '' })).toMatchObject({
    status: 'failed',
    errors: [FAILURES.own_fault.sentence('')],
    pagesScraped: 1,
  })
  pipeline.clock.now += HOUR_MS
  await pipeline.collect(business)
  expect(await storedReviews(business, 'google')).toHaveLength(150)
}, 60_000)

test('a failed tick is made up for by the next one', async ({ task }) => {
  task.meta.expectsFaults = true
  let isDown = false
  const { database } = faultyDatabase(env.DB, 1, { ...randomFrom('tick'), chance: () => isDown })
  const pipeline = await createPipeline({ plan: 'pro', d1: database })
  const business = await pipeline.addListing('small', 'google')
  await pipeline.collect(business)
  pipeline.clock.now += 12 * HOUR_MS
  isDown = true
  await pipeline.tick()
  isDown = false
  await pipeline.tick()
  await pipeline.settle()
  expect((await pipeline.api().collection.runs({ businessId: business.id })).items).toHaveLength(2)
})
