import { describe, expect, test } from 'vitest'
import type { Business } from '#tests/factories.ts'
import { randomFrom } from '#tests/upstream/random.ts'
import { volume } from '#tests/volume.ts'
import type { RunView } from '#worker/rules/collection.ts'
import { HOUR_MS, SECOND_MS } from '#worker/rules/durations.ts'
import { QUOTA_WARNING } from '#worker/rules/plans.ts'
import { createPipeline, type Pipeline, upstream } from './support/pipeline.ts'
import { asStored, byId, rows, storedReviews } from './support/stored.ts'

// Both platforms list `growing`; no other file changes it. Google's first page has 10 reviews, its later ones
// 20; all of Yelp's have 20.
const PLATFORMS = ['google', 'yelp'] as const
type ListPlatform = (typeof PLATFORMS)[number]
const FIRST_PAGE = { google: 10, yelp: 20 } as const

async function nextRun(pipeline: Pipeline, business: Business, maxPages?: number): Promise<RunView> {
  pipeline.clock.now += 2 * HOUR_MS
  const [run] = await pipeline.collect(business, undefined, { maxPages })
  if (!run) throw new Error('No run was started.')
  return run
}

const add = (platform: ListPlatform) => upstream.add({ platform, id: 'growing' })

async function addMany(platform: ListPlatform, count: number) {
  for (let number = 0; number < count; number += 1) await add(platform)
}

async function truthOf(platform: ListPlatform) {
  return asStored(await upstream.reviews(platform, 'growing'), platform)
}

async function storedIds(business: Business, platform: ListPlatform): Promise<string[]> {
  return (await storedReviews(business, platform)).map(({ reviewId }) => reviewId)
}

async function placesOf(business: Business) {
  const [places] = await rows<{ backfill: string | null; gap: string | null; gap_since: number | null }>(
    'SELECT backfill_cursor AS backfill, gap_cursor AS gap, gap_since FROM business_sources WHERE business_id = ?',
    business.id,
  )
  return places
}

// The plan decides the pages of a run; with one page all plans are alike.
const PLANS_TRIED = ['ai_insights', 'free', 'pro']

describe.each(PLANS_TRIED.slice(0, volume(1, 3)))('on %s with one page a run', (plan) => {
  test.each(PLATFORMS)('%s: each run stores the new review', async (platform) => {
    const pipeline = await createPipeline({ plan })
    const business = await pipeline.addListing('growing', platform)
    await nextRun(pipeline, business, 1)
    const place = (await placesOf(business))?.backfill
    for (let round = 0; round < volume(2, 6); round += 1) {
      const added = await add(platform)
      expect(await nextRun(pipeline, business, 1)).toMatchObject({ pagesScraped: 1, reviewsNew: 1 })
      expect(await storedIds(business, platform)).toContain(added.reviewId)
      // New reviews leave the backfill cursor unchanged.
      expect(await placesOf(business)).toEqual({ backfill: place, gap: null, gap_since: null })
    }
  })

  test.each(PLATFORMS)('%s: a run that finds nothing new collects history', async (platform) => {
    const pipeline = await createPipeline({ plan })
    const business = await pipeline.addListing('growing', platform)
    await nextRun(pipeline, business, 1)
    await add(platform)
    await nextRun(pipeline, business, 1)
    const before = pipeline.requests.length
    const run = await nextRun(pipeline, business, 1)
    // The page begins where the first run stopped, shifted by one new review.
    expect(run).toMatchObject({ pagesScraped: 2, pagesPlanned: 2, reviewsNew: 19, status: 'succeeded' })
    const asked = pipeline.requests.slice(before)
    expect(asked).toHaveLength(2)
    expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThanOrEqual(2 * SECOND_MS)
    expect(await storedIds(business, platform)).toHaveLength(FIRST_PAGE[platform] + 1 + 19)
  })
})

test.each(PLATFORMS)(
  '%s: more new reviews than a run has pages leave a gap, which is closed before history',
  async (platform) => {
    const pipeline = await createPipeline({ plan: 'pro' })
    const business = await pipeline.addListing('growing', platform)
    await nextRun(pipeline, business, 2)
    const { backfill } = (await placesOf(business)) ?? {}
    await addMany(platform, 30)
    await nextRun(pipeline, business, 1)
    const gapSince = pipeline.clock.now
    expect(await placesOf(business)).toMatchObject({ backfill, gap: expect.any(String) })

    // More arrive before the gap is closed, so it begins further up.
    await addMany(platform, 25)
    await nextRun(pipeline, business, 1)
    const left = await placesOf(business)
    expect(left).toMatchObject({ backfill, gap: expect.any(String) })
    expect(left?.gap_since).toBeLessThanOrEqual(gapSince)

    const newest = (await truthOf(platform)).slice(0, 55)
    while ((await placesOf(business))?.gap_since !== null) {
      expect(await nextRun(pipeline, business, 1)).toMatchObject({ status: 'succeeded', pagesScraped: 2 })
      expect((await placesOf(business))?.backfill).toBe(backfill)
    }
    expect(await storedIds(business, platform)).toEqual(
      expect.arrayContaining(newest.map(({ reviewId }) => reviewId)),
    )
    while ((await placesOf(business))?.backfill !== null) await nextRun(pipeline, business, 1)
    expect(byId(await storedReviews(business, platform))).toEqual(byId(await truthOf(platform)))
  },
)

