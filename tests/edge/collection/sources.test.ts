import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { test } from '#tests/edge/support/test.ts'
import type { Business } from '#tests/factories.ts'
import { whyNoSource } from '#worker/businesses/choose-source.ts'
import { DAY_MS, MINUTE_MS } from '#worker/rules/durations.ts'
import { AGENT_NAMES } from '#worker/sources/agent.ts'
import { AFTER_ALL_POSTED, createPipeline, type Pipeline, upstream } from './support/pipeline.ts'
import { rows, storedReviews } from './support/stored.ts'

/** Settings with API keys for Google and Yelp, and without public collection. */
const KEYS_ONLY = { PUBLIC_COLLECTION: 'off', YELP_API_KEY: 'a-key' } as const

interface StoredSource {
  platform: string
  source: string
  place_id: string | null
  stated_total: number | null
  stated_rating: number | null
  next_due_at: number | null
  backfill_state: string
  failures: number
}

async function sourceOf(business: Business): Promise<StoredSource> {
  const [source] = await rows<StoredSource>(
    'SELECT * FROM business_sources WHERE business_id = ?',
    business.id,
  )
  if (!source) throw new Error('the business has a source')
  return source
}

/** Time until which the organization must wait; null if it may ask. */
async function waitOf(business: Business): Promise<number | null> {
  const [wait] = await rows<{ until: number }>(
    "SELECT until FROM place_usage WHERE organization_id = ? AND kind = 'wait'",
    business.organizationId,
  )
  return wait?.until ?? null
}

async function runsOf(pipeline: Pipeline, business: Business) {
  return (await pipeline.api().collection.runs({ businessId: business.id })).items
}

function hostsOf(pipeline: Pipeline): string[] {
  return [...new Set(pipeline.requests.map(({ url }) => new URL(url).host))]
}

describe("with the operator's key for Google Places", () => {
  test('a run updates the numbers and stores no review', async () => {
    const pipeline = await createPipeline({ settings: KEYS_ONLY })
    const business = await pipeline.addListing('small', 'google')
    const [run] = await pipeline.collect(business)
    expect(run).toMatchObject({
      status: 'succeeded',
      source: 'google-places',
      pagesScraped: 1,
      reviewsFound: 0,
      reviewsNew: 0,
      errors: [],
      warnings: [
        'Google lets us keep its numbers but not the reviews, which are fetched again whenever you look at them.',
      ],
    })
    const truth = await upstream.reviews('google', 'small')
    const average = truth.reduce((sum, { rating }) => sum + rating, 0) / truth.length
    expect(await sourceOf(business)).toMatchObject({
      source: 'google-places',
      stated_total: truth.length,
      stated_rating: Math.round(average * 10) / 10,
    })
    expect(await rows('SELECT id FROM reviews WHERE business_id = ?', business.id)).toEqual([])
    expect(await rows('SELECT * FROM organization_usage')).not.toContainEqual(
      expect.objectContaining({ organization_id: pipeline.account.organizationId }),
    )
    expect(hostsOf(pipeline)).toEqual(['places.googleapis.com'])
  })

  test('the schedule updates the numbers', async () => {
    const pipeline = await createPipeline({ plan: 'pro', settings: KEYS_ONLY })
    const business = await pipeline.addListing('small', 'google')
    await pipeline.collect(business)
    pipeline.clock.now += DAY_MS
    await pipeline.settle()
    await pipeline.tick()
    await pipeline.settle()
    expect((await runsOf(pipeline, business)).map(({ status, trigger }) => [status, trigger])).toEqual([
      ['succeeded', 'schedule'],
      ['succeeded', 'manual'],
    ])
  })

  test('an agreement with Google allows storing reviews', async () => {
    const pipeline = await createPipeline({ settings: { ...KEYS_ONLY, KEEP_REVIEWS: ['google-places'] } })
    const business = await pipeline.addListing('ratings', 'google')
    const [run] = await pipeline.collect(business)
    // Five of 150: a list that never shows everything is neither short nor complete.
    expect(run).toMatchObject({ status: 'succeeded', reviewsNew: 5, warnings: [] })
    expect(await storedReviews(business, 'google')).toHaveLength(5)
  })
})

test("excerpts from Yelp's API do not replace full texts or count as edits", async () => {
  const pipeline = await createPipeline({ now: AFTER_ALL_POSTED })
  const business = await pipeline.addListing('mixed', 'yelp')
  await pipeline.collect(business)
  const full = await storedReviews(business, 'yelp')
  // A review that only the API brings.
  await env.DB.prepare('DELETE FROM reviews WHERE platform_review_id = ?').bind(full[0]?.reviewId).run()

  const keyed = { PUBLIC_COLLECTION: 'off', KEEP_REVIEWS: ['yelp-fusion'] } as const
  pipeline.ctx.settings = { ...pipeline.ctx.settings, ...keyed, KEEP_REVIEWS: [...keyed.KEEP_REVIEWS] }
  pipeline.clock.now = (await sourceOf(business)).next_due_at ?? 0
  await pipeline.tick()
  await pipeline.settle()
  const [run] = await runsOf(pipeline, business)
  expect(run).toMatchObject({ source: 'yelp-fusion', status: 'succeeded', reviewsNew: 1, reviewsChanged: 0 })
  const after = await storedReviews(business, 'yelp')
  expect(after.slice(1)).toEqual(full.slice(1))
  expect(after[0]?.reviewId).toBe(full[0]?.reviewId)
  expect(full[0]?.reviewText.startsWith((after[0]?.reviewText ?? '').replace(/\.\.\.$/, ''))).toBe(true)
  expect(
    await rows('SELECT edited_at FROM reviews WHERE business_id = ? AND edited_at NOT NULL', business.id),
  ).toEqual([])
})

