import { dollars } from '#worker/rules/billing.ts'
import { grouped } from '#worker/rules/counted.ts'
import {
  hasFeature,
  PLAN_PRICES,
  PLAN_TIERS,
  type PlanFeature,
  type PlanLimits,
  type PlanTier,
  planLimits,
} from '#worker/rules/plans.ts'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'

export type PlanValue = string | boolean

interface PlanRow {
  name: string
  values: Record<PlanTier, PlanValue>
}

interface PlanGroup {
  title: string
  rows: readonly PlanRow[]
}

/** Every feature except support, which has its own row. */
export const FEATURE_NAMES: Record<Exclude<PlanFeature, 'hasPrioritySupport'>, string> = {
  hasCsvExport: 'CSV export',
  hasLocationComparison: 'Location comparison',
  hasAIInsights: 'AI insights',
  hasKeywordTrends: 'Keyword trend analysis',
  hasCompetitorBenchmark: 'Competitor benchmarking',
  hasPredictiveAnalytics: 'Predictive analytics',
  hasApiAccess: 'API access',
  hasCustomReports: 'Custom reports',
}

function forEach(value: (tier: PlanTier) => PlanValue): Record<PlanTier, PlanValue> {
  return { free: value('free'), pro: value('pro'), ai_insights: value('ai_insights') }
}

function limit(name: string, value: (limits: PlanLimits) => string): PlanRow {
  return { name, values: forEach((tier) => value(planLimits(tier))) }
}

function feature(key: keyof typeof FEATURE_NAMES): PlanRow {
  return { name: FEATURE_NAMES[key], values: forEach((tier) => hasFeature(tier, key)) }
}

export function priceText(tier: PlanTier): string {
  return dollars(PLAN_PRICES[tier].priceCents)
}

/** Rows of the plan comparison. What owners ask about first comes first. */
export const PLAN_GROUPS: readonly PlanGroup[] = [
  {
    title: 'Reviews',
    rows: [
      { name: 'Price per month', values: forEach(priceText) },
      limit('Locations', ({ locations }) => grouped(locations)),
      limit('Platforms', ({ platforms }) => platforms.map((platform) => PLATFORM_NAMES[platform]).join(', ')),
      limit('Platforms of your own', ({ ownPlatforms }) => grouped(ownPlatforms)),
      limit('History', ({ historyDays }) => `${historyDays} days`),
      limit('New reviews per month', ({ reviewsPerMonth }) => grouped(reviewsPerMonth)),
      limit('Older and imported reviews, in total', ({ importedReviews }) => grouped(importedReviews)),
      limit('Checks for new reviews', ({ refreshHours }) =>
        refreshHours === null ? 'When you ask' : `Every ${refreshHours} hours`,
      ),
      limit('E-mails that ask for a review, per day', ({ asksPerDay }) => grouped(asksPerDay)),
      limit('Pages of reviews read at a time', ({ scrapePages }) => grouped(scrapePages)),
    ],
  },
  {
    title: 'Tools',
    rows: [
      limit('Widgets for your site', ({ widgets }) => grouped(widgets)),
      feature('hasCsvExport'),
      feature('hasLocationComparison'),
      feature('hasAIInsights'),
      feature('hasKeywordTrends'),
      feature('hasCompetitorBenchmark'),
      feature('hasPredictiveAnalytics'),
      feature('hasApiAccess'),
      feature('hasCustomReports'),
    ],
  },
  {
    title: 'People',
    rows: [
      limit('People on your team', ({ seats }) => grouped(seats)),
      {
        name: 'Support',
        values: forEach((tier) => (hasFeature(tier, 'hasPrioritySupport') ? 'Priority' : 'E-mail')),
      },
    ],
  },
]

/** Highlights of a plan's card: its limits, and the features cheaper plans lack. */
export function highlights(tier: PlanTier): string[] {
  const limits = planLimits(tier)
  const cheaper = PLAN_TIERS[PLAN_TIERS.indexOf(tier) - 1]
  const gained = (Object.keys(FEATURE_NAMES) as (keyof typeof FEATURE_NAMES)[]).filter(
    (key) => hasFeature(tier, key) && !(cheaper && hasFeature(cheaper, key)),
  )
  return [
    limits.locations === 1 ? '1 location' : `${limits.locations} locations`,
    limits.platforms.map((platform) => PLATFORM_NAMES[platform]).join(', '),
    `${limits.historyDays} days of history`,
    `${grouped(limits.reviewsPerMonth)} new reviews a month`,
    limits.refreshHours === null
      ? 'Checks for new reviews when you ask'
      : `Checks for new reviews every ${limits.refreshHours} hours`,
    hasFeature(tier, 'hasPrioritySupport') ? 'Priority support' : 'Support by e-mail',
    ...gained.map((key) => FEATURE_NAMES[key]),
  ]
}
