import { env } from 'cloudflare:test'
import { beforeAll, expect, test } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { businessImports } from '#db/schema/index.ts'
import { type Business, storeUsage } from '#tests/factories.ts'
import type { RunView } from '#worker/rules/collection.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'
import { HISTORY_WARNING, planLimits, QUOTA_WARNING } from '#worker/rules/plans.ts'
import { createPipeline, type Pipeline, upstream } from './support/pipeline.ts'
import { asStored, byId, rows, storedReviews } from './support/stored.ts'

// The tests of this file are steps of one story; no other file changes `large`.
const JUNE = Date.UTC(2026, 5, 1)

let pipeline: Pipeline
let business: Business
let historyBefore = 0

beforeAll(async () => {
  pipeline = await createPipeline({ plan: 'ai_insights' })
  business = await pipeline.addListing('large', 'google')
})

async function nextRun(): Promise<RunView> {
  pipeline.clock.now += 2 * HOUR_MS
  const [run] = await pipeline.collect(business)
  if (!run) throw new Error('No run was started.')
  return run
}

/** True for reviews posted before the month in which the story begins. */
const isOld = ({ reviewDate }: { reviewDate: string }) => Date.parse(reviewDate) < JUNE

/** Makes another business use up the history allowance except for `left` reviews. */
async function leaveHistory(left: number): Promise<void> {
  historyBefore = (await storedReviews(business, 'google')).filter(isOld).length
  await databaseOf(env)
    .insert(businessImports)
    .values({
      businessId: (await pipeline.addBusiness({})).id,
      organizationId: business.organizationId,
      reviewsStored: planLimits('ai_insights').importedReviews - historyBefore - left,
    })
}

/** Limit shown on the Businesses screen. */
async function limitShown() {
  const { items } = await pipeline.api().screens.businesses({})
  return items[0]?.sources[0]?.limit
}

async function usage() {
  return rows(
    'SELECT month, reviews_stored FROM organization_usage WHERE organization_id = ? ORDER BY month',
    business.organizationId,
  )
}

test('each run of twenty pages continues where the previous one stopped, below new reviews', async () => {
  // Google's first page has 10 reviews, the others 20.
  expect(await nextRun()).toMatchObject({ pagesScraped: 20, reviewsNew: 390, reviewsFound: 390 })
  // The check of the top finds nothing new, so it is not one of the twenty.
  expect(await nextRun()).toMatchObject({ pagesScraped: 21, reviewsNew: 400, reviewsFound: 410 })
  for (let count = 0; count < 15; count += 1) await upstream.add({ platform: 'google', id: 'large' })
  // Two pages hold new reviews, the third is known; the rest continues 15 reviews further down.
  expect(await nextRun()).toMatchObject({ pagesScraped: 20, reviewsNew: 15 + 17 * 20 - 15 })
  const truth = asStored(await upstream.reviews('google', 'large'), 'google')
  const stored = await storedReviews(business, 'google')
  expect(byId(stored)).toEqual(byId(truth.slice(0, stored.length)))
}, 60_000)

test('the history limit ends the backfill and leaves the monthly quota to new reviews', async () => {
  await leaveHistory(300)
  let run = await nextRun()
  while (run.warnings.length === 0) run = await nextRun()
  expect(run).toMatchObject({ status: 'succeeded', warnings: [HISTORY_WARNING], errors: [] })
  const stored = await storedReviews(business, 'google')
  expect(stored.filter(isOld)).toHaveLength(historyBefore + 300)
  expect(await usage()).toEqual([
    { month: '2026-06', reviews_stored: stored.filter((review) => !isOld(review)).length },
  ])
  await upstream.add({ platform: 'google', id: 'large' })
  expect(await nextRun()).toMatchObject({ reviewsNew: 1, warnings: [HISTORY_WARNING] })
  expect(await limitShown()).toMatchObject({ kind: 'history', moreWith: null })
}, 60_000)

test('at the monthly limit known reviews are updated, and new ones wait for next month', async () => {
  const target = { platform: 'google', id: 'large' } as const
  await storeUsage(env.DB, pipeline.account, planLimits('ai_insights').reviewsPerMonth, pipeline.clock.now)
  const [newest] = await upstream.reviews('google', 'large')
  const edited = await upstream.edit(target, newest?.reviewId ?? '', { rating: 1, text: 'It went downhill.' })
  const added = await upstream.add(target)
  const isHere = async () =>
    (await storedReviews(business, 'google')).some(({ reviewId }) => reviewId === added.reviewId)
  expect(await nextRun()).toMatchObject({
    status: 'succeeded',
    reviewsNew: 0,
    reviewsChanged: 1,
    warnings: [QUOTA_WARNING],
  })
  const stored = await storedReviews(business, 'google')
  expect(stored.find(({ reviewId }) => reviewId === edited.reviewId)?.rating).toBe(1)
  expect(await isHere()).toBe(false)
  expect(await limitShown()).toEqual({
    kind: 'month',
    waiting: 1,
    until: '2026-07-01T00:00:00.000Z',
    moreWith: null,
  })
  pipeline.clock.now = Date.UTC(2026, 6, 1)
  expect(await limitShown()).toBe(null)
  await nextRun()
  expect(await isHere()).toBe(true)
})

test('a reached limit on Free names the plan with room, and disappears with that plan', async () => {
  const free = await createPipeline({ plan: 'free' })
  const shop = await free.addListing('large', 'google')
  await storeUsage(env.DB, free.account, planLimits('free').reviewsPerMonth, free.clock.now)
  await upstream.add({ platform: 'google', id: 'large' })
  const [run] = await free.collect(shop)
  expect(run?.warnings).toEqual([QUOTA_WARNING])
  const shown = async () => (await free.api().screens.businesses({})).items[0]?.sources[0]?.limit
  expect(await shown()).toMatchObject({ kind: 'month', moreWith: 'Pro' })
  expect((await free.api().screens.dashboard({})).sources.faults).toMatchObject([
    {
      headline: 'Limit reached: new reviews from Jul 1',
      text: expect.stringMatching(/^\d+ new reviews? waits? until Jul 1, or comes? now with Pro\.$/),
      remedy: 'see_plans',
      isLimit: true,
    },
  ])
  await free.setPlan('pro')
  expect(await shown()).toBe(null)
  expect((await free.api().screens.dashboard({})).sources.faults).toEqual([])
})

test('a plan of one page a run takes new reviews and one page of history until all are stored', async () => {
  const free = await createPipeline({ plan: 'free' })
  const shop = await free.addListing('replies', 'google')
  const truth = asStored(await upstream.reviews('google', 'replies'), 'google')
  const runs: RunView[] = []
  while (runs.at(-1)?.reviewsNew !== 0) {
    runs.push(...(await free.collect(shop)))
    free.clock.now += 2 * HOUR_MS
  }
  expect(runs.slice(0, 2)).toMatchObject([
    { pagesScraped: 1, warnings: [] },
    { pagesScraped: 2, warnings: [] },
  ])
  expect(byId(await storedReviews(shop, 'google'))).toEqual(byId(truth))
  expect(await rows('SELECT backfill_state FROM business_sources WHERE business_id = ?', shop.id)).toEqual([
    { backfill_state: 'done' },
  ])
  // Known and complete: one page is enough.
  expect(runs.at(-1)).toMatchObject({ pagesScraped: 1, reviewsNew: 0, warnings: [] })
})