test('a source that may store nothing has no runs, manual or scheduled', async () => {
  const pipeline = await createPipeline({ settings: { TRIPADVISOR_API_KEY: 'a-key' } })
  const business = await pipeline.addBusiness({})
  await pipeline.api().businesses.update({
    id: business.id,
    tripadvisorUrl: 'https://www.tripadvisor.com/Hotel_Review-g1-d89575-Reviews-x.html',
  })
  const reason =
    'TripAdvisor doesn’t let us keep its reviews, so they are fetched again whenever you look at them.'
  expect(await pipeline.start(business)).toEqual({
    runs: [],
    skipped: [{ platform: 'tripadvisor', code: 'conflict', reason, retryAt: null }],
  })
  await pipeline.tick()
  expect(await runsOf(pipeline, business)).toEqual([])
  expect(pipeline.requests).toEqual([])
  // It stays scheduled: the operator may come to an agreement.
  expect((await sourceOf(business)).next_due_at).toBeGreaterThan(pipeline.clock.now)
})

test('an open run fails with the reason when the agreement to store reviews ends', async () => {
  const pipeline = await createPipeline({
    settings: { TRIPADVISOR_API_KEY: 'a-key', KEEP_REVIEWS: ['tripadvisor'] },
  })
  const business = await pipeline.addBusiness({})
  await pipeline.api().businesses.update({
    id: business.id,
    tripadvisorUrl: 'https://www.tripadvisor.com/Hotel_Review-g1-d89575-Reviews-x.html',
  })
  expect((await pipeline.start(business)).runs).toHaveLength(1)
  pipeline.ctx.settings = { ...pipeline.ctx.settings, KEEP_REVIEWS: [] }
  await pipeline.settle()
  expect(await runsOf(pipeline, business)).toMatchObject([
    { status: 'failed', errors: [expect.stringContaining('TripAdvisor doesn’t let us keep its reviews')] },
  ])
  expect(pipeline.requests).toEqual([])
})

describe('when the operator changes the settings', () => {
  test('the next run uses another source and starts its list over', async () => {
    const pipeline = await createPipeline({ plan: 'pro' })
    const business = await pipeline.addListing('mixed', 'google')
    await pipeline.collect(business)
    const before = await sourceOf(business)
    expect(before).toMatchObject({ source: 'google-public', backfill_state: 'open' })

    pipeline.ctx.settings = { ...pipeline.ctx.settings, ...KEYS_ONLY }
    pipeline.clock.now = before.next_due_at ?? 0
    await pipeline.tick()
    expect(await sourceOf(business)).toMatchObject({
      source: 'google-places',
      place_id: expect.stringMatching(/^ChIJ/),
      backfill_state: 'none',
    })
    await pipeline.settle()
    expect((await runsOf(pipeline, business))[0]).toMatchObject({
      source: 'google-places',
      trigger: 'schedule',
      status: 'succeeded',
    })

    // The button is pressed with the original settings: public pages are on again.
    pipeline.ctx.settings = { ...pipeline.ctx.settings, PUBLIC_COLLECTION: 'on' }
    pipeline.clock.now += DAY_MS
    const [run] = await pipeline.collect(business)
    expect(run).toMatchObject({ source: 'google-public', status: 'succeeded' })
    expect(await sourceOf(business)).toMatchObject({ source: 'google-public', place_id: before.place_id })
  })

  test('an open run of the previous source ends and stores nothing more', async ({ pipeline }) => {
    const business = await pipeline.addListing('ratings', 'google')
    await pipeline.start(business)
    await pipeline.deliverOnce()
    // The row names another source from now on, as after connecting.
    await env.DB.prepare(
      "UPDATE business_sources SET source = 'google-business-profile', place_id = 'accounts/1/locations/2', backfill_state = 'none' WHERE business_id = ?",
    )
      .bind(business.id)
      .run()
    await pipeline.settle()
    expect(await runsOf(pipeline, business)).toMatchObject([
      {
        status: 'cancelled',
        pagesScraped: 1,
        errors: ['Google reviews now come from another source, so collecting from the old one stopped.'],
      },
    ])
    expect(await storedReviews(business, 'google')).toHaveLength(10)
    expect(pipeline.requests).toHaveLength(1)
    // Progress in the previous list says nothing about the next one.
    expect(await sourceOf(business)).toMatchObject({ backfill_state: 'none', failures: 0 })
  })

  test('collection through a connection continues with public pages off', async () => {
    const pipeline = await createPipeline({ plan: 'pro', settings: KEYS_ONLY })
    const business = await pipeline.addListing('small', 'google')
    await env.DB.prepare(
      "UPDATE business_sources SET source = 'google-business-profile', place_id = 'accounts/1/locations/2', next_due_at = 1 WHERE business_id = ?",
    )
      .bind(business.id)
      .run()
    await pipeline.tick()
    expect(await runsOf(pipeline, business)).toMatchObject([
      { source: 'google-business-profile', trigger: 'schedule' },
    ])
    expect((await pipeline.start(business)).runs).toHaveLength(1)
  })

  test('an owner without any source is told of the better one and stays scheduled', async () => {
    const pipeline = await createPipeline({
      plan: 'pro',
      settings: { PUBLIC_COLLECTION: 'off', GOOGLE_PLACES_API_KEY: undefined },
    })
    const business = await pipeline.addListing('small', 'google')
    await env.DB.prepare('UPDATE business_sources SET next_due_at = 1 WHERE business_id = ?')
      .bind(business.id)
      .run()
    await pipeline.tick()
    expect(await runsOf(pipeline, business)).toEqual([])
    expect((await sourceOf(business)).next_due_at).toBeGreaterThan(pipeline.clock.now)
    expect((await pipeline.start(business)).skipped).toEqual([
      { platform: 'google', code: 'conflict', reason: whyNoSource('google'), retryAt: null },
    ])
  })
})

