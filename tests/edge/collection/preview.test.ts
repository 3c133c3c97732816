import { describe, expect } from 'vitest'
import { test } from '#tests/edge/support/test.ts'
import type { Business } from '#tests/factories.ts'
import { LISTINGS, shortLink, tripadvisorUrl } from '#tests/upstream/listings.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'
import { createPipeline, type Pipeline, upstream } from './support/pipeline.ts'
import { everythingStored, rows } from './support/stored.ts'

const KEYS_ONLY = { PUBLIC_COLLECTION: 'off' } as const

function preview(
  pipeline: Pipeline,
  business: Business,
  platform: 'google' | 'yelp' | 'tripadvisor' = 'google',
) {
  return pipeline.api().collection.preview({ businessId: business.id, platform })
}

test('a preview fetches reviews that may not be stored, and stores nothing', async () => {
  const pipeline = await createPipeline({ settings: KEYS_ONLY })
  const business = await pipeline.addListing('ratings', 'google')
  const before = await everythingStored(business)
  const shown = await preview(pipeline, business)
  const truth = await upstream.reviews('google', 'ratings')
  expect(shown).toMatchObject({
    platform: 'google',
    attribution: expect.stringContaining('Google Maps'),
    notice: expect.stringContaining('but not the reviews'),
    listingUrl: expect.stringMatching(/^https:\/\/www\.google\.com\/maps\//),
    total: truth.length,
    fetchedAt: new Date(pipeline.clock.now).toISOString(),
    warnings: [],
  })
  expect(shown.reviews).toHaveLength(5)
  for (const { reviewId, rating, reviewText } of shown.reviews) {
    expect(truth).toContainEqual(expect.objectContaining({ reviewId, rating, reviewText }))
  }
  expect(await everythingStored(business)).toEqual(before)
})

test('a preview of TripAdvisor shows reviews and stores nothing', async ({ pipeline }) => {
  const business = await pipeline.addBusiness({})
  const url = tripadvisorUrl(LISTINGS.small)
  await pipeline.api().businesses.update({ id: business.id, tripadvisorUrl: url })
  const before = await everythingStored(business)
  const shown = await preview(pipeline, business, 'tripadvisor')
  expect(shown.attribution).toContain('TripAdvisor')
  expect(shown.notice).toBe(
    'TripAdvisor doesn’t let us keep its reviews, so they are fetched again whenever you look at them.',
  )
  expect(shown.reviews.length).toBeGreaterThan(0)
  expect(await everythingStored(business)).toEqual(before)
})

test("a preview from Yelp's API shows excerpts", async () => {
  const pipeline = await createPipeline({ settings: KEYS_ONLY })
  const business = await pipeline.addListing('mixed', 'yelp')
  const shown = await preview(pipeline, business, 'yelp')
  expect(shown).toMatchObject({ attribution: 'Excerpts of reviews on Yelp. Read them in full on Yelp.' })
  expect(shown.reviews.some(({ reviewText }) => reviewText.endsWith('...'))).toBe(true)
})

test('a preview follows a short link each time, because its target is not stored', async () => {
  const pipeline = await createPipeline({ settings: KEYS_ONLY })
  const business = await pipeline.addBusiness({ googleUrl: shortLink(LISTINGS.small) })
  expect((await preview(pipeline, business)).reviews).toHaveLength(3)
  await preview(pipeline, business)
  const host = new URL(shortLink(LISTINGS.small)).host
  expect(pipeline.requests.filter(({ url }) => new URL(url).host === host)).toHaveLength(2)
  expect(await rows('SELECT place_id FROM business_sources WHERE business_id = ?', business.id)).toEqual([
    { place_id: null },
  ])
})

describe('a preview is refused', () => {
  test('for a source whose reviews are stored', async ({ pipeline }) => {
    const business = await pipeline.addListing('small', 'google')
    await expect(preview(pipeline, business)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Google reviews of this business are already in your list.',
    })
    expect(pipeline.requests).toEqual([])
  })

  test('if the plan does not include the platform', async () => {
    const pipeline = await createPipeline({ plan: 'free', settings: { TRIPADVISOR_API_KEY: 'a-key' } })
    const business = await pipeline.addBusiness({})
    await expect(preview(pipeline, business, 'tripadvisor')).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'TripAdvisor is not part of your Free plan.',
    })
  })

  test('for a business above the location limit', async () => {
    const pipeline = await createPipeline({ plan: 'free', settings: KEYS_ONLY })
    await pipeline.addListing('small', 'google')
    pipeline.clock.now += 1
    const second = await pipeline.addListing('small', 'google')
    await expect(preview(pipeline, second)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('collects for 1 location'),
    })
  })

  test('without a listing or a key', async () => {
    const pipeline = await createPipeline({
      settings: { PUBLIC_COLLECTION: 'off', GOOGLE_PLACES_API_KEY: undefined },
    })
    const business = await pipeline.addListing('small', 'google')
    await expect(preview(pipeline, business, 'yelp')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Add the Yelp link of this business first.',
    })
    await expect(preview(pipeline, business)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Connect your Google Business Profile'),
    })
  })

  test('more than twelve times an hour', async () => {
    const pipeline = await createPipeline({ settings: KEYS_ONLY })
    const business = await pipeline.addListing('small', 'google')
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => preview(pipeline, business)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(12)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    }
    expect(pipeline.requests).toHaveLength(12)
    pipeline.clock.now += HOUR_MS
    expect((await preview(pipeline, business)).reviews).toHaveLength(3)
  })
})

test('a preview refused by the platform states the reason in words', async () => {
  const pipeline = await createPipeline({ settings: { ...KEYS_ONLY, GOOGLE_PLACES_API_KEY: 'wrong' } })
  const business = await pipeline.addListing('small', 'google')
  await expect(preview(pipeline, business)).rejects.toMatchObject({
    code: 'BAD_GATEWAY',
    message: expect.stringContaining("Google's Places API doesn't accept this service's key."),
  })
})
