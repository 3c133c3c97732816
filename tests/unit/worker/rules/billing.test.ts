import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  CheckoutInput,
  ConfirmCheckoutInput,
  dueOnSwitch,
  effectivePlan,
  GRACE_DAYS,
  planEnd,
  planToPay,
  type Subscription,
} from '#worker/rules/billing.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { aboveLimitText, whatStops } from '#worker/rules/plan-changes.ts'

const START = Date.UTC(2026, 5, 1)
const PAID: Subscription = {
  id: 'sub_1',
  plan: 'pro',
  status: 'active',
  payment: 'paid',
  periodStartedAt: START,
  periodEndsAt: START + 30 * DAY_MS,
  cancelsAt: null,
}

test.each<[string, Partial<Subscription> | null, number, string]>([
  ['nothing bought', null, 0, 'free'],
  ['paid', {}, 1, 'pro'],
  ['the larger plan', { plan: 'ai_insights' }, 1, 'ai_insights'],
  ['cancelled, but paid until later', { cancelsAt: START + 30 * DAY_MS }, 1, 'pro'],
  ['a failed renewal, within its grace', { status: 'past_due' }, GRACE_DAYS - 0.001, 'pro'],
  ['a failed renewal, after its grace', { status: 'past_due' }, GRACE_DAYS, 'free'],
  ['refunded', { payment: 'refunded' }, 1, 'free'],
  ['disputed', { payment: 'disputed' }, 1, 'free'],
  ['ended', { status: 'ended' }, 1, 'free'],
])('the effective plan follows the subscription: %s', (_, change, days, plan) => {
  expect(effectivePlan(change && { ...PAID, ...change }, START + days * DAY_MS)).toBe(plan)
})

const [EARLY, LATE] = ['2026-12-03T00:00:00.000Z', '2026-12-26T00:00:00.000Z']
test.each([
  ['a cancelled plan', { endsAt: LATE, graceEndsAt: null }, LATE],
  ['a failed payment', { endsAt: null, graceEndsAt: EARLY }, EARLY],
  ['a cancelled plan with a failed payment', { endsAt: LATE, graceEndsAt: EARLY }, EARLY],
  ['a failed payment shortly before the end', { endsAt: EARLY, graceEndsAt: LATE }, EARLY],
  ['a plan that renews', { endsAt: null, graceEndsAt: null }, null],
])('Billing names one date for the end of %s', (_, times, end) => {
  expect(planEnd(times)).toBe(end)
})

test.each([
  ['the whole period', 0, 'ai_insights', 3_000],
  ['half of it', 15, 'ai_insights', 1_500],
  ['its last second', 30, 'ai_insights', 0],
  ['a period that is over', 40, 'ai_insights', 0],
  ['a smaller plan', 0, 'pro', 0],
] as const)('the immediate cost of a plan change: %s', (_, days, plan, cents) => {
  const paid: Subscription = { ...PAID, plan: plan === 'pro' ? 'ai_insights' : 'pro' }
  expect(dueOnSwitch(paid, plan, START + days * DAY_MS)).toBe(cents)
})

test.each([
  ['/checkout?plan=pro', 'pro'],
  ['/checkout?plan=ai_insights', 'ai_insights'],
  ['/checkout?plan=free', null],
  ['/checkout?plan=pro&outcome=abandoned', null],
  ['//evil.example/checkout?plan=pro', null],
  ['/app', null],
])('%s leads to payment for %s', (path, plan) => {
  expect(planToPay(path)).toBe(plan)
})

describe('the list of losses', () => {
  const all = ['google', 'yelp', 'facebook', 'tripadvisor']
  const locations = ['Harbor Books', 'Hill Bakery', 'Corner Dentist', 'Old Mill'].map((name, index) => ({
    name,
    platforms: index === 0 ? all : ['google'],
  }))
  const used = { locations, widgets: 6, ownPlatforms: 2 }
  const fewUsed = { locations: locations.slice(0, 1), widgets: 1, ownPlatforms: 1 }

  test('names the affected locations from AI Insights to Free', () => {
    expect(whatStops('ai_insights', 'free', used)).toEqual([
      'Hill Bakery, Corner Dentist and Old Mill stay on screen, but new reviews are no longer collected.',
      'Facebook and TripAdvisor reviews are no longer collected.',
      'Only your oldest widget still shows reviews on your site.',
      'Of your own platforms, only the oldest still accepts new reviews.',
      'You see reviews from the last 30 days, not 365.',
      'Up to 50 new reviews are stored a month, not 2,000.',
      'New reviews come only when you press Collect now, no longer by themselves.',
      'You can ask 10 people a day by e-mail, not 200, and only for locations with a connected Google or Facebook account.',
      'You get 10 AI credits a month, not 1,000.',
      'There is 1 seat. Nobody is removed, but nobody can join while all are taken.',
      'Reviews can’t be exported as CSV.',
      'Analytics is locked.',
      'AI Insights is locked.',
      'Scheduled reports end, and you would have to start them again later.',
      'API keys stop working.',
    ])
  })

  test('has no locations from AI Insights to Pro if there are few', () => {
    expect(whatStops('ai_insights', 'pro', { ...used, locations: locations.slice(0, 2) })).toEqual([
      'Only your 5 oldest widgets still show reviews on your site.',
      'You see reviews from the last 90 days, not 365.',
      'Up to 500 new reviews are stored a month, not 2,000.',
      'Reviews are collected every 6 hours, not every 2.',
      'You can ask 50 people a day by e-mail, not 200.',
      'You get 100 AI credits a month, not 1,000.',
      'There are 3 seats. Nobody is removed, but nobody can join while all are taken.',
      'AI Insights is locked.',
      'Scheduled reports end, and you would have to start them again later.',
      'API keys stop working.',
    ])
  })

  test.each([
    ['free', 'pro'],
    ['pro', 'ai_insights'],
    ['pro', 'pro'],
  ])('is empty from %s to %s', (from, to) => {
    expect(whatStops(from, to, fewUsed)).toEqual([])
  })

  test('leaves out what the former plan had stopped already', () => {
    expect(whatStops('pro', 'pro', used)).toEqual([])
    expect(whatStops('pro', 'free', used)[0]).toBe(
      'Hill Bakery and Corner Dentist stay on screen, but new reviews are no longer collected.',
    )
  })

  test('locations above the limit of the current plan have a sentence of their own', () => {
    expect(aboveLimitText('pro', locations)).toBe(
      'Old Mill stays on screen, but new reviews aren’t collected: your plan’s locations are in use.',
    )
    expect(aboveLimitText('pro', locations.slice(0, 3))).toBeNull()
  })
})

test.each(['free', 'starter', 'enterprise', 'PRO', '', 19, null])('the plan %j is not for sale', (plan) => {
  expect(v.is(CheckoutInput, { plan })).toBe(false)
})

test.each(['short', 'x'.repeat(101), 'with space1', '../../etc', ''])(
  '%j is not a valid idempotency key',
  (key) => {
    expect(v.is(CheckoutInput, { plan: 'pro', idempotencyKey: key })).toBe(false)
  },
)

test.each(['sub_1', 'cs_', 'cs_1/expire', 'cs_1?x=y', '', 'cs_../customers'])(
  '%j is not a valid checkout id',
  (sessionId) => {
    expect(v.is(ConfirmCheckoutInput, { sessionId })).toBe(false)
  },
)
