import { expect, test } from 'vitest'
import { withFeature } from '#worker/api/init.ts'
import { dollars } from '#worker/rules/billing.ts'
import {
  allowance,
  allowsPlatform,
  canUpgrade,
  GATES,
  hasFeature,
  historyCutoff,
  isPlan,
  locationLimitAdvice,
  locationLimitMessage,
  lockText,
  PLAN_FEATURES,
  PLAN_PRICES,
  PLANS,
  type PlanFeature,
  type PlanLimits,
  planFor,
  planLimits,
  planName,
  recentCutoff,
  tierOf,
  unlockedBy,
} from '#worker/rules/plans.ts'
import { PLATFORMS } from '#worker/rules/platforms.ts'

test.each([
  ['free', 1, 30, 1, 50, 500, null, 1, 10],
  ['starter', 1, 30, 1, 50, 500, null, 1, 10],
  ['professional', 3, 90, 5, 500, 20_000, 6, 3, 100],
  ['enterprise', 10, 365, 20, 2_000, 200_000, 2, 10, 1_000],
  ['pro', 3, 90, 5, 500, 20_000, 6, 3, 100],
  ['ai_insights', 10, 365, 20, 2_000, 200_000, 2, 10, 1_000],
  ['gold', 0, 30, 1, 50, 500, null, 1, 10],
  ['constructor', 0, 30, 1, 50, 500, null, 1, 10],
  ['', 0, 30, 1, 50, 500, null, 1, 10],
])(
  'the limits of %j are as specified',
  (plan, locations, historyDays, scrapePages, reviewsPerMonth, importedReviews, refreshHours, seats, aiCredits) => {
    expect(planLimits(plan)).toMatchObject({
      locations,
      historyDays,
      scrapePages,
      reviewsPerMonth,
      importedReviews,
      refreshHours,
      seats,
      aiCredits,
    })
  },
)

test.each([
  ['free', ['google', 'yelp']],
  ['starter', ['google', 'yelp']],
  ['gold', ['google', 'yelp']],
  ['pro', PLATFORMS],
  ['professional', PLATFORMS],
  ['enterprise', PLATFORMS],
  ['ai_insights', PLATFORMS],
])('%s collects from %j', (plan, platforms) => {
  expect(planLimits(plan).platforms).toEqual(platforms)
  for (const platform of PLATFORMS) expect(allowsPlatform(plan, platform)).toBe(platforms.includes(platform))
  expect(allowsPlatform(plan, 'trustpilot')).toBe(false)
})

const PRO_FEATURES: PlanFeature[] = ['hasCsvExport', 'hasLocationComparison', 'hasPrioritySupport']

test.each(PLAN_FEATURES)('%s is included in the plans that list it', (feature) => {
  const isPro = PRO_FEATURES.includes(feature)
  expect(hasFeature('free', feature)).toBe(false)
  expect(hasFeature('starter', feature)).toBe(false)
  expect(hasFeature('gold', feature)).toBe(false)
  expect(hasFeature('pro', feature)).toBe(isPro)
  expect(hasFeature('professional', feature)).toBe(isPro)
  expect(hasFeature('ai_insights', feature)).toBe(true)
  expect(hasFeature('enterprise', feature)).toBe(true)
  expect(planFor(feature)).toBe(isPro ? 'pro' : 'ai_insights')
})

test.each([
  [1_900, '$19'],
  [0, '$0'],
  [3_012, '$30.12'],
  [150, '$1.50'],
])('%i cents are shown as %s', (cents, text) => {
  expect(dollars(cents)).toBe(text)
})

test('prices are 0, 19 and 49 a month', () => {
  expect(PLAN_PRICES.free.priceCents).toBe(0)
  expect(PLAN_PRICES.pro.priceCents).toBe(1_900)
  expect(PLAN_PRICES.ai_insights.priceCents).toBe(4_900)
})

test.each([
  ['free', 'Free'],
  ['starter', 'Starter'],
  ['professional', 'Professional'],
  ['enterprise', 'Enterprise'],
  ['pro', 'Pro'],
  ['ai_insights', 'AI Insights'],
  ['gold', 'gold'],
])('the plan %s is shown as %s', (plan, name) => {
  expect(planName(plan)).toBe(name)
})

