import { beforeAll, expect, test } from 'vitest'
import type { Business } from '#tests/factories.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'
import { QUOTA_WARNING } from '#worker/rules/plans.ts'
import type { RunView } from '#worker/rules/views.ts'
import { createPipeline, type Pipeline, upstream } from './support/pipeline.ts'
import { asStored, byId, rows, storedReviews } from './support/stored.ts'

// The tests of this file are steps of one story; no other file changes `large`.
const AUGUST = Date.UTC(2026, 7, 1)
const MONTHLY = 2_000

let pipeline: Pipeline
let business: Business

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

async function storedCount(): Promise<number> {
  const [row] = await rows<{ count: number }>(
    'SELECT count(*) AS count FROM reviews WHERE business_id = ?',
    business.id,
  )
  return row?.count ?? 0
}

async function usage() {
  return rows(
    'SELECT month, reviews_stored FROM organization_usage WHERE organization_id = ? ORDER BY month',
    business.organizationId,
  )
}

test('each run of twenty pages goes on where the one before stopped, below what is new', async () => {
  // Pages of Google have 20 reviews, the first one 10.
  expect(await nextRun()).toMatchObject({ pagesScraped: 20, reviewsNew: 390, reviewsFound: 390 })
  // The look at the top shows nothing new, so it is not one of the twenty.
  expect(await nextRun()).toMatchObject({ pagesScraped: 21, reviewsNew: 400, reviewsFound: 410 })
  for (let count = 0; count < 15; count += 1) await upstream.add({ platform: 'google', id: 'large' })
  // Two pages hold what is new, the third is known; the rest goes on, 15 reviews further down than before.
  expect(await nextRun()).toMatchObject({ pagesScraped: 20, reviewsNew: 15 + 17 * 20 - 15 })
  const truth = asStored(await upstream.reviews('google', 'large'), 'google')
  const stored = await storedReviews(business, 'google')
  expect(byId(stored)).toEqual(byId(truth.slice(0, stored.length)))
}, 60_000)

test("the month's quota ends the backfill with a warning", async () => {
  let run = await nextRun()
  while (run.warnings.length === 0) run = await nextRun()
  expect(run).toMatchObject({ status: 'succeeded', warnings: [QUOTA_WARNING], errors: [] })
  expect(await storedCount()).toBe(MONTHLY)
  expect(await usage()).toEqual([{ month: '2026-06', reviews_stored: MONTHLY }])
}, 60_000)

test('at the limit updates of known reviews still land, and new ones wait', async () => {
  const target = { platform: 'google', id: 'large' } as const
  const [newest] = await upstream.reviews('google', 'large')
  const edited = await upstream.edit(target, newest?.reviewId ?? '', { rating: 1, text: 'It went downhill.' })
  const added = await upstream.add(target)
  expect(await nextRun()).toMatchObject({
    status: 'succeeded',
    reviewsNew: 0,
    reviewsChanged: 1,
    warnings: [QUOTA_WARNING],
  })
  const stored = await storedReviews(business, 'google')
  expect(stored).toHaveLength(MONTHLY)
  expect(stored.find(({ reviewId }) => reviewId === edited.reviewId)?.rating).toBe(1)
  expect(stored.some(({ reviewId }) => reviewId === added.reviewId)).toBe(false)
})

test('the months after it bring the rest, until the whole list is stored', async () => {
  const truth = asStored(await upstream.reviews('google', 'large'), 'google')
  for (const month of [Date.UTC(2026, 6, 1), AUGUST]) {
    pipeline.clock.now = month
    let run = await nextRun()
    while (run.warnings.length === 0 && (await storedCount()) < truth.length) run = await nextRun()
  }
  await nextRun()
  expect(byId(await storedReviews(business, 'google'))).toEqual(byId(truth))
  expect(await usage()).toEqual([
    { month: '2026-06', reviews_stored: MONTHLY },
    { month: '2026-07', reviews_stored: MONTHLY },
    { month: '2026-08', reviews_stored: truth.length - 2 * MONTHLY },
  ])
  expect(
    await rows('SELECT backfill_state FROM business_sources WHERE business_id = ?', business.id),
  ).toEqual([{ backfill_state: 'done' }])
  // Known and complete: one page is enough.
  expect(await nextRun()).toMatchObject({ pagesScraped: 1, reviewsNew: 0, warnings: [] })
}, 120_000)

test('a plan of one page a run looks at what is new, and takes its page from what is old', async () => {
  const free = await createPipeline({ plan: 'free' })
  const shop = await free.addListing('replies', 'google')
  const counts: number[] = []
  for (let press = 0; press < 8; press += 1) {
    const [run] = await free.collect(shop)
    counts.push(run?.reviewsNew ?? -1)
    free.clock.now += 2 * HOUR_MS
  }
  // 60 reviews on pages of 10, 20, 20 and 10, and a quota of 50.
  expect(counts).toEqual([10, 20, 20, 0, 0, 0, 0, 0])
  expect(await storedReviews(shop, 'google')).toHaveLength(50)
  const warned = await rows<{ warnings: string }>(
    'SELECT warnings FROM scrape_runs WHERE business_id = ? ORDER BY seq',
    shop.id,
  )
  expect(warned.map(({ warnings }) => JSON.parse(warnings).length)).toEqual([0, 0, 0, 1, 1, 1, 1, 1])
})