describe('a platform that asked us to wait', () => {
  const WAIT_SECONDS = 7_200

  async function refused(pipeline: Pipeline): Promise<Business> {
    const business = await pipeline.addListing('small', 'yelp')
    const ask = pipeline.ctx.outbound
    pipeline.ctx.outbound = async () => ({
      status: 429,
      headers: new Headers({ 'retry-after': String(WAIT_SECONDS) }),
      body: '',
    })
    await pipeline.collect(business)
    pipeline.ctx.outbound = ask
    return business
  }

  test.each(['free', 'pro'])('is not asked early by the button, on %s', async (plan) => {
    const pipeline = await createPipeline({ plan })
    const business = await refused(pipeline)
    const until = (await waitOf(business)) ?? 0
    expect(until - pipeline.clock.now).toBe(WAIT_SECONDS * 1_000)
    pipeline.clock.now = until - 20 * MINUTE_MS
    expect(await pipeline.start(business)).toEqual({
      runs: [],
      skipped: [
        {
          platform: 'yelp',
          code: 'too_many',
          reason: 'Yelp asked us to wait. We can ask again in 20 minutes.',
          retryAt: new Date(until).toISOString(),
        },
      ],
    })
    pipeline.clock.now = until
    const [run] = await pipeline.collect(business)
    expect(run).toMatchObject({ status: 'succeeded' })
    await pipeline.tick()
    expect(await waitOf(business)).toBeNull()
  })

  test('is not asked early by the schedule', async () => {
    const pipeline = await createPipeline({ plan: 'ai_insights' })
    const business = await refused(pipeline)
    const until = await waitOf(business)
    await env.DB.prepare('UPDATE business_sources SET next_due_at = 1 WHERE business_id = ?')
      .bind(business.id)
      .run()
    await pipeline.tick()
    expect(await runsOf(pipeline, business)).toHaveLength(1)
    expect((await sourceOf(business)).next_due_at).toBeGreaterThanOrEqual(until ?? Infinity)
  })
})

describe('the user agent', () => {
  async function namesOf(pipeline: Pipeline, business: Business, rotation?: boolean): Promise<string[]> {
    const names: string[] = []
    const ask = pipeline.ctx.outbound
    pipeline.ctx.outbound = (purpose, request, options) => {
      names.push(request.headers.get('user-agent') ?? '')
      return ask(purpose, request, options)
    }
    await pipeline.collect(business, undefined, {
      maxPages: 2,
      ...(rotation !== undefined && { userAgentRotation: rotation }),
    })
    pipeline.ctx.outbound = ask
    return names
  }

  test('is the same for all pages of a run and rotates between runs', async ({ pipeline }) => {
    const business = await pipeline.addListing('ratings', 'google')
    const runs: string[][] = []
    for (let run = 0; run < 3; run += 1) runs.push(await namesOf(pipeline, business))
    for (const names of runs) expect(new Set(names).size).toBe(1)
    expect(new Set(runs.flat())).toEqual(new Set(AGENT_NAMES))
  })

  test('stays the first one without rotation', async ({ pipeline }) => {
    const business = await pipeline.addListing('ratings', 'google')
    const names = [
      ...(await namesOf(pipeline, business, false)),
      ...(await namesOf(pipeline, business, false)),
    ]
    expect(new Set(names)).toEqual(new Set([AGENT_NAMES[0]]))
  })
})
