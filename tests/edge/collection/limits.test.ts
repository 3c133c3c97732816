import { env } from 'cloudflare:test'
import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { expect } from 'vitest'
import { barrier } from '#tests/edge/support/faults.ts'
import { test } from '#tests/edge/support/test.ts'
import type { Business } from '#tests/factories.ts'
import { googleUrl, LISTINGS, yelpUrl } from '#tests/upstream/listings.ts'
import { whyNoSource } from '#worker/businesses/choose-source.ts'
import { HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'
import { createPipeline, type Pipeline } from './support/pipeline.ts'
import { rows, storedReviews } from './support/stored.ts'

/** An operator who neither lets public pages be read nor has keys. */
const WITHOUT_SOURCES = {
  PUBLIC_COLLECTION: 'off',
  GOOGLE_PLACES_API_KEY: undefined,
  YELP_API_KEY: undefined,
  TRIPADVISOR_API_KEY: undefined,
} as const

/** What the organization has stored in the pipeline's month so far. */
async function used(pipeline: Pipeline, reviews: number): Promise<void> {
  await env.DB.prepare(
    'INSERT INTO organization_usage (organization_id, month, reviews_stored) VALUES (?, ?, ?)',
  )
    .bind(pipeline.account.organizationId, new Date(pipeline.clock.now).toISOString().slice(0, 7), reviews)
    .run()
}

test.each([
  ['free', 1],
  ['starter', 1],
  ['pro', 5],
  ['professional', 5],
  ['ai_insights', 20],
  ['enterprise', 20],
])('a run on %s plans %i pages, whatever more is wished for', async (plan, pages) => {
  const pipeline = await createPipeline({ plan })
  const business = await pipeline.addListing('small', 'google')
  const { runs } = await pipeline.start(business, ['google'], { maxPages: 100 })
  expect(runs[0]?.pagesPlanned).toBe(pages)
})

test('a run fetches as many pages as are wished for, below the plan', async () => {
  const pipeline = await createPipeline({ plan: 'pro' })
  const business = await pipeline.addListing('ratings', 'google')
  const [run] = await pipeline.collect(business, ['google'], { maxPages: 2 })
  expect(run).toMatchObject({ pagesPlanned: 2, pagesScraped: 2, reviewsNew: 30, status: 'succeeded' })
  expect(pipeline.requests).toHaveLength(2)
})

test('pages of a run are asked for in the rhythm that was wished for', async () => {
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
        reason: 'Google was collected within the last hour. On your plan it can be collected once an hour.',
        retryAt: new Date(startedAt + HOUR_MS).toISOString(),
      },
    ],
  })
  pipeline.clock.now += 2 * MINUTE_MS
  expect((await pipeline.start(business)).runs).toHaveLength(1)
})

test('a run that got nothing does not use up the hour, but six of them are enough', async () => {
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
        reason: 'Google was asked 6 times within the last hour. Please wait a while.',
        retryAt: new Date(firstAt + HOUR_MS).toISOString(),
      },
    ],
  })
})

test('starts at the same time open one run a platform', async ({ pipeline }) => {
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

test('a start while a run is open gives that run back', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  const first = await pipeline.start(business)
  await pipeline.deliverOnce()
  const second = await pipeline.start(business)
  expect(second.runs).toHaveLength(1)
  expect(second.runs[0]).toMatchObject({ id: first.runs[0]?.id, status: 'running', pagesScraped: 1 })
})

test('a cancelled run keeps what it saved, and the next one goes on from there', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  const { runs } = await pipeline.start(business)
  const id = runs[0]?.id ?? ''
  await pipeline.deliverOnce()
  await pipeline.deliverOnce()
  const cancelled = await pipeline.api().collection.cancel({ id })
  expect(cancelled).toMatchObject({ id, status: 'cancelled', pagesScraped: 2, reviewsNew: 30, errors: [] })
  await pipeline.settle()
  expect(await storedReviews(business, 'google')).toHaveLength(30)
  await expect(pipeline.api().collection.cancel({ id })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'This collection has already ended.',
  })
  pipeline.clock.now += HOUR_MS
  await pipeline.collect(business)
  expect(await storedReviews(business, 'google')).toHaveLength(150)
})

test('a run cancelled while a page is under way does not save that page', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  const { runs } = await pipeline.start(business)
  const ask = pipeline.ctx.outbound
  pipeline.ctx.outbound = async (...asked) => {
    const answer = await ask(...asked)
    await pipeline.api().collection.cancel({ id: runs[0]?.id ?? '' })
    return answer
  }
  await pipeline.settle()
  expect(await storedReviews(business, 'google')).toEqual([])
  expect(await pipeline.api().collection.run({ id: runs[0]?.id ?? '' })).toMatchObject({
    status: 'cancelled',
    pagesScraped: 0,
  })
})