test('only listed plans are known', () => {
  expect(PLANS.every(isPlan)).toBe(true)
  expect(isPlan('toString')).toBe(false)
  expect(tierOf('gold')).toBe('free')
})

test('every plan below the highest can upgrade', () => {
  expect(PLANS.filter(canUpgrade)).toEqual(['free', 'starter', 'professional', 'pro'])
  expect(canUpgrade('gold')).toBe(true)
})

test('the location limit message names plan, limit and count', () => {
  expect(locationLimitMessage('free', 1, 1)).toBe(
    'Location limit reached. Your free plan allows 1 locations. You currently have 1. Please upgrade to add more locations.',
  )
})

const MIDNIGHT = Date.UTC(2026, 2, 31)

test.each([
  ['free', MIDNIGHT, Date.UTC(2026, 2, 1)],
  ['free', MIDNIGHT + 1, Date.UTC(2026, 2, 1)],
  ['free', MIDNIGHT - 1, Date.UTC(2026, 1, 28)],
  ['free', Date.UTC(2026, 2, 31, 23, 59, 59, 999), Date.UTC(2026, 2, 1)],
  ['gold', MIDNIGHT, Date.UTC(2026, 2, 1)],
  ['pro', MIDNIGHT, Date.UTC(2025, 11, 31)],
  ['ai_insights', MIDNIGHT, Date.UTC(2025, 2, 31)],
  ['ai_insights', Date.UTC(2024, 11, 31), Date.UTC(2024, 0, 1)],
])('the history of %s at %i starts at midnight', (plan, now, cutoff) => {
  expect(historyCutoff(plan, now)).toBe(cutoff)
})

test.each(['free', 'pro', 'ai_insights'])('recent reviews of %s are at most 30 days old', (plan) => {
  expect(recentCutoff(plan, MIDNIGHT + 1)).toBe(Date.UTC(2026, 2, 1))
})

test.each([
  ['analytics', 'free', 'Upgrade to Pro to unlock Analytics'],
  ['analytics', 'gold', 'Upgrade to Pro to unlock Analytics'],
  ['analytics', 'pro', null],
  ['analytics', 'ai_insights', null],
  ['ai-insights', 'free', 'Upgrade to AI Insights to unlock this feature'],
  ['ai-insights', 'pro', 'Upgrade to AI Insights to unlock this feature'],
  ['ai-insights', 'ai_insights', null],
] as const)('the lock text of %s on %s is %j', (section, plan, text) => {
  expect(lockText(section, plan)).toBe(text)
})

test.each([
  ['free', 'Your Free plan includes one location, and it is in use. Upgrade to add another one.'],
  ['pro', 'Your Pro plan includes 3 locations, and all of them are in use. Upgrade to add more.'],
  ['gold', 'Your plan includes no locations. Choose a plan to add your business.'],
])('the location limit on %s is explained in plain words', (plan, text) => {
  expect(locationLimitAdvice(plan)).toBe(text)
})

test('a feature or limit has to have exactly one gate to compile', () => {
  const { seats: _, ...withoutSeats } = GATES
  const { hasCsvExport: __, ...withoutExport } = GATES
  // @ts-expect-error: a limit is missing
  const limits: Record<PlanFeature | keyof PlanLimits, string> = withoutSeats
  // @ts-expect-error: a feature is missing
  const features: Record<PlanFeature | keyof PlanLimits, string> = withoutExport
  expect(Object.keys(limits)).toHaveLength(Object.keys(features).length)
  // @ts-expect-error: the list's gate enforces it
  expect(allowance('pro', 'historyDays')).toBe(90)
  // @ts-expect-error: an API key opens it
  expect(() => withFeature('hasApiAccess')).not.toThrow()
})

test.each([
  ['free', 'google', null],
  ['free', 'facebook', 'Pro'],
  ['free', 'tripadvisor', 'Pro'],
  ['pro', 'facebook', null],
  ['unknown', 'facebook', 'Pro'],
] as const)('on %s, %s is unlocked by %s', (plan, platform, opener) => {
  expect(unlockedBy(plan, platform)).toBe(opener)
})
