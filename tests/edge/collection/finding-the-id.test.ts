import { expect } from 'vitest'
import { test } from '#tests/edge/support/test.ts'
import { LISTINGS, shortLink } from '#tests/upstream/listings.ts'
import { MINUTE_MS, SECOND_MS } from '#worker/rules/durations.ts'
import { createPipeline, type Pipeline } from './support/pipeline.ts'
import { rows, storedReviews } from './support/stored.ts'

const HOPS = 5
/** Almost as long as a run waits for an answer. */
const HOP_MS = 28 * SECOND_MS

/** Makes the short link redirect four times, slowly, and runs `meanwhile` during each request. */
function leadOn(pipeline: Pipeline, meanwhile: () => Promise<void>): () => number {
  const ask = pipeline.ctx.outbound
  let hops = 0
  pipeline.ctx.outbound = async (...asked) => {
    if (!asked[1].url.startsWith('https://maps.app.goo.gl/')) return ask(...asked)
    hops += 1
    const hop = hops
    pipeline.clock.now += HOP_MS
    await meanwhile()
    if (hop >= HOPS) return ask(asked[0], new Request(shortLink(LISTINGS.replies), asked[1]), asked[2])
    const location = `https://maps.app.goo.gl/hop${hop}`
    return { status: 302, headers: new Headers({ location }), body: '' }
  }
  return () => hops
}

test('a run keeps its lease while it looks up the id of its listing', async ({ pipeline }) => {
  const business = await pipeline.addBusiness({ googleUrl: shortLink(LISTINGS.replies) })
  await pipeline.start(business)
  const [run] = await rows<{ id: string }>('SELECT id FROM scrape_runs WHERE business_id = ?', business.id)
  const hops = leadOn(pipeline, async () => {
    // Neither the queue nor the sweep may ask the platform meanwhile.
    pipeline.queue.put({ version: 1, type: 'collect-page', runId: run?.id, page: 0 }, 0)
    await pipeline.deliverOnce()
    await pipeline.tick()
  })
  await pipeline.settle()
  expect(hops()).toBe(HOPS)
  expect(await storedReviews(business, 'google')).toHaveLength(60)
})

test('looking up the id of a listing is a separate step with its own lease, and its result is kept', async ({
  task,
}) => {
  task.meta.expectsFaults = true
  const pipeline = await createPipeline()
  const business = await pipeline.addBusiness({ googleUrl: shortLink(LISTINGS.replies) })
  await pipeline.start(business)
  const ask = pipeline.ctx.outbound
  const leases: number[] = []
  let pages = 0
  pipeline.ctx.outbound = async (...asked) => {
    const isPage = new URL(asked[1].url).host !== 'maps.app.goo.gl'
    const [run] = await rows<{ held: number }>(
      'SELECT lease_until - ? AS held FROM scrape_runs WHERE business_id = ?',
      pipeline.clock.now,
      business.id,
    )
    leases.push(run?.held ?? 0)
    if (!isPage) return ask(...asked)
    pages += 1
    if (pages === 1) throw new Error('a fault of the product')
    return ask(...asked)
  }
  const state = () =>
    rows(
      `SELECT page, lease_until, place_id IS NOT NULL AS is_found
        FROM scrape_runs JOIN business_sources USING (business_id, platform) WHERE business_id = ?`,
      business.id,
    )

  await pipeline.deliverOnce()
  expect(await state()).toEqual([{ page: 0, lease_until: null, is_found: 1 }])
  const [finding = 0, ofPage = 0] = leases
  expect(leases).toHaveLength(2)
  expect(finding).toBeGreaterThanOrEqual(HOPS * HOP_MS)
  expect(ofPage).toBeLessThan(2 * HOP_MS)

  await pipeline.deliverOnce()
  expect(await state()).toEqual([{ page: 1, lease_until: null, is_found: 1 }])
  expect(leases).toHaveLength(3)
})

test('a run that failed to find its id releases its lease at once', async ({ task }) => {
  task.meta.expectsFaults = true
  const pipeline = await createPipeline()
  const business = await pipeline.addBusiness({ googleUrl: shortLink(LISTINGS.replies) })
  await pipeline.start(business)
  const ask = pipeline.ctx.outbound
  pipeline.ctx.outbound = () => Promise.reject(new Error('a fault of the product'))
  await pipeline.deliverOnce()
  pipeline.ctx.outbound = ask
  expect(await rows('SELECT lease_until FROM scrape_runs WHERE business_id = ?', business.id)).toEqual([
    { lease_until: null },
  ])
  await pipeline.drain()
  expect(pipeline.clock.now).toBeLessThan(Date.UTC(2026, 5, 15, 12) + MINUTE_MS)
  expect(await storedReviews(business, 'google')).toHaveLength(60)
})