test('a cancel that meets a page being saved closes the run as it stands after that page', async ({
  pipeline,
}) => {
  const business = await pipeline.addListing('ratings', 'google')
  const { runs } = await pipeline.start(business)
  const id = runs[0]?.id ?? ''
  // Between reading the run and closing it, a whole step happens.
  let isFirst = true
  const slow = {
    prepare: (sql: string) => env.DB.prepare(sql),
    batch: async (statements: D1PreparedStatement[]) => {
      if (isFirst) await pipeline.deliverOnce()
      isFirst = false
      return env.DB.batch(statements)
    },
  } as unknown as D1Database
  const cancelled = await pipeline.api(slow).collection.cancel({ id })
  expect(cancelled).toMatchObject({ status: 'cancelled', pagesScraped: 1, reviewsNew: 10 })
  expect(await storedReviews(business, 'google')).toHaveLength(10)
  // The next run goes on below the page that was saved.
  expect(
    await rows(
      'SELECT backfill_state, backfill_cursor IS NULL AS top FROM business_sources WHERE business_id = ?',
      business.id,
    ),
  ).toEqual([{ backfill_state: 'open', top: 0 }])
})

test('a business that is switched off is not collected, nor is its open run', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  await pipeline.start(business)
  await pipeline.deliverOnce()
  await env.DB.prepare('UPDATE businesses SET is_active = 0 WHERE id = ?').bind(business.id).run()
  await pipeline.settle()
  const [run] = (await pipeline.api().collection.runs({ businessId: business.id })).items
  expect(run).toMatchObject({
    status: 'failed',
    pagesScraped: 1,
    errors: ['This business is switched off, so its reviews are not collected.'],
  })
  await expect(pipeline.start(business)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'This business is switched off. Switch it on to collect its reviews.',
  })
})

test('a business without a listing is told to add one', async ({ pipeline }) => {
  await expect(pipeline.start(await pipeline.addBusiness({}))).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'This business has no listing yet. Add its Google or Yelp link first.',
  })
})

test('a listing removed during a run ends the run', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  await pipeline.start(business)
  await pipeline.deliverOnce()
  await pipeline.api().businesses.update({ id: business.id, googleBusinessUrl: '' })
  await pipeline.settle()
  const [run] = (await pipeline.api().collection.runs({ businessId: business.id })).items
  expect(run).toMatchObject({
    status: 'cancelled',
    errors: ['The Google link of this business was removed, so collecting from it stopped.'],
  })
})

test('a run whose listing was removed can still be cancelled by hand', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  const { runs } = await pipeline.start(business)
  await pipeline.api().businesses.update({ id: business.id, googleBusinessUrl: '' })
  expect(await pipeline.api().collection.cancel({ id: runs[0]?.id ?? '' })).toMatchObject({
    status: 'cancelled',
  })
})

test('a plan lowered during a run has its own number of pages, and stops the scheduled return', async () => {
  const pipeline = await createPipeline({ plan: 'pro' })
  const business = await pipeline.addListing('ratings', 'google')
  const { runs } = await pipeline.start(business)
  await pipeline.deliverOnce()
  await pipeline.setPlan('free')
  await pipeline.settle()
  expect(await pipeline.api().collection.run({ id: runs[0]?.id ?? '' })).toMatchObject({
    status: 'succeeded',
    pagesScraped: 1,
    reviewsNew: 10,
    warnings: [],
  })
  expect(pipeline.requests).toHaveLength(1)
  expect(await rows('SELECT next_due_at FROM business_sources WHERE business_id = ?', business.id)).toEqual([
    { next_due_at: null },
  ])
})

test('a plan lowered between the start and the first page holds with its pages and its quota', async () => {
  const pipeline = await createPipeline({ plan: 'ai_insights' })
  const business = await pipeline.addListing('ratings', 'google')
  const { runs } = await pipeline.start(business)
  await pipeline.setPlan('free')
  await used(pipeline, 45)
  await pipeline.settle()
  expect(await pipeline.api().collection.run({ id: runs[0]?.id ?? '' })).toMatchObject({
    status: 'succeeded',
    pagesScraped: 1,
    reviewsNew: 5,
    warnings: ['Monthly review limit reached'],
  })
})

