import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { test } from '#tests/edge/support/test.ts'
import { googleUrl, LISTINGS, yelpUrl } from '#tests/upstream/listings.ts'
import { whyNoSource } from '#worker/businesses/choose-source.ts'
import { HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'
import { createPipeline } from './support/pipeline.ts'
import { rows } from './support/stored.ts'

/** Settings without public collection and without API keys. */
const WITHOUT_SOURCES = {
  PUBLIC_COLLECTION: 'off',
  GOOGLE_PLACES_API_KEY: undefined,
  YELP_API_KEY: undefined,
  TRIPADVISOR_API_KEY: undefined,
} as const

test.each([
  ['free', 1],
  ['starter', 1],
  ['pro', 5],
  ['professional', 5],
  ['ai_insights', 20],
  ['enterprise', 20],
])('a run on %s plans at most %i pages', async (plan, pages) => {
  const pipeline = await createPipeline({ plan })
  const business = await pipeline.addListing('small', 'google')
  const { runs } = await pipeline.start(business, ['google'], { maxPages: 100 })
  expect(runs[0]?.pagesPlanned).toBe(pages)
})

test('a run fetches the requested number of pages within the plan', async () => {
  const pipeline = await createPipeline({ plan: 'pro' })
  const business = await pipeline.addListing('ratings', 'google')
  const [run] = await pipeline.collect(business, ['google'], { maxPages: 2 })
  expect(run).toMatchObject({ pagesPlanned: 2, pagesScraped: 2, reviewsNew: 30, status: 'succeeded' })
  expect(pipeline.requests).toHaveLength(2)
})

test('pages of a run are requested at the chosen interval', async () => {
  const pipeline = await createPipeline({ plan: 'pro' })
  const business = await pipeline.addListing('ratings', 'google')
  await pipeline.collect(business, ['google'], { rateLimitMs: 7_000 })
  const gaps = pipeline.requests.slice(1).map(({ at }, index) => at - (pipeline.requests[index]?.at ?? 0))
  expect(gaps).toEqual([7_000, 7_000, 7_000, 7_000])
})

test('on free the button collects a platform once an hour', async () => {
  const pipeline = await createPipeline({ plan: 'free' })
  const business = await pipeline.addListing('small', 'google')
  const startedAt = pipeline.clock.now
  await pipeline.collect(business)
  pipeline.clock.now = startedAt + HOUR_MS - MINUTE_MS
  const soon = await pipeline.start(business)
  expect(soon).toEqual({
    runs: [],
    skipped: [
      {
        platform: 'google',
        code: 'too_many',
        reason:
          'Google reviews were collected within the last hour. Your plan allows one collection an hour.',
        retryAt: new Date(startedAt + HOUR_MS).toISOString(),
      },
    ],
  })
  pipeline.clock.now += 2 * MINUTE_MS
  expect((await pipeline.start(business)).runs).toHaveLength(1)
})

test('a failed run does not use up the hour, but six of them do', async () => {
  const pipeline = await createPipeline({ plan: 'free', settings: { PUBLIC_COLLECTION: 'on' } })
  const business = await pipeline.addBusiness({
    googleUrl: 'https://www.google.com/maps/place/x/data=!1s0x23f0753c3e3eeca5:0x9d5bf7342d827be3',
  })
  const firstAt = pipeline.clock.now
  for (let press = 0; press < 6; press += 1) {
    const [run] = await pipeline.collect(business)
    expect(run?.status).toBe('failed')
  }
  expect(await pipeline.start(business)).toEqual({
    runs: [],
    skipped: [
      {
        platform: 'google',
        code: 'too_many',
        reason: 'We asked Google 6 times within the last hour. Please wait a while.',
        retryAt: new Date(firstAt + HOUR_MS).toISOString(),
      },
    ],
  })
})

test('concurrent starts open one run per platform', async ({ pipeline }) => {
  const business = await pipeline.addBusiness({
    googleUrl: googleUrl(LISTINGS.small),
    yelpUrl: yelpUrl(LISTINGS.small),
  })
  const answers = await Promise.all(Array.from({ length: 8 }, () => pipeline.start(business)))
  const ids = answers.map(({ runs }) => runs.map(({ id }) => id).sort())
  expect(new Set(ids.map(String)).size).toBe(1)
  expect(ids[0]).toHaveLength(2)
  expect(await rows('SELECT id FROM scrape_runs WHERE business_id = ?', business.id)).toHaveLength(2)
  await pipeline.settle()
  const again = await pipeline.start(business)
  expect(again.runs.map(({ id }) => id)).not.toContain(ids[0]?.[0])
})

test('a start while a run is open returns that run', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  const first = await pipeline.start(business)
  await pipeline.deliverOnce()
  const second = await pipeline.start(business)
  expect(second.runs).toHaveLength(1)
  expect(second.runs[0]).toMatchObject({ id: first.runs[0]?.id, status: 'running', pagesScraped: 1 })
})

test('a start without a listing is refused with the advice to add one', async ({ pipeline }) => {
  await expect(pipeline.start(await pipeline.addBusiness({}))).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'This business has no listing yet. Add its Google or Yelp link first.',
  })
})

test('with public collection off nothing is collected, and the owner gets the reason', async () => {
  const off = await createPipeline({ settings: WITHOUT_SOURCES })
  const business = await off.addListing('small', 'google')
  expect(await off.start(business)).toEqual({
    runs: [],
    skipped: [{ platform: 'google', code: 'conflict', reason: whyNoSource('google'), retryAt: null }],
  })
  await env.DB.prepare('UPDATE business_sources SET next_due_at = 0 WHERE business_id = ?')
    .bind(business.id)
    .run()
  await off.tick()
  expect(await rows('SELECT id FROM scrape_runs WHERE business_id = ?', business.id)).toEqual([])
})

test('a run that is open when public collection ends fails with the reason', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  await pipeline.start(business)
  await pipeline.deliverOnce()
  pipeline.ctx.settings = { ...pipeline.ctx.settings, ...WITHOUT_SOURCES }
  await pipeline.settle()
  const [run] = (await pipeline.api().collection.runs({ businessId: business.id })).items
  expect(run).toMatchObject({ status: 'failed', pagesScraped: 1, errors: [whyNoSource('google')] })
  expect(pipeline.requests).toHaveLength(1)
})
