import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { businessSources } from '#db/schema/index.ts'
import { createRun, storedRun } from '#tests/edge/support/runs.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { type Business, storeResponses, storeReviews } from '#tests/factories.ts'
import type { Fault } from '#tests/upstream/control.ts'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { closeRun } from '#worker/collection/close.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import { createPipeline, type Pipeline, upstream } from './support/pipeline.ts'
import { rows } from './support/stored.ts'

// Only this file puts faults on `moved`.
const LISTING = 'moved'

const test = base.extend('pipeline', () => createPipeline({ plan: 'pro' }))

const told = async (pipeline: Pipeline) =>
  (await pipeline.api().notifications.list()).items.map(({ message, link, kind }) => ({
    message,
    link,
    kind,
  }))
const healthOf = async (business: Business, platform = 'google') => {
  const [row] = await rows<Record<string, unknown>>(
    `SELECT last_attempt_at, last_error, last_error_kind, failing_since, failures FROM business_sources
    WHERE business_id = ? AND platform = ?`,
    business.id,
    platform,
  )
  return row
}

/** Makes the listing's next collection fail; the fault decides how many requests that takes. */
async function collectFailing(pipeline: Pipeline, business: Business, fault: Omit<Fault, 'listing'>) {
  pipeline.clock.now += HOUR_MS
  await upstream.addFault({ platform: 'google', listing: LISTING, path: '/httpservice/', ...fault })
  const [run] = await pipeline.collect(business, ['google'], { retryAttempts: 0 })
  expect(run?.status).toBe('failed')
}

async function collectWell(pipeline: Pipeline, business: Business) {
  pipeline.clock.now += HOUR_MS
  const [run] = await pipeline.collect(business, ['google'])
  expect(run?.status).toBe('succeeded')
}

describe('a failing source', () => {
  test('is reported once until it recovers, and again when it fails after that', async ({ pipeline }) => {
    const business = await pipeline.addListing(LISTING, 'google')
    const limited = { kind: 'limited_view' } as const
    await collectFailing(pipeline, business, limited)
    const news = {
      kind: 'source_needs_owner',
      message:
        'Corner Shop: Google shows this place to visitors without its reviews. There is a better way to collect them.',
      link: `/app/businesses/${business.id}/sources`,
    }
    expect(await told(pipeline)).toEqual([news])
    await collectFailing(pipeline, business, limited)
    await collectFailing(pipeline, business, limited)
    expect(await told(pipeline)).toHaveLength(1)
    await collectWell(pipeline, business)
    expect(await told(pipeline)).toHaveLength(1)
    await collectFailing(pipeline, business, limited)
    expect(await told(pipeline)).toEqual([news, news])
  })

  test('states the reason and the start of the failure until it succeeds', async ({ pipeline }) => {
    const business = await pipeline.addListing(LISTING, 'google')
    await collectFailing(pipeline, business, { kind: 'limited_view' })
    const since = pipeline.clock.now
    expect(await healthOf(business)).toEqual({
      last_attempt_at: since,
      last_error:
        "Google shows visitors who aren't signed in only a limited view of this place, without its reviews.",
      last_error_kind: 'limited_view',
      failing_since: since,
      failures: 1,
    })
    await collectFailing(pipeline, business, { kind: 'captcha' })
    expect(await healthOf(business)).toMatchObject({
      last_attempt_at: pipeline.clock.now,
      last_error_kind: 'blocked',
      failing_since: since,
      failures: 2,
    })
    await collectWell(pipeline, business)
    expect(await healthOf(business)).toMatchObject({
      last_error: null,
      last_error_kind: null,
      failing_since: null,
      failures: 0,
    })
  })

  test('is reported as blocked after three refusals in a row, and not before', async ({ pipeline }) => {
    const business = await pipeline.addListing(LISTING, 'google')
    for (const expected of [0, 0, 1, 1]) {
      await collectFailing(pipeline, business, { kind: 'captcha' })
      expect(await told(pipeline)).toHaveLength(expected)
    }
    expect(await told(pipeline)).toMatchObject([
      { message: 'Corner Shop: Google refused 3 collections in a row. See what can be done.' },
    ])
  })

  test.for([
    ['no answer', { kind: 'unavailable' }],
    ['a limit of requests', { kind: 'rate_limited' }],
    ['a new format', { kind: 'wrong_type' }],
  ] as const)('is not reported to its owner because of %s', async ([_, fault], { pipeline }) => {
    const business = await pipeline.addListing(LISTING, 'google')
    for (let time = 0; time < 4; time += 1) await collectFailing(pipeline, business, fault)
    expect(await told(pipeline)).toEqual([])
    expect(await healthOf(business)).toMatchObject({ failures: 4, failing_since: expect.any(Number) })
  })

  test('is reported once, however often its messages are delivered', async ({ pipeline }) => {
    pipeline.queue.fate = (pending) => Array.from({ length: 5 }, () => ({ ...pending }))
    const business = await pipeline.addListing('limited', 'google')
    await pipeline.start(business, ['google'])
    await pipeline.settle(3)
    expect(await told(pipeline)).toHaveLength(1)
  })

  test('counts as new when its link is changed', async ({ pipeline }) => {
    const business = await pipeline.addListing('gone', 'google')
    await pipeline.collect(business, ['google'])
    expect(await told(pipeline)).toMatchObject([
      { message: "Corner Shop: Google doesn't find this place any more. Check its link." },
    ])
    const googleBusinessUrl = googleUrl(LISTINGS[LISTING])
    await pipeline.api().businesses.update({ id: business.id, googleBusinessUrl })
    expect(await healthOf(business)).toEqual({
      last_attempt_at: null,
      last_error: null,
      last_error_kind: null,
      failing_since: null,
      failures: 0,
    })
    await collectFailing(pipeline, business, { kind: 'limited_view' })
    expect(await told(pipeline)).toHaveLength(2)
  })

  test('is not reported if its owner stopped the run', async ({ pipeline }) => {
    const business = await pipeline.addListing(LISTING, 'google')
    const { runs } = await pipeline.start(business, ['google'])
    await pipeline.api().collection.cancel({ id: runs[0]?.id ?? '' })
    expect(await told(pipeline)).toEqual([])
    expect(await healthOf(business)).toMatchObject({ last_attempt_at: null, failing_since: null })
  })
})