test('two platforms whose pages are saved at one moment share what is left of the month', async () => {
  const pipeline = await createPipeline({
    plan: 'free',
    d1: barrier(env.DB, /INSERT INTO reviews \(/, 2),
  })
  const business = await pipeline.addBusiness({
    googleUrl: googleUrl(LISTINGS.mixed),
    yelpUrl: yelpUrl(LISTINGS.mixed),
  })
  await used(pipeline, 35)
  await pipeline.start(business)
  await pipeline.drain(2)
  const stored = await rows('SELECT platform FROM reviews WHERE business_id = ?', business.id)
  // Ten and twenty came, and there was room for fifteen.
  expect(stored).toHaveLength(15)
  expect(
    await rows(
      'SELECT reviews_stored FROM organization_usage WHERE organization_id = ?',
      pipeline.account.organizationId,
    ),
  ).toEqual([{ reviews_stored: 50 }])
})

test('whoever presses the button while the plan is being lowered starts nothing that is collected', async () => {
  const pipeline = await createPipeline({ plan: 'ai_insights' })
  await pipeline.addListing('small', 'google')
  pipeline.clock.now += MINUTE_MS
  const above = await pipeline.addListing('small', 'google')
  // The session was read before, so the button still counts with the former plan.
  await env.DB.prepare("UPDATE organization_subscriptions SET plan_type = 'free' WHERE organization_id = ?")
    .bind(pipeline.account.organizationId)
    .run()
  expect((await pipeline.start(above)).runs).toHaveLength(1)
  await pipeline.settle()
  const [run] = (await pipeline.api().collection.runs({ businessId: above.id })).items
  expect(run).toMatchObject({ status: 'failed', pagesScraped: 0 })
  expect(pipeline.requests).toEqual([])
})

test('a business above the limit of a plan that was lowered after the start is not asked for', async () => {
  const pipeline = await createPipeline({ plan: 'pro' })
  const older = await pipeline.addListing('small', 'google')
  pipeline.clock.now += MINUTE_MS
  const younger = await pipeline.addListing('small', 'google')
  await pipeline.start(older)
  await pipeline.start(younger)
  await pipeline.setPlan('free')
  await pipeline.settle()
  const latest = async (business: Business) =>
    (await pipeline.api().collection.runs({ businessId: business.id })).items[0]
  expect(await latest(older)).toMatchObject({ status: 'succeeded' })
  expect(await latest(younger)).toMatchObject({
    status: 'failed',
    pagesScraped: 0,
    errors: ['Your Free plan collects for 1 location, oldest first. Upgrade to collect for this one too.'],
  })
  expect(pipeline.requests).toHaveLength(1)
})

test('a platform that the plan no longer has ends the run', async () => {
  const pipeline = await createPipeline({ plan: 'pro' })
  const business = await pipeline.addListing('small', 'google')
  await pipeline.start(business)
  await env.DB.prepare("UPDATE scrape_runs SET platform = 'facebook' WHERE business_id = ?")
    .bind(business.id)
    .run()
  await env.DB.prepare("UPDATE business_sources SET platform = 'facebook' WHERE business_id = ?")
    .bind(business.id)
    .run()
  await pipeline.setPlan('free')
  await pipeline.settle()
  const [run] = (await pipeline.api().collection.runs({ businessId: business.id })).items
  expect(run).toMatchObject({ status: 'failed', errors: ['Facebook is not part of your Free plan.'] })
  expect(pipeline.requests).toEqual([])
})

test('businesses above the location limit are not collected', async () => {
  const pipeline = await createPipeline({ plan: 'pro' })
  const businesses = []
  for (let count = 0; count < 2; count += 1) {
    businesses.push(await pipeline.addListing('small', 'google'))
    pipeline.clock.now += MINUTE_MS
  }
  const [older, younger] = businesses
  if (!older || !younger) throw new Error('Two businesses were added.')
  await pipeline.setPlan('free')
  expect((await pipeline.start(older)).runs).toHaveLength(1)
  await expect(pipeline.start(younger)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'Your Free plan collects for 1 location, oldest first. Upgrade to collect for this one too.',
  })
})

test('with public collection off nothing is asked, and the owner is told', async () => {
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

test('a run that is open when public collection goes off ends with the reason', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  await pipeline.start(business)
  await pipeline.deliverOnce()
  pipeline.ctx.settings = { ...pipeline.ctx.settings, ...WITHOUT_SOURCES }
  await pipeline.settle()
  const [run] = (await pipeline.api().collection.runs({ businessId: business.id })).items
  expect(run).toMatchObject({ status: 'failed', pagesScraped: 1, errors: [whyNoSource('google')] })
  expect(pipeline.requests).toHaveLength(1)
})
