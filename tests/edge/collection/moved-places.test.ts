import { afterEach, describe, expect } from 'vitest'
import { test } from '#tests/edge/support/test.ts'
import type { Business } from '#tests/factories.ts'
import { formerYelpUrl, LISTINGS, yelpUrl } from '#tests/upstream/listings.ts'
import { HOUR_MS, SECOND_MS } from '#worker/rules/durations.ts'
import { AFTER_ALL_POSTED, createPipeline, type Pipeline, upstream } from './support/pipeline.ts'
import { rows } from './support/stored.ts'

/** Settings that make Yelp use its API. */
const KEYS_ONLY = { PUBLIC_COLLECTION: 'off' } as const
const FORMER = LISTINGS.moved.yelp.encid
const PRESENT = LISTINGS.small.yelp.encid
const MERGED = /merged this listing .* new address/

async function sourceOf(business: Business) {
  const [source] = await rows('SELECT * FROM business_sources WHERE business_id = ?', business.id)
  return source
}

async function add(pipeline: Pipeline, yelpBusinessUrl: string): Promise<Business> {
  const { id } = await pipeline.api().businesses.create({ name: 'Corner Shop', yelpBusinessUrl })
  return { id, organizationId: pipeline.account.organizationId }
}

const pathsOf = (pipeline: Pipeline) => pipeline.requests.map(({ url }) => new URL(url).pathname)

/** Makes Yelp's API report one listing as merged into another. */
async function merge(former: string, present: string): Promise<void> {
  await upstream.addFault({
    kind: 'api_error',
    platform: 'yelp',
    path: `/v3/businesses/${former}/reviews`,
    variant: `BUSINESS_MIGRATED ${present}`,
    times: null,
  })
}

describe('a renamed listing', () => {
  test('is stored with its present address, which is used to look up its id again', async ({ pipeline }) => {
    const business = await add(pipeline, formerYelpUrl(LISTINGS.moved))
    expect((await pipeline.collect(business))[0]).toMatchObject({ status: 'succeeded', reviewsNew: 25 })
    expect(await sourceOf(business)).toMatchObject({
      listing_url: yelpUrl(LISTINGS.moved),
      place_id: FORMER,
    })

    // Another source looks up the id of an alias itself.
    pipeline.ctx.settings = { ...pipeline.ctx.settings, ...KEYS_ONLY }
    pipeline.requests.length = 0
    pipeline.clock.now += 24 * HOUR_MS
    await pipeline.tick()
    await pipeline.settle()
    expect(pathsOf(pipeline)[0]).toBe(`/v3/businesses/${LISTINGS.moved.yelp.alias}`)
  })

  test('keeps its history when its business is edited or its present address is entered', async ({
    pipeline,
  }) => {
    const business = await add(pipeline, formerYelpUrl(LISTINGS.moved))
    await pipeline.collect(business)
    const before = await sourceOf(business)
    expect(before).toMatchObject({ backfill_state: 'done' })
    const { businesses } = pipeline.api()
    await businesses.update({ id: business.id, name: 'Corner Shop & Café' })
    await businesses.update({
      id: business.id,
      yelpBusinessUrl: `${formerYelpUrl(LISTINGS.moved).replace('www', 'm')}?osq=x`,
    })
    expect(await sourceOf(business)).toEqual(before)
    await businesses.update({ id: business.id, yelpBusinessUrl: yelpUrl(LISTINGS.moved) })
    expect(await sourceOf(business)).toEqual(before)
  })

  test('keeps its run when its business is edited', async ({ pipeline }) => {
    const business = await add(pipeline, formerYelpUrl(LISTINGS.moved))
    await pipeline.start(business)
    await pipeline.deliverOnce()
    await pipeline.api().businesses.update({ id: business.id, name: 'Corner Shop & Café' })
    await pipeline.settle()
    expect((await pipeline.api().collection.runs({ businessId: business.id })).items).toMatchObject([
      { status: 'succeeded', reviewsNew: 25 },
    ])
  })

  test('is left alone under either address while Yelp asks us to wait', async ({ pipeline }) => {
    let business = await add(pipeline, formerYelpUrl(LISTINGS.moved))
    const ask = pipeline.ctx.outbound
    pipeline.ctx.outbound = (purpose, request, options) =>
      request.url.endsWith('/gql/batch')
        ? Promise.resolve({
            status: 429,
            headers: new Headers({ 'retry-after': String((2 * HOUR_MS) / SECOND_MS) }),
            body: '',
          })
        : ask(purpose, request, options)
    expect((await pipeline.collect(business))[0]).toMatchObject({ status: 'failed' })
    const asked = pipeline.requests.length
    for (const url of [yelpUrl(LISTINGS.moved), formerYelpUrl(LISTINGS.moved)]) {
      await pipeline.api().businesses.remove({ id: business.id })
      business = await add(pipeline, url)
      const { runs, skipped } = await pipeline.start(business)
      expect(runs).toEqual([])
      expect(skipped).toMatchObject([{ reason: expect.stringMatching(/asked us to wait/) }])
    }
    expect(pipeline.requests).toHaveLength(asked)
  })
})

