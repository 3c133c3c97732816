import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { contextFor } from '#tests/edge/support/caller.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { test } from '#tests/edge/support/test.ts'
import { type Business, storeReviews } from '#tests/factories.ts'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { reviewsOfRun, scrapeListing } from '#worker/collection/scrape.ts'
import type { ScrapeInput } from '#worker/rules/collection.ts'
import { HOUR_MS, SECOND_MS } from '#worker/rules/durations.ts'
import { FAILURES, type FailureKind } from '#worker/rules/failures.ts'
import { createPipeline, type Pipeline } from './support/pipeline.ts'

const GAVE_UP = FAILURES.own_fault.sentence('')

/** Calls the scraper as the Google route does, with its own patience. */
function scrape(
  pipeline: Pipeline,
  business: Business,
  patienceMs: number,
  change: Partial<ScrapeInput> = {},
) {
  const context = contextFor(pipeline.account, { now: () => pipeline.clock.now })
  const { session } = context
  if (!session) throw new Error('an account has a session')
  const ctx = { ...context, queues: pipeline.queue.queues, session, organization: session.organization }
  const listingUrl = googleUrl(LISTINGS.ratings)
  return scrapeListing(
    ctx,
    { businessId: business.id, platform: 'google', listingUrl, options: {}, ...change },
    patienceMs,
  )
}

/** Starts a scrape and waits until its run is queued. */
async function waitingScrape(pipeline: Pipeline, business: Business, change: Partial<ScrapeInput> = {}) {
  const { sent } = pipeline.queue
  const scraping = scrape(pipeline, business, 20 * SECOND_MS, change)
  await expect.poll(() => pipeline.queue.sent).toBe(sent + 1)
  return { scraping }
}

const NOT_STORED = 'Save error: The reviews of this page could not be stored. We’ll try again.'

/** Makes the database refuse reviews of a business. @returns function that undoes it */
async function refuseReviewsOf({ id }: Business): Promise<() => Promise<unknown>> {
  const name = `refuse_${id.replaceAll('-', '_')}`
  await env.DB.prepare(
    `CREATE TRIGGER ${name} BEFORE INSERT ON reviews WHEN NEW.business_id = '${id}'
    BEGIN SELECT RAISE(ABORT, 'refused'); END`,
  ).run()
  return () => env.DB.prepare(`DROP TRIGGER ${name}`).run()
}

/** Ends the open run while the scrape waits for it. */
async function endRun(business: Business, status: string, errorKind: FailureKind | null = null) {
  const errors = errorKind ? [FAILURES[errorKind].sentence('')] : []
  await env.DB.prepare('UPDATE scrape_runs SET status = ?, errors = ?, error_kind = ? WHERE business_id = ?')
    .bind(status, JSON.stringify(errors), errorKind, business.id)
    .run()
}

test('a slow run is not waited for: the scrape returns what has arrived, and the run continues', async ({
  pipeline,
}) => {
  const business = await pipeline.addListing('ratings', 'google')
  const nothing = await scrape(pipeline, business, SECOND_MS)
  expect(nothing).toMatchObject({
    success: true,
    reviews: [],
    total_reviews: 0,
    pages_scraped: 0,
    errors: [],
    warnings: ['Collection is still running. These are the reviews that have arrived so far.'],
  })
  await pipeline.deliverOnce()
  await pipeline.deliverOnce()
  const some = await scrape(pipeline, business, 0)
  expect(some).toMatchObject({ success: true, total_reviews: 30, pages_scraped: 2 })
  expect(some.reviews).toHaveLength(30)
  await pipeline.settle()
  const [run] = (await pipeline.api().collection.runs({ businessId: business.id })).items
  expect(run).toMatchObject({ status: 'succeeded', reviewsNew: 150 })
})

test('the response reads only the reviews of the run, however many are stored', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  const old = Array.from({ length: 3_000 }, (_, index) => ({
    business,
    reviewDate: pipeline.clock.now - (5_000 - index) * HOUR_MS,
    scrapedAt: pipeline.clock.now - 4_000 * HOUR_MS,
  }))
  await storeReviews(env.DB, old)
  const api = pipeline.api()
  const { runs } = await api.collection.start({ businessId: business.id, platforms: ['google'] })
  await pipeline.deliverOnce()
  const run = await api.collection.run({ id: runs[0]?.id ?? '' })
  const meter = createMeter()
  const { session } = contextFor(pipeline.account)
  if (!session) throw new Error('an account has a session')
  const ctx = { ...contextFor(pipeline.account, { meter }), session, organization: session.organization }
  const met = await reviewsOfRun(ctx, run)
  expect(met).toHaveLength(run.reviewsFound)
  expect(new Set(met.map(({ review_id }) => review_id)).size).toBe(run.reviewsFound)
  expect(meter.rowsRead).toBeLessThan(20 * run.reviewsFound)
})

