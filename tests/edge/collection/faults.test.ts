import { beforeAll, expect } from 'vitest'
import { test } from '#tests/edge/support/test.ts'
import type { Fault } from '#tests/upstream/control.ts'
import { volume } from '#tests/volume.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#worker/rules/durations.ts'
import {
  ALL_TRIES,
  CAPTCHA,
  type Case,
  collectUnder,
  expectWholeListNextTime,
  FINAL,
  NAMES,
  PASSING,
  STAYING,
  testFaults,
} from './support/fault-cases.ts'
import { createPipeline, upstream } from './support/pipeline.ts'
import { rows } from './support/stored.ts'

beforeAll(() => upstream.forgetRequests())

/** Last case of each reason; reasons are compared without the platform's name. */
function ofEachReason(cases: readonly Case[]): Case[] {
  const reasonOf = ([platform, , says]: Case) => says.replaceAll(NAMES[platform], '')
  return [...Map.groupBy(cases, reasonOf).values()].flatMap((same) => same.slice(-1))
}

// faults.volume.test.ts covers all faults, variants and both platforms; the unit tests of each source cover
// which answer has which reason. A lasting fault is a passing one that occurs more often.
testFaults(ofEachReason(PASSING), ofEachReason(STAYING).slice(0, 2), ofEachReason(FINAL))

test.for((['google', 'yelp'] as const).slice(0, volume(1, 2)))(
  'a list of %s that lost our cursor is restarted once a run',
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

test("an empty list of a place with known reviews is not taken for 'no reviews'", async ({ pipeline }) => {
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

test('a place that was taken down fails the run with that reason', async ({ pipeline }) => {
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
      errors: [`${name} doesn't find this place. Check the link: copy it from ${name} again.`],
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
  '%s instead of the page of an alias ends the run with its reason',
  async ([_, fault, says], { pipeline }) => {
    const business = await pipeline.addListing('mixed', 'yelp')
    await upstream.addFault({ ...fault, listing: 'mixed', path: '/biz/', times: 1 })
    const [run] = await pipeline.collect(business)
    expect(run).toMatchObject({ status: 'failed' })
    expect([run?.errors, run?.warnings]).toEqual(says === CAPTCHA('Yelp') ? [[], [says]] : [[says], []])
    await expectWholeListNextTime(pipeline, { business, platform: 'yelp' })
  },
)

test('Retry-After is respected, even by duplicate messages', async ({ pipeline }) => {
  pipeline.queue.fate = (pending) => [pending, { ...pending }, { ...pending }]
  await collectUnder(pipeline, 'google', { kind: 'rate_limited', retryAfterSeconds: 90, times: 1 })
  const [first, second, third] = pipeline.requests
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(90 * SECOND_MS)
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeLessThan(93 * SECOND_MS)
  expect((third?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThanOrEqual(SECOND_MS)
  expect(pipeline.requests).toHaveLength(4)
})

test('a long Retry-After ends the run, and the platform is not asked before it is over', async ({
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

test('requests under all these faults stay on the listed hosts', async () => {
  const requests = await upstream.requests()
  expect(requests.filter((request) => request.unknown)).toEqual([])
})