describe('a listing merged into another one', () => {
  afterEach(() => upstream.clearFaults())

  test('is followed once by a run, in a separate step, and the new address is stored', async () => {
    await merge(FORMER, PRESENT)
    const pipeline = await createPipeline({ now: AFTER_ALL_POSTED, settings: KEYS_ONLY })
    const business = await add(pipeline, yelpUrl(LISTINGS.moved))
    const [run] = await pipeline.collect(business)
    expect(run).toMatchObject({ status: 'succeeded', source: 'yelp-fusion', pagesScraped: 1, errors: [] })
    const truth = await upstream.reviews('yelp', 'small')
    expect(await sourceOf(business)).toMatchObject({
      listing_url: `https://www.yelp.com/biz/${PRESENT}`,
      place_id: PRESENT,
      stated_total: truth.length,
      failures: 0,
    })
    expect(pathsOf(pipeline)).toEqual([
      `/v3/businesses/${LISTINGS.moved.yelp.alias}`,
      `/v3/businesses/${FORMER}/reviews`,
      `/v3/businesses/${PRESENT}/reviews`,
    ])
    const [, former, present] = pipeline.requests
    // With the same delay as after any other page.
    expect((present?.at ?? 0) - (former?.at ?? 0)).toBeGreaterThanOrEqual(3 * SECOND_MS)

    pipeline.requests.length = 0
    pipeline.clock.now += HOUR_MS
    await pipeline.api().businesses.update({ id: business.id, name: 'Corner Shop & Café' })
    await pipeline.collect(business)
    expect(pathsOf(pipeline)).toEqual([`/v3/businesses/${PRESENT}/reviews`])
  })

  test('shares the hourly limit of the other listing', async () => {
    await merge(FORMER, PRESENT)
    const pipeline = await createPipeline({ plan: 'free', settings: KEYS_ONLY })
    const used = await add(pipeline, yelpUrl(LISTINGS.small))
    await pipeline.collect(used)
    await pipeline.api().businesses.remove({ id: used.id })
    const business = await add(pipeline, yelpUrl(LISTINGS.moved))
    expect((await pipeline.collect(business))[0]).toMatchObject({
      status: 'cancelled',
      errors: [expect.stringMatching(/collected within the last hour/)],
    })
    expect(pathsOf(pipeline).filter((path) => path.includes(PRESENT))).toHaveLength(1)

    pipeline.clock.now += HOUR_MS
    expect((await pipeline.collect(business))[0]).toMatchObject({ status: 'succeeded' })
    await pipeline.api().businesses.remove({ id: business.id })
    const again = await add(pipeline, `https://www.yelp.com/biz/${PRESENT}`)
    expect(await pipeline.start(again)).toMatchObject({ runs: [], skipped: [{ code: 'too_many' }] })
  })

  test('ends the run after one change if both listings name each other', async () => {
    await merge(FORMER, PRESENT)
    await merge(PRESENT, FORMER)
    const pipeline = await createPipeline({ settings: KEYS_ONLY })
    const business = await add(pipeline, yelpUrl(LISTINGS.moved))
    expect((await pipeline.collect(business))[0]).toMatchObject({
      status: 'failed',
      errors: [expect.stringMatching(MERGED)],
    })
    expect(pathsOf(pipeline).filter((path) => path.endsWith('/reviews'))).toEqual([
      `/v3/businesses/${FORMER}/reviews`,
      `/v3/businesses/${PRESENT}/reviews`,
    ])
  })

  test('keeps a link that its owner changed meanwhile', async () => {
    await merge(FORMER, PRESENT)
    const pipeline = await createPipeline({ settings: KEYS_ONLY })
    const business = await add(pipeline, yelpUrl(LISTINGS.moved))
    const other = yelpUrl(LISTINGS.mixed)
    const ask = pipeline.ctx.outbound
    pipeline.ctx.outbound = async (purpose, request, options) => {
      const answer = await ask(purpose, request, options)
      if (answer.status === 301) {
        await pipeline.api().businesses.update({ id: business.id, yelpBusinessUrl: other })
      }
      return answer
    }
    expect((await pipeline.collect(business))[0]).toMatchObject({ status: 'cancelled' })
    expect(await sourceOf(business)).toMatchObject({ listing_url: other, place_id: null })
  })

  test('is shown by a preview', async () => {
    await merge(FORMER, PRESENT)
    const pipeline = await createPipeline({ now: AFTER_ALL_POSTED, settings: KEYS_ONLY })
    const business = await add(pipeline, yelpUrl(LISTINGS.moved))
    const shown = await pipeline.api().collection.preview({ businessId: business.id, platform: 'yelp' })
    expect(shown.total).toBe((await upstream.reviews('yelp', 'small')).length)
    expect(shown.reviews.length).toBeGreaterThan(0)
  })
})
