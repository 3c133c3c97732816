import { describe, expect } from 'vitest'
import { test } from '#tests/edge/support/test.ts'
import type { Fault } from '#tests/upstream/control.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#worker/rules/durations.ts'
import { createPipeline, type Pipeline, upstream } from './support/pipeline.ts'
import { asStored, byId, rows, storedReviews } from './support/stored.ts'

// Only this file puts faults on `mixed`. Each fault hits so often that the run has used it up when it ends.
type Platform = 'google' | 'yelp'
type Case = [platform: Platform, fault: Omit<Fault, 'platform' | 'listing'>, says: string]

const LIST_PATHS = { google: '/httpservice/', yelp: '/gql/batch' } as const
const NAMES = { google: 'Google', yelp: 'Yelp' } as const
/** A first try and three further ones. */
const ALL_TRIES = 4

function named([platform, fault, says]: Case): [string, Case] {
  const { kind, variant, skip } = fault
  return [
    `${platform}: ${kind}${variant ? ` (${variant})` : ''}${skip ? ' on a later page' : ''}`,
    [platform, fault, says],
  ]
}

/** Collects three pages with the fault on, and says how the run ended. */
async function collectUnder(pipeline: Pipeline, platform: Platform, fault: Case[1]) {
  const business = await pipeline.addListing('mixed', platform)
  const { id } = await upstream.addFault({
    platform,
    listing: 'mixed',
    path: LIST_PATHS[platform],
    ...fault,
  })
  const [run] = await pipeline.collect(business, [platform], {
    maxPages: 3,
    rateLimitMs: SECOND_MS,
    timeoutMs: SECOND_MS,
  })
  const active = (await upstream.faults()).find((known) => known.id === id)
  expect(active?.hits).toBe(fault.times)
  return { business, run }
}

async function expectWholeListNextTime(
  pipeline: Pipeline,
  { business, platform }: { business: Awaited<ReturnType<Pipeline['addListing']>>; platform: Platform },
) {
  pipeline.clock.now += HOUR_MS
  const [run] = await pipeline.collect(business, [platform])
  expect(run?.status).toBe('succeeded')
  const truth = await upstream.reviews(platform, 'mixed', platform === 'yelp' ? 'en' : undefined)
  expect(byId(await storedReviews(business, platform))).toEqual(byId(asStored(truth, platform)))
}

const passing: Case[] = (['google', 'yelp'] as const).flatMap((platform): Case[] => {
  const name = NAMES[platform]
  const silent = `${name} didn't answer.`
  return [
    [platform, { kind: 'rate_limited' }, `${name} asked us to slow down.`],
    [platform, { kind: 'rate_limited', retryAfterSeconds: null }, `${name} asked us to slow down.`],
    [platform, { kind: 'unavailable' }, silent],
    [platform, { kind: 'truncated' }, `${name}'s answer was cut off.`],
    [platform, { kind: 'truncated', variant: 'connection' }, silent],
    [
      platform,
      { kind: 'wrong_type', variant: 'image' },
      `${name} sent something that is not a list of reviews.`,
    ],
    [platform, { kind: 'slow' }, silent],
    [platform, { kind: 'slow', variant: 'drip' }, silent],
    [platform, { kind: 'hang' }, silent],
    [platform, { kind: 'reset' }, silent],
    [platform, { kind: 'empty_list', skip: 1 }, `${name}'s list was cut off before the end.`],
  ]
})
passing.push(
  ['google', { kind: 'unavailable', variant: 'sorry' }, "Google didn't answer."],
  ['yelp', { kind: 'empty_list' }, 'Yelp reports 120 reviews but sent an empty list.'],
)

/** workerd itself repeats a GET whose connection broke, so that Google's list is asked more often than by us. */
const staying = passing.filter(([platform, { kind }]) => !(platform === 'google' && kind === 'reset'))

describe('a fault that passes', () => {
  test.for(passing.map(named))(
    '%s: the run tries again and completes',
    async ([_, [platform, fault]], { pipeline }) => {
      const { business, run } = await collectUnder(pipeline, platform, { ...fault, times: 1 })
      const size = platform === 'google' ? 50 : 60
      expect(run).toMatchObject({
        status: 'succeeded',
        errors: [],
        warnings: [],
        pagesScraped: 3,
        reviewsNew: size,
      })
      await expectWholeListNextTime(pipeline, { business, platform })
    },
  )

  test.for(staying.map(named))(
    '%s: staying, it ends the run with a reason',
    async ([_, [platform, fault, says]], { pipeline }) => {
      const { business, run } = await collectUnder(pipeline, platform, { ...fault, times: ALL_TRIES })
      expect(run).toMatchObject({
        status: 'failed',
        errors: [says],
        pagesScraped: run?.reviewsNew === 0 ? 0 : 1,
      })
      await expectWholeListNextTime(pipeline, { business, platform })
    },
  )
})

