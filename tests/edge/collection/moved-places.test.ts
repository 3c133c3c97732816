import { describe, expect, test } from 'vitest'
import type { Business } from '#tests/factories.ts'
import { formerYelpUrl, LISTINGS, yelpUrl } from '#tests/upstream/listings.ts'
import { HOUR_MS, SECOND_MS } from '#worker/rules/durations.ts'
import { createPipeline, type Pipeline } from './support/pipeline.ts'
import { rows } from './support/stored.ts'

/** Yelp is asked through its API. */
const KEYS_ONLY = { PUBLIC_COLLECTION: 'off' } as const
const FORMER = LISTINGS.moved.yelp.encid

async function sourceOf(business: Business) {
  const [source] = await rows('SELECT * FROM business_sources WHERE business_id = ?', business.id)
  return source
}

async function add(pipeline: Pipeline, yelpBusinessUrl: string): Promise<Business> {
  const { id } = await pipeline.api().businesses.create({ name: 'Corner Shop', yelpBusinessUrl })
  return { id, organizationId: pipeline.account.organizationId }
}

const pathsOf = (pipeline: Pipeline) => pipeline.requests.map(({ url }) => new URL(url).pathname)

describe('a listing that was renamed', () => {
  test('is kept by its present address, and asked by it when its id is looked for again', async () => {
    const pipeline = await createPipeline()
    const business = await add(pipeline, formerYelpUrl(LISTINGS.moved))
    expect((await pipeline.collect(business))[0]).toMatchObject({ status: 'succeeded', reviewsNew: 25 })
    expect(await sourceOf(business)).toMatchObject({
      listing_url: yelpUrl(LISTINGS.moved),
      place_id: FORMER,
    })

    // Another source finds the id of an alias by itself.
    pipeline.ctx.settings = { ...pipeline.ctx.settings, ...KEYS_ONLY }
    pipeline.requests.length = 0
    pipeline.clock.now += 24 * HOUR_MS
    await pipeline.tick()
    await pipeline.settle()
    expect(pathsOf(pipeline)[0]).toBe(`/v3/businesses/${LISTINGS.moved.yelp.alias}`)
  })

  test('keeps its history when its business is edited, and when its owner gives the present address', async () => {
    const pipeline = await createPipeline()
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

  test('an edit of the business leaves its run alone', async () => {
    const pipeline = await createPipeline()
    const business = await add(pipeline, formerYelpUrl(LISTINGS.moved))
    await pipeline.start(business)
    await pipeline.deliverOnce()
    await pipeline.api().businesses.update({ id: business.id, name: 'Corner Shop & Café' })
    await pipeline.settle()
    expect((await pipeline.api().collection.runs({ businessId: business.id })).items).toMatchObject([
      { status: 'succeeded', reviewsNew: 25 },
    ])
  })

  test('that wants to be left alone is left alone by either address', async () => {
    const pipeline = await createPipeline()
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
      expect(skipped).toMatchObject([{ reason: expect.stringMatching(/left alone/) }])
    }
    expect(pipeline.requests).toHaveLength(asked)
  })
})