test('unsaved reviews are a save error, and the saved ones are returned', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  const { scraping } = await waitingScrape(pipeline, business)
  await pipeline.deliverOnce()
  await endRun(business, 'failed', 'own_fault')
  const result = await scraping
  expect(result).toMatchObject({ success: true, total_reviews: 10, errors: [`Save error: ${GAVE_UP}`] })
  expect(result.reviews).toHaveLength(10)
})

test('a page refused by the database is a save error while it is retried', async ({ task }) => {
  task.meta.expectsFaults = true
  const pipeline = await createPipeline()
  const business = await pipeline.addListing('ratings', 'google')
  const { scraping } = await waitingScrape(pipeline, business)
  const repair = await refuseReviewsOf(business)
  const latest = async () => (await pipeline.api().collection.runs({ businessId: business.id })).items[0]
  try {
    await pipeline.deliverOnce()
    expect(await latest()).toMatchObject({ status: 'running', errors: [NOT_STORED] })
    // The retry failed as well, which the caller is told.
    await pipeline.deliverOnce()
    const result = await scraping
    expect(result.reviews).toHaveLength(10)
    expect(result).toMatchObject({
      success: true,
      total_reviews: 10,
      errors: [NOT_STORED],
      warnings: [expect.stringContaining('Collection is still running.')],
    })
    // A caller who does not wait is told at once, too.
    expect(await scrape(pipeline, business, 0)).toMatchObject({ success: true, errors: [NOT_STORED] })
  } finally {
    await repair()
  }
  await pipeline.settle()
  expect(await latest()).toMatchObject({ status: 'succeeded', reviewsNew: 150, errors: [], warnings: [] })
})

test('saved reviews are returned despite a refused page', async ({ task }) => {
  task.meta.expectsFaults = true
  const pipeline = await createPipeline()
  const business = await pipeline.addListing('ratings', 'google')
  const { scraping } = await waitingScrape(pipeline, business)
  await pipeline.deliverOnce()
  const repair = await refuseReviewsOf(business)
  try {
    await pipeline.deliverOnce()
    await pipeline.deliverOnce()
    const result = await scraping
    expect(result).toMatchObject({ success: true, total_reviews: 30, errors: [NOT_STORED] })
    expect(new Set(result.reviews.map(({ review_id }) => review_id)).size).toBe(30)
    // After giving up, the run keeps its reason.
    await pipeline.settle()
  } finally {
    await repair()
  }
  const [run] = (await pipeline.api().collection.runs({ businessId: business.id })).items
  expect(run).toMatchObject({
    status: 'failed',
    errors: [GAVE_UP],
    warnings: ['Save error: The reviews of the last page could not be stored.'],
  })
})

test('a scrape that could save nothing fails', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  const { scraping } = await waitingScrape(pipeline, business)
  await endRun(business, 'failed', 'own_fault')
  expect(await scraping).toMatchObject({
    success: false,
    reviews: [],
    total_reviews: 0,
    errors: [`Save error: ${GAVE_UP}`],
  })
})

test('a run cancelled without a reason is an unknown error', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  const { scraping } = await waitingScrape(pipeline, business)
  await endRun(business, 'cancelled')
  expect(await scraping).toMatchObject({ success: false, reviews: [], errors: ['Unknown error'] })
})

test('a scrape of known reviews returns the newest, as many as the run has seen', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  await pipeline.collect(business)
  pipeline.clock.now += SECOND_MS
  const { scraping } = await waitingScrape(pipeline, business, { options: { maxPages: 1 } })
  await pipeline.settle()
  const result = await scraping
  expect(result).toMatchObject({ success: true, total_reviews: 10 })
  const dates = result.reviews.map(({ review_date }) => review_date ?? '')
  expect(dates).toHaveLength(10)
  expect(dates).toEqual([...dates].sort().reverse())
})