describe('a scheduled run', () => {
  /** Ends a run that stored these reviews and returns its notifications. */
  async function endRun(
    reviews: { answered: boolean; ageDays: number | null }[],
    trigger: 'schedule' | 'manual',
  ) {
    const pipeline = await createPipeline({ plan: 'pro' })
    const business = await pipeline.addListing('small', 'google')
    const createdAt = pipeline.clock.now
    const id = await createRun(business, {
      triggerType: trigger,
      status: 'running',
      page: 1,
      createdAt,
      reviewsFound: reviews.length,
      reviewsNew: reviews.length,
    })
    await storeReviews(
      env.DB,
      reviews.map(({ ageDays }, index) => ({
        business,
        platformReviewId: `r${index}`,
        reviewDate: ageDays === null ? null : createdAt - ageDays * DAY_MS,
        scrapedAt: createdAt,
      })),
    )
    // Reviews of an earlier run are not news.
    await storeReviews(env.DB, [{ business, scrapedAt: createdAt - 1, reviewDate: createdAt - DAY_MS }])
    const answers = reviews.flatMap(({ answered }, index) =>
      answered ? [{ platformReviewId: `r${index}`, text: 'Thanks', at: createdAt }] : [],
    )
    await storeResponses(env.DB, business, answers)
    const claimed = { run: await storedRun(id), source: await sourceOf(pipeline, business), plan: 'pro' }
    await closeRun(pipeline.ctx, claimed, { status: 'succeeded' })
    // A worker that does not know if closing succeeded closes again.
    await closeRun(pipeline.ctx, claimed, { status: 'succeeded' })
    return { news: await told(pipeline), business }
  }

  async function sourceOf(pipeline: Pipeline, business: Business) {
    const [source] = await pipeline.ctx.db
      .select()
      .from(businessSources)
      .where(eq(businessSources.businessId, business.id))
    return source ?? null
  }

  const waiting = { answered: false, ageDays: 1 }
  const answered = { answered: true, ageDays: 1 }

  test.each([
    ['one that waits', [waiting], '1 new Google review needs an answer.'],
    ['two that wait', [waiting, waiting], '2 new Google reviews need an answer.'],
    ['some that wait', [waiting, answered, waiting], '3 new Google reviews, 2 need an answer.'],
    ['one without a date', [{ answered: false, ageDays: null }], '1 new Google review needs an answer.'],
  ])('that brought %s sends one notification', async (_, reviews, text) => {
    const { news, business } = await endRun(reviews, 'schedule')
    expect(news).toEqual([
      {
        kind: 'new_reviews',
        message: `Corner Shop: ${text}`,
        link: `/app/reviews?businessId=${business.id}&status=pending`,
      },
    ])
  })

  test('that brought only answered reviews links to all reviews', async () => {
    const { news, business } = await endRun([answered], 'schedule')
    expect(news).toMatchObject([
      { message: 'Corner Shop: 1 new Google review.', link: `/app/reviews?businessId=${business.id}` },
    ])
  })

  test('announces recent reviews, not history that arrives late', async () => {
    expect((await endRun([{ answered: false, ageDays: 400 }, waiting], 'schedule')).news).toMatchObject([
      { message: 'Corner Shop: 1 new Google review needs an answer.' },
    ])
    expect((await endRun([{ answered: false, ageDays: 400 }], 'schedule')).news).toEqual([])
  })

  test('differs from a manual run, which sends no notification', async () => {
    expect((await endRun([waiting], 'manual')).news).toEqual([])
  })

  test('sends no notification if nothing is new', async () => {
    expect((await endRun([], 'schedule')).news).toEqual([])
  })

  test('starts when it is due and announces what the platform has by then', async () => {
    const pipeline = await createPipeline({ plan: 'pro', now: Date.now() })
    const business = await pipeline.addListing(LISTING, 'google')
    await pipeline.collect(business, ['google'])
    await upstream.add({ platform: 'google', id: LISTING }, { rating: 2 })
    pipeline.clock.now += DAY_MS
    await pipeline.tick()
    await pipeline.settle()
    expect(await told(pipeline)).toMatchObject([
      { message: 'Corner Shop: 1 new Google review needs an answer.' },
    ])
  })
})