test('changing a listing to another place forgets its gap', async () => {
  const pipeline = await createPipeline({ plan: 'pro' })
  const business = await pipeline.addListing('growing', 'yelp')
  await nextRun(pipeline, business, 1)
  await addMany('yelp', 21)
  await nextRun(pipeline, business, 1)
  expect(await placesOf(business)).toMatchObject({ gap: expect.any(String) })
  const other = await createPipeline()
  const { yelpBusinessUrl } = await other.api().businesses.get({
    id: (await other.addListing('small', 'yelp')).id,
  })
  await pipeline.api().businesses.update({ id: business.id, yelpBusinessUrl })
  expect(await placesOf(business)).toEqual({ backfill: null, gap: null, gap_since: null })
})

test('new reviews beyond the quota are collected later, and history waits', async () => {
  const pipeline = await createPipeline({ plan: 'free' })
  const business = await pipeline.addListing('growing', 'google')
  let run = await nextRun(pipeline, business)
  while (run.warnings.length === 0) run = await nextRun(pipeline, business)
  expect(run.warnings).toEqual([QUOTA_WARNING])
  const { backfill } = (await placesOf(business)) ?? {}
  const late = [await add('google'), await add('google')].map(({ reviewId }) => reviewId)
  expect(await nextRun(pipeline, business)).toMatchObject({
    pagesScraped: 1,
    reviewsNew: 0,
    warnings: [QUOTA_WARNING],
  })
  expect((await placesOf(business))?.backfill).toBe(backfill)
  pipeline.clock.now = Date.UTC(2026, 6, 1)
  await nextRun(pipeline, business)
  expect(await storedIds(business, 'google')).toEqual(expect.arrayContaining(late))
})

/** Long stories; tests/unit/worker/collection/collecting.test.ts has many more. */
const STORIES = [
  ['pro', 3],
  ['free', 1],
  ['free', undefined],
  ['pro', 1],
  ['ai_insights', 2],
  ['ai_insights', undefined],
] as const

describe('random changes', () => {
  test.each(STORIES.slice(0, volume(2, STORIES.length)))(
    'on %s with %s pages a run: each run sees the newest page, and all reviews arrive',
    async (plan, maxPages) => {
      const random = randomFrom(`newest first: ${plan} ${maxPages}`)
      const platform = random.pick(PLATFORMS)
      const target = { platform, id: 'growing' } as const
      const pipeline = await createPipeline({ plan })
      const business = await pipeline.addListing('growing', platform)
      for (let round = 0; round < 8; round += 1) {
        await addMany(platform, random.pick([0, 1, 1, random.int(2, 30)]))
        if (random.chance(0.4)) {
          const list = await upstream.reviews(platform, 'growing')
          const { reviewId } = random.pick(list)
          await upstream.edit(target, reviewId, {
            rating: random.int(1, 5),
            text: `Changed in round ${round}.`,
          })
        }
        if (random.chance(0.3)) {
          // Removes the last one: removing another would shift reviews past a cursor that counts from the
          // top.
          await upstream.remove(target, (await upstream.reviews(platform, 'growing')).at(-1)?.reviewId ?? '')
        }
        const from = pipeline.requests.length
        const run = await nextRun(pipeline, business, maxPages)
        expect(run.status).toBe('succeeded')
        expect(run.pagesScraped).toBeLessThanOrEqual((maxPages ?? run.pagesPlanned) + 1)
        const asked = pipeline.requests.slice(from).filter(({ url }) => /GetLocalBoqProxy|gql/.test(url))
        expect(asked).toHaveLength(run.pagesScraped)
        const top = (await truthOf(platform)).slice(0, FIRST_PAGE[platform])
        if (run.warnings.includes(QUOTA_WARNING)) continue
        const stored = new Map(
          (await storedReviews(business, platform)).map((review) => [review.reviewId, review]),
        )
        expect(top.map(({ reviewId }) => stored.get(reviewId))).toEqual(top)
      }
      // Nothing changes any more; if a month is too short for the list, the next ones bring the rest.
      for (let rest = 0; rest < 40; rest += 1) {
        const run = await nextRun(pipeline, business, maxPages)
        if (run.warnings.includes(QUOTA_WARNING)) {
          const date = new Date(pipeline.clock.now)
          pipeline.clock.now = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
        }
        const { backfill, gap_since } = (await placesOf(business)) ?? {}
        if (rest > 3 && backfill === null && gap_since === null) break
      }
      const shown = await rows<{ platform_review_id: string }>(
        'SELECT platform_review_id FROM reviews WHERE business_id = ?',
        business.id,
      )
      const ids = shown.map((row) => row.platform_review_id)
      expect(ids).toEqual(expect.arrayContaining((await truthOf(platform)).map(({ reviewId }) => reviewId)))
    },
  )
})
