import { afterEach, describe, expect } from 'vitest'
import {
  gone,
  MISSED_ONCE,
  marked,
  marksOf,
  nextRun,
  REMOVED,
  restore,
  sourceOf,
  takeDown,
  WEEK_MS,
} from '#tests/edge/collection/support/ledger.ts'
import { test } from '#tests/edge/support/test.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import { createPipeline, upstream } from './support/pipeline.ts'
import { asStored, byId, rows, storedReviews } from './support/stored.ts'

afterEach(async () => {
  for (const { platform, reviewId } of gone.splice(0)) await restore(platform, reviewId)
  await upstream.clearFaults()
})

describe('a list that is too long for one run', () => {
  test('is walked once a week over as many runs as needed', async ({ pipeline }) => {
    const business = await pipeline.addListing('fading', 'google')
    while ((await sourceOf(business)).backfill !== 'done') await nextRun(pipeline, business, { maxPages: 2 })
    const ids = await takeDown('google', 2, 35)
    const twoPages = (after: number) => nextRun(pipeline, business, { maxPages: 2, after })

    // Within the week, checking the top is enough.
    expect((await twoPages(DAY_MS)).pagesScraped).toBe(1)
    expect(await sourceOf(business)).toMatchObject({ isRecheckOpen: false, notedPages: 0 })
    for (const mark of [MISSED_ONCE, REMOVED]) {
      // The first 30 of the list, then the top again and the rest.
      expect((await twoPages(WEEK_MS)).pagesScraped).toBe(2)
      expect(await sourceOf(business)).toMatchObject({ isRecheckOpen: true, notedPages: 2, backfill: 'done' })
      expect((await twoPages(HOUR_MS)).pagesScraped).toBe(2)
      expect(await sourceOf(business)).toMatchObject({ isRecheckOpen: false, notedPages: 0 })
      expect(await marksOf(business)).toEqual(marked(ids, mark))
    }
  })

  test('is walked one page at a time below the top on a plan of one page a run', async () => {
    const pipeline = await createPipeline({ plan: 'free' })
    const business = await pipeline.addListing('fading', 'yelp')
    while ((await sourceOf(business)).backfill !== 'done') {
      await nextRun(pipeline, business, { after: 2 * HOUR_MS })
    }
    expect(await storedReviews(business, 'yelp')).toHaveLength(45)
    const ids = await takeDown('yelp', 10, 44)
    for (const mark of [MISSED_ONCE, REMOVED]) {
      const asked: string[] = []
      pipeline.clock.now += WEEK_MS
      do {
        await nextRun(pipeline, business, { after: 2 * HOUR_MS })
        const [last] = await rows<{ phase: string }>(
          'SELECT phase FROM scrape_runs WHERE business_id = ? ORDER BY seq DESC LIMIT 1',
          business.id,
        )
        asked.push(last?.phase ?? '')
      } while ((await sourceOf(business)).isRecheckOpen)
      // The first page begins the walk; each later run checks the top and takes one more page.
      expect(asked).toEqual(['newest', 'backfill', 'backfill'])
      expect(await marksOf(business)).toEqual(marked(ids, mark))
    }
  })

  test('a cursor forgotten by the platform restarts the walk, which still counts', async ({ pipeline }) => {
    const business = await pipeline.addListing('fading', 'google')
    await pipeline.collect(business)
    const ids = await takeDown('google', 7)
    await upstream.addFault({ kind: 'expired_token', listing: 'fading' })
    const run = await nextRun(pipeline, business)
    // The first page twice, then the others.
    expect(run).toMatchObject({ status: 'succeeded', pagesScraped: 4 })
    expect(await marksOf(business)).toEqual(marked(ids, MISSED_ONCE))
  })
})

test('a scheduled run rechecks the whole list once a day and otherwise only its top', async () => {
  const pipeline = await createPipeline({ plan: 'pro' })
  const business = await pipeline.addListing('fading', 'google')
  await pipeline.collect(business)
  const first = (await sourceOf(business)).recheckedAt ?? 0
  const pages: number[] = []
  const rechecks: number[] = []
  for (let hour = 0; hour < 60; hour += 3) {
    pipeline.clock.now += 3 * HOUR_MS
    await pipeline.tick()
    await pipeline.settle()
  }
  for (const run of await rows<{ page: number; created_at: number; rechecks: number }>(
    "SELECT page, created_at, rechecks FROM scrape_runs WHERE business_id = ? AND trigger_type = 'schedule' ORDER BY seq",
    business.id,
  )) {
    pages.push(run.page)
    if (run.rechecks) rechecks.push(run.created_at)
  }
  expect(rechecks).toHaveLength(2)
  expect((rechecks[0] ?? 0) - first).toBeGreaterThanOrEqual(DAY_MS)
  expect((rechecks[1] ?? 0) - (rechecks[0] ?? 0)).toBeGreaterThanOrEqual(DAY_MS)
  expect(pages.filter((count) => count === 3)).toHaveLength(2)
  expect(pages.filter((count) => count === 1)).toHaveLength(pages.length - 2)
  expect(pages.length).toBeGreaterThan(7)
})

test('reviews skipped by the backfill because others were removed arrive with the next walk', async ({
  pipeline,
}) => {
  const business = await pipeline.addListing('fading', 'yelp')
  await nextRun(pipeline, business, { maxPages: 2 })
  // Removes three of the first page: reviews behind the second page move onto it, above the cursor.
  const ids = await takeDown('yelp', 0, 1, 2)
  await nextRun(pipeline, business)
  expect(await sourceOf(business)).toMatchObject({ backfill: 'done' })
  expect(await storedReviews(business, 'yelp')).toHaveLength(42)

  expect((await nextRun(pipeline, business)).reviewsNew).toBe(3)
  const truth = asStored(await upstream.reviews('yelp', 'fading'), 'yelp')
  const stored = await storedReviews(business, 'yelp')
  expect(byId(stored.filter(({ reviewId }) => !ids.includes(reviewId)))).toEqual(byId(truth))
  expect(await marksOf(business)).toEqual(marked(ids, MISSED_ONCE))
})

test('changing a listing to another place discards the progress of its walk', async ({ pipeline }) => {
  const business = await pipeline.addListing('fading', 'yelp')
  await pipeline.collect(business)
  await upstream.addFault({ kind: 'captcha', listing: 'fading', path: '/gql/batch', skip: 1 })
  await nextRun(pipeline, business)
  expect(await sourceOf(business)).toMatchObject({ isRecheckOpen: true, notedPages: 1 })
  const other = await createPipeline()
  const { id } = await other.addListing('small', 'yelp')
  const { yelpBusinessUrl } = await other.api().businesses.get({ id })
  await pipeline.api().businesses.update({ id: business.id, yelpBusinessUrl })
  expect(await sourceOf(business)).toEqual({
    isRecheckOpen: false,
    recheckedAt: null,
    backfill: 'none',
    notedPages: 0,
  })
})
