import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { test } from '#tests/edge/support/test.ts'
import { storeResponses } from '#tests/factories.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'
import { AFTER_ALL_POSTED, createPipeline, upstream } from './support/pipeline.ts'
import { asStored, byId, byPosted, rows, storedReviews } from './support/stored.ts'

// Both platforms list `changing`; no other test changes it.
const PLATFORMS = ['google', 'yelp'] as const

interface Kept {
  id: number
  rating: number
  responded: number
  edited_at: number | null
  scraped_at: number
}

async function keptAs(businessId: string, reviewId: string): Promise<Kept> {
  const [kept] = await rows<Kept>(
    'SELECT * FROM reviews WHERE business_id = ? AND platform_review_id = ?',
    businessId,
    reviewId,
  )
  if (!kept) throw new Error(`${reviewId} is not stored.`)
  return kept
}

test.for(PLATFORMS)(
  'a review edited on %s keeps its old version and needs an answer again; a removed one stays',
  async (platform, { pipeline }) => {
    const business = await pipeline.addListing('changing', platform)
    await pipeline.collect(business)
    const startedAt = pipeline.clock.now
    const before = await upstream.reviews(platform, 'changing')
    const answers = before.map(({ reviewId }) => ({
      platformReviewId: reviewId,
      text: 'Thank you',
      at: startedAt,
    }))
    await storeResponses(env.DB, business, answers)

    const { edited, removed } = await upstream.editOneRemoveOne({ platform, id: 'changing' })
    const former = before.find(({ reviewId }) => reviewId === edited.reviewId)
    pipeline.clock.now += HOUR_MS
    const [run] = await pipeline.collect(business)

    expect(run).toMatchObject({ status: 'succeeded', reviewsNew: 0, reviewsChanged: 1 })
    const truth = asStored([...(await upstream.reviews(platform, 'changing')), removed], platform)
    expect(byId(await storedReviews(business, platform))).toEqual(byId(truth))
    const kept = await keptAs(business.id, edited.reviewId)
    expect(kept).toMatchObject({ rating: 2, responded: 0 })
    expect(kept.edited_at).toBeGreaterThan(startedAt)
    expect(kept.scraped_at).toBeLessThan(kept.edited_at ?? 0)
    expect((await keptAs(business.id, removed.reviewId)).responded).toBe(1)
    expect(
      await rows(
        'SELECT review_id, rating, review_text, replaced_at FROM review_revisions WHERE organization_id = ?',
        business.organizationId,
      ),
    ).toEqual([
      {
        review_id: kept.id,
        rating: former?.rating,
        review_text: former?.reviewText,
        replaced_at: kept.edited_at,
      },
    ])

    // Seen again, the same edit is no change.
    pipeline.clock.now += HOUR_MS
    const [again] = await pipeline.collect(business)
    expect(again).toMatchObject({ reviewsNew: 0, reviewsChanged: 0 })
    expect(await rows('SELECT id FROM review_revisions WHERE review_id = ?', kept.id)).toHaveLength(1)
  },
)

test.for(PLATFORMS)(
  "an owner's answer given on %s is stored without counting as an edit",
  async (platform, { pipeline }) => {
    const business = await pipeline.addListing('changing', platform)
    await pipeline.collect(business)
    const [newest] = await upstream.reviews(platform, 'changing')
    const answered = await upstream.edit({ platform, id: 'changing' }, newest?.reviewId ?? '', {
      reply: 'We have thought about this.',
    })
    pipeline.clock.now += HOUR_MS
    const [run] = await pipeline.collect(business)
    expect(run).toMatchObject({ status: 'succeeded', reviewsNew: 0, reviewsChanged: 0 })
    const stored = await storedReviews(business, platform)
    expect(stored).toContainEqual(asStored([answered], platform)[0])
    expect((await keptAs(business.id, answered.reviewId)).edited_at).toBeNull()
  },
)

test.each(PLATFORMS)(
  'reviews that arrive on %s between two runs are listed above the older ones',
  async (platform) => {
    const pipeline = await createPipeline({ now: AFTER_ALL_POSTED })
    const business = await pipeline.addListing('changing', platform)
    await pipeline.collect(business)
    for (let count = 0; count < 25; count += 1) {
      await upstream.add({ platform, id: 'changing' }, { rating: 4, text: `Visit number ${count} was good.` })
    }
    pipeline.clock.now += HOUR_MS
    const [run] = await pipeline.collect(business)
    expect(run).toMatchObject({ status: 'succeeded', reviewsNew: 25, reviewsChanged: 0, warnings: [] })
    expect(await storedReviews(business, platform)).toEqual(
      byPosted(asStored(await upstream.reviews(platform, 'changing'), platform)),
    )
  },
)

test('reviews that arrive during a run are stored by the next one', async () => {
  const pipeline = await createPipeline({ now: AFTER_ALL_POSTED })
  const business = await pipeline.addListing('changing', 'google')
  await pipeline.start(business)
  await pipeline.deliverOnce()
  for (let count = 0; count < 3; count += 1) await upstream.add({ platform: 'google', id: 'changing' })
  await pipeline.settle()
  pipeline.clock.now += HOUR_MS
  await pipeline.collect(business)
  const truth = asStored(await upstream.reviews('google', 'changing'), 'google')
  expect(await storedReviews(business, 'google')).toEqual(byPosted(truth))
})

test('a page that repeats what the run just stored is not taken for the known part of the list', async ({
  pipeline,
}) => {
  const business = await pipeline.addListing('changing', 'yelp')
  await pipeline.collect(business)
  const addReviews = async (count: number) => {
    for (let number = 0; number < count; number += 1) await upstream.add({ platform: 'yelp', id: 'changing' })
  }
  await addReviews(30)
  pipeline.clock.now += HOUR_MS
  await pipeline.start(business)
  await pipeline.deliverOnce()
  // A page's worth arrives: the former first page is now the second, with ten new reviews below it.
  await addReviews(20)
  await pipeline.settle()
  pipeline.clock.now += HOUR_MS
  await pipeline.collect(business)
  const truth = asStored(await upstream.reviews('yelp', 'changing'), 'yelp')
  expect(byId(await storedReviews(business, 'yelp'))).toEqual(byId(truth))
})