const CAPTCHA = (name: string) =>
  `${name} asked for a captcha. We don't solve captchas, so this collection stops here; the next one tries again.`
const BLOCKED = (name: string) =>
  `${name} refused to show us its reviews. This collection stops here; the next one tries again.`
const CONSENT =
  "Google showed its cookie consent page instead of reviews. We don't accept it on your behalf; the next collection tries again."
const LIMITED =
  "Google shows visitors who aren't signed in only a limited view of this place, without its reviews."
const CHANGED = (name: string) =>
  `${name} changed how it sends reviews, so we can't read them at the moment. Nothing from this answer was saved.`
const TOO_MUCH = (name: string) => `${name} sent far more data than a list of reviews. None of it was saved.`

const final: Case[] = [
  ['google', { kind: 'consent' }, CONSENT],
  ['google', { kind: 'consent', variant: 'page' }, CONSENT],
  ['google', { kind: 'captcha' }, CAPTCHA('Google')],
  ['google', { kind: 'captcha', variant: 'page' }, CAPTCHA('Google')],
  ['google', { kind: 'wrong_type' }, CHANGED('Google')],
  ['google', { kind: 'oversized' }, TOO_MUCH('Google')],
  ['google', { kind: 'redirect_elsewhere' }, BLOCKED('Google')],
  ['google', { kind: 'limited_view' }, LIMITED],
  ['google', { kind: 'limited_view', variant: 'five' }, LIMITED],
  ['google', { kind: 'limited_view', variant: 'empty' }, LIMITED],
  ['google', { kind: 'limited_view', variant: 'empty', skip: 2 }, LIMITED],
  ['yelp', { kind: 'captcha' }, CAPTCHA('Yelp')],
  ['yelp', { kind: 'captcha', variant: 'page' }, CAPTCHA('Yelp')],
  ['yelp', { kind: 'captcha', variant: 'json' }, CAPTCHA('Yelp')],
  ['yelp', { kind: 'captcha', variant: 'address' }, BLOCKED('Yelp')],
  ['yelp', { kind: 'captcha', skip: 2 }, CAPTCHA('Yelp')],
  ['yelp', { kind: 'unavailable', variant: 'sorry' }, BLOCKED('Yelp')],
  ['yelp', { kind: 'wrong_type' }, CHANGED('Yelp')],
  ['yelp', { kind: 'oversized' }, TOO_MUCH('Yelp')],
  ['yelp', { kind: 'redirect_elsewhere' }, BLOCKED('Yelp')],
  [
    'yelp',
    { kind: 'forbidden_document' },
    'Yelp changed its website and no longer understands our request. This is not a block: the operator of this service has to enter the new Yelp document id in the settings.',
  ],
]

describe('a fault that does not pass by itself', () => {
  test.for(final.map(named))(
    '%s: one request, and the run ends with its reason',
    async ([_, [platform, fault, says]], { pipeline }) => {
      const { business, run } = await collectUnder(pipeline, platform, { ...fault, times: 1 })
      const isWarning = says === CAPTCHA(NAMES[platform])
      expect(run).toMatchObject({
        status: 'failed',
        errors: isWarning ? [] : [says],
        warnings: isWarning ? [says] : [],
        pagesScraped: fault.skip ?? 0,
      })
      await expectWholeListNextTime(pipeline, { business, platform })
    },
  )
})

test.for(['google', 'yelp'] as const)(
  'a list of %s that forgot our place is walked anew, once a run',
  async (platform, { pipeline: once }) => {
    const forgot = `${NAMES[platform]} lost track of where we stopped reading its list. We'll start again from the newest review.`
    const anew = await collectUnder(once, platform, { kind: 'expired_token', times: 1 })
    expect(anew.run).toMatchObject({ status: 'succeeded', errors: [], warnings: [forgot], pagesScraped: 3 })
    await expectWholeListNextTime(once, { business: anew.business, platform })

    const twice = await createPipeline()
    const again = await collectUnder(twice, platform, { kind: 'expired_token', times: 2 })
    expect(again.run).toMatchObject({ status: 'failed', errors: [forgot], warnings: [forgot] })
    await expectWholeListNextTime(twice, { business: again.business, platform })
  },
)

