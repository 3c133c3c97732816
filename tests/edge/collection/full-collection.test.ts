import { env } from 'cloudflare:test'
import { beforeAll, expect, test } from 'vitest'
import { formerYelpUrl, LISTINGS, type ListingKey, shortLink } from '#tests/upstream/listings.ts'
import { volume } from '#tests/volume.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'
import { AFTER_ALL_POSTED, createPipeline, upstream } from './support/pipeline.ts'
import { asStored, byPosted, storedReviews } from './support/stored.ts'
import { countingWrites, totalOf, type Writes } from './support/writes-by-table.ts'

beforeAll(() => upstream.forgetRequests())

const MAX_ROWS_PER_REVIEW = 8

const LISTED: [ListingKey, 'google' | 'yelp'][] = [
  ['languages', 'yelp'],
  ['ratings', 'google'],
  ['replies', 'google'],
  ['empty', 'yelp'],
  ['small', 'google'],
  ['small', 'yelp'],
  ['languages', 'google'],
  ['replies', 'yelp'],
  ['overlapping', 'google'],
  ['overlapping', 'yelp'],
  ['empty', 'google'],
  ['moved', 'google'],
  ['moved', 'yelp'],
]

/** Reviews as listed. Yelp lists one language at a time, and English is requested. */
function truthOf(key: ListingKey, platform: 'google' | 'yelp') {
  return upstream.reviews(platform, key, platform === 'yelp' ? 'en' : undefined)
}

test.each(LISTED.slice(0, volume(4, LISTED.length)))(
  '%s on %s is stored as listed and ordered by posting date',
  async (key, platform) => {
    const pipeline = await createPipeline({ now: AFTER_ALL_POSTED })
    const business = await pipeline.addListing(key, platform)
    const [run] = await pipeline.collect(business)
    const truth = byPosted(asStored(await truthOf(key, platform), platform))
    expect(await storedReviews(business, platform)).toEqual(truth)
    expect(run).toMatchObject({
      status: 'succeeded',
      errors: [],
      reviewsFound: truth.length,
      reviewsNew: truth.length,
      reviewsChanged: 0,
    })
  },
)

test('a Google short link and a former Yelp address are resolved to their listings once', async () => {
  const pipeline = await createPipeline({ now: AFTER_ALL_POSTED })
  const business = await pipeline.addBusiness({
    googleUrl: shortLink(LISTINGS.replies),
    yelpUrl: formerYelpUrl(LISTINGS.moved),
  })
  const runs = await pipeline.collect(business)
  expect(runs.map((run) => run.status)).toEqual(['succeeded', 'succeeded'])
  expect(await storedReviews(business, 'google')).toEqual(
    byPosted(asStored(await truthOf('replies', 'google'), 'google')),
  )
  expect(await storedReviews(business, 'yelp')).toEqual(
    byPosted(asStored(await truthOf('moved', 'yelp'), 'yelp')),
  )
  const lookups = () => pipeline.requests.filter(({ url }) => !/GetLocalBoqProxy|gql/.test(url)).length
  // The short link is one hop; the former address redirects to the present one, whose page is read.
  expect(lookups()).toBe(3)
  pipeline.clock.now += HOUR_MS
  await pipeline.collect(business)
  expect(lookups()).toBe(3)
})

test.each(['google', 'yelp'] as const)(
  'a new review on %s costs at most 8 written rows',
  async (platform) => {
    const writes: Writes = new Map()
    const pipeline = await createPipeline({ d1: countingWrites(env.DB, writes) })
    const business = await pipeline.addListing('overlapping', platform)
    await pipeline.start(business)
    // Google's first page has 10 reviews, its second 20; Yelp's have 20 each.
    if (platform === 'google') await pipeline.deliverOnce()
    const before = totalOf(writes)
    await pipeline.deliverOnce()
    expect((totalOf(writes) - before) / 20).toBeLessThanOrEqual(MAX_ROWS_PER_REVIEW)
    await pipeline.settle()
    const stored = await storedReviews(business, platform)
    expect(totalOf(writes) / stored.length).toBeLessThanOrEqual(MAX_ROWS_PER_REVIEW)
  },
)

test.each(['google', 'yelp'] as const)('a second collection from %s writes no review', async (platform) => {
  const writes: Writes = new Map()
  const pipeline = await createPipeline({ d1: countingWrites(env.DB, writes) })
  const business = await pipeline.addListing('replies', platform)
  await pipeline.collect(business)
  const stored = await storedReviews(business, platform)
  pipeline.clock.now += HOUR_MS
  writes.clear()
  const [run] = await pipeline.collect(business)
  expect(run).toMatchObject({ status: 'succeeded', reviewsNew: 0, reviewsChanged: 0 })
  expect(Object.fromEntries(writes)).toMatchObject({ reviews: 0, organization_usage: 0 })
  expect(await storedReviews(business, platform)).toEqual(stored)
})

test('requests of these collections stay on the listed hosts', async () => {
  const requests = await upstream.requests()
  expect(requests.length).toBeGreaterThan(20)
  expect(requests.filter((request) => request.unknown)).toEqual([])
})
