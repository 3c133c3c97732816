import { expect } from 'vitest'
import { test } from '#tests/edge/support/test.ts'
import type { Fault } from '#tests/upstream/control.ts'
import { HOUR_MS, SECOND_MS } from '#worker/rules/durations.ts'
import { type Pipeline, upstream } from './pipeline.ts'
import { asStored, byId, storedReviews } from './stored.ts'

// Only the fault tests put these businesses on `mixed`. Each fault occurs often enough to use up the run's retries.
type Platform = 'google' | 'yelp'
export type Case = [platform: Platform, fault: Omit<Fault, 'platform' | 'listing'>, says: string]

const LIST_PATHS = { google: '/httpservice/', yelp: '/gql/batch' } as const
export const NAMES = { google: 'Google', yelp: 'Yelp' } as const
/** A first try and three retries. */
export const ALL_TRIES = 4

function named([platform, fault, says]: Case): [string, Case] {
  const { kind, variant, skip } = fault
  return [
    `${platform}: ${kind}${variant ? ` (${variant})` : ''}${skip ? ' on a later page' : ''}`,
    [platform, fault, says],
  ]
}

/** Collects three pages with the fault on, and returns how the run ended. */
export async function collectUnder(pipeline: Pipeline, platform: Platform, fault: Case[1]) {
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

export async function expectWholeListNextTime(
  pipeline: Pipeline,
  { business, platform }: { business: Awaited<ReturnType<Pipeline['addListing']>>; platform: Platform },
) {
  pipeline.clock.now += HOUR_MS
  const [run] = await pipeline.collect(business, [platform])
  expect(run?.status).toBe('succeeded')
  const truth = await upstream.reviews(platform, 'mixed', platform === 'yelp' ? 'en' : undefined)
  expect(byId(await storedReviews(business, platform))).toEqual(byId(asStored(truth, platform)))
}

export const PASSING: Case[] = (['google', 'yelp'] as const).flatMap((platform): Case[] => {
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
PASSING.push(
  ['google', { kind: 'unavailable', variant: 'sorry' }, "Google didn't answer."],
  ['yelp', { kind: 'empty_list' }, 'Yelp reports 120 reviews but sent an empty list.'],
)

/** workerd itself repeats a GET whose connection was cut, so Google's list gets more requests than we send. */
export const STAYING = PASSING.filter(([platform, { kind }]) => !(platform === 'google' && kind === 'reset'))

export const CAPTCHA = (name: string) =>
  `${name} asked for a captcha. We don't solve captchas: we stopped, and try again next time.`
const BLOCKED = (name: string) =>
  `${name} refused to show us its reviews. We stopped, and try again next time.`
const CONSENT =
  "Google showed its cookie consent page instead of reviews. We don't accept it for you, and try again next time."
const LIMITED =
  "Google shows visitors who aren't signed in only a limited view of this place, without its reviews."
const CHANGED = (name: string) =>
  `${name} changed how it sends reviews, so we can't read them at the moment. Nothing was saved.`
const TOO_MUCH = (name: string) => `${name} sent far more data than a list of reviews. None of it was saved.`

export const FINAL: Case[] = [
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

/** Tests collecting under temporary faults, permanent faults, and faults that end a run at once. */
export function testFaults(passing: readonly Case[], staying: readonly Case[], final: readonly Case[]): void {
  test.for(passing.map(named))(
    '%s, passing: the run tries again and completes',
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
}