test("an empty list of a place that has shown reviews is not taken for 'no reviews'", async ({
  pipeline,
}) => {
  const business = await pipeline.addListing('mixed', 'google')
  await pipeline.collect(business)
  pipeline.clock.now += HOUR_MS
  await upstream.addFault({ kind: 'empty_list', platform: 'google', listing: 'mixed', times: ALL_TRIES })
  const [run] = await pipeline.collect(business)
  expect(run).toMatchObject({
    status: 'failed',
    errors: ['Google sent an empty list, although it has shown reviews of this business before.'],
  })
  await expectWholeListNextTime(pipeline, { business, platform: 'google' })
})

test('a place taken down is named, and its reviews stay', async ({ pipeline }) => {
  const business = await pipeline.addBusiness({
    googleUrl: 'https://www.google.com/maps/place/x/data=!1s0x23f0753c3e3eeca5:0x9d5bf7342d827be3',
    yelpUrl: 'https://www.yelp.com/biz/cedar-point-hardware-elkwater',
  })
  const runs = await pipeline.collect(business)
  for (const [index, name] of ['Google', 'Yelp'].entries()) {
    expect(
      runs.find((run) => run.platform === name.toLowerCase()),
      String(index),
    ).toMatchObject({
      status: 'failed',
      errors: [
        `${name} no longer knows this listing. Check the link of this business. Reviews collected so far are kept.`,
      ],
    })
  }
})

test.for<[string, Omit<Fault, 'listing'>, string]>([
  ['a captcha', { kind: 'captcha', platform: 'yelp' }, CAPTCHA('Yelp')],
  [
    'a redirect to the metadata address',
    { kind: 'redirect_elsewhere', platform: 'yelp' },
    'We followed the link. This is not a Yelp address. Open your business on Yelp and paste the address of its page, such as https://www.yelp.com/biz/….',
  ],
])(
  '%s instead of the page behind an alias ends the run with its reason',
  async ([_, fault, says], { pipeline }) => {
    const business = await pipeline.addListing('mixed', 'yelp')
    await upstream.addFault({ ...fault, listing: 'mixed', path: '/biz/', times: 1 })
    const [run] = await pipeline.collect(business)
    expect(run).toMatchObject({ status: 'failed' })
    expect([run?.errors, run?.warnings]).toEqual(says === CAPTCHA('Yelp') ? [[], [says]] : [[says], []])
    await expectWholeListNextTime(pipeline, { business, platform: 'yelp' })
  },
)

test('Retry-After is waited for, also by doubled messages', async ({ pipeline }) => {
  pipeline.queue.fate = (pending) => [pending, { ...pending }, { ...pending }]
  await collectUnder(pipeline, 'google', { kind: 'rate_limited', retryAfterSeconds: 90, times: 1 })
  const [first, second, third] = pipeline.requests
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(90 * SECOND_MS)
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeLessThan(93 * SECOND_MS)
  expect((third?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThanOrEqual(SECOND_MS)
  expect(pipeline.requests).toHaveLength(4)
})

test('a platform that wants to be left alone for longer ends the run, and is not asked before', async ({
  pipeline,
}) => {
  const { business, run } = await collectUnder(pipeline, 'google', {
    kind: 'rate_limited',
    retryAfterSeconds: (5 * HOUR_MS) / SECOND_MS,
    times: 1,
  })
  const failedAt = pipeline.clock.now
  expect(run).toMatchObject({ status: 'failed', errors: ['Google asked us to slow down.'] })
  const [source] = await rows<{ next_due_at: number; failures: number }>(
    'SELECT next_due_at, failures FROM business_sources WHERE business_id = ?',
    business.id,
  )
  expect(source?.failures).toBe(1)
  expect(source?.next_due_at).toBeGreaterThanOrEqual(failedAt + 5 * HOUR_MS)
  pipeline.clock.now = (source?.next_due_at ?? 0) - MINUTE_MS
  await pipeline.tick()
  expect(await pipeline.hasOpenRuns()).toBe(false)
  pipeline.clock.now += MINUTE_MS
  await pipeline.tick()
  expect(await pipeline.hasOpenRuns()).toBe(true)
})

test('no request under all these faults left the listed hosts', async () => {
  const requests = await upstream.requests()
  expect(requests.filter((request) => request.unknown)).toEqual([])
})
