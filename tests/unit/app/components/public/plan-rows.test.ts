import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FEATURE_NAMES, highlights, PLAN_GROUPS } from '#app/components/public/plan-rows.ts'
import { PLAN_FEATURES, type PlanFeature } from '#worker/rules/plans.ts'

const FOUR = 'Google, Yelp, Facebook, TripAdvisor'

/** The expected plan table: Free, Pro, AI Insights. */
test.each([
  ['Price per month', '$0', '$19', '$49'],
  ['Locations', '1', '3', '10'],
  ['Platforms', 'Google, Yelp', FOUR, FOUR],
  ['Platforms of your own', '1', '5', '20'],
  ['History', '30 days', '90 days', '365 days'],
  ['New reviews per month', '50', '500', '2,000'],
  ['Older and imported reviews, in total', '500', '20,000', '200,000'],
  ['Checks for new reviews', 'When you ask', 'Every 6 hours', 'Every 2 hours'],
  ['E-mails that ask for a review, per day', '10', '50', '200'],
  ['Pages of reviews read at a time', '1', '5', '20'],
  ['CSV export', false, true, true],
  ['Location comparison', false, true, true],
  ['AI insights', false, false, true],
  ['Keyword trend analysis', false, false, true],
  ['Competitor benchmarking', false, false, true],
  ['Predictive analytics', false, false, true],
  ['API access', false, false, true],
  ['Custom reports', false, false, true],
  ['Widgets for your site', '1', '5', '20'],
  ['People on your team', '1', '3', '10'],
  ['Support', 'E-mail', 'Priority', 'Priority'],
])('the plan table lists %s as %s, %s and %s', (name, free, pro, aiInsights) => {
  const rows = PLAN_GROUPS.flatMap((group) => group.rows)
  expect(rows).toHaveLength(21)
  expect(rows.find((row) => row.name === name)?.values).toEqual({ free, pro, ai_insights: aiInsights })
})

test('every feature of a plan has a row', () => {
  expect([...Object.keys(FEATURE_NAMES), 'hasPrioritySupport'].sort()).toEqual([...PLAN_FEATURES].sort())
})

/** The file that implements each feature. */
const PLACES: Partial<Record<PlanFeature, string>> = {
  hasCsvExport: 'worker/http/exports.ts',
  hasLocationComparison: 'app/routes/app.analytics/route.tsx',
  hasAIInsights: 'app/routes/app.ai-insights/route.tsx',
  hasCompetitorBenchmark: 'app/routes/app.ai-insights_.competitors/route.tsx',
  hasKeywordTrends: 'app/routes/app.ai-insights/topics-card.tsx',
  hasCustomReports: 'app/routes/app.ai-insights_.reports/route.tsx',
  hasPredictiveAnalytics: 'app/routes/app.ai-insights/outlook-card.tsx',
  hasApiAccess: 'worker/http/api-v1/serve.ts',
}

test.each(PLAN_FEATURES)('every feature on sale is implemented: %s', (feature) => {
  if (feature === 'hasPrioritySupport') return
  expect(existsSync(PLACES[feature] ?? 'nowhere')).toBe(true)
})

test("a plan's card lists what the plan adds to the cheaper one", () => {
  expect((['free', 'pro', 'ai_insights'] as const).map(highlights)).toEqual([
    ['1 location', 'Google, Yelp', '30 days of history', '50 new reviews a month'].concat(
      'Checks for new reviews when you ask',
      'Support by e-mail',
    ),
    [
      '3 locations',
      FOUR,
      '90 days of history',
      '500 new reviews a month',
      'Checks for new reviews every 6 hours',
    ].concat('Priority support', 'CSV export', 'Location comparison'),
    [
      '10 locations',
      FOUR,
      '365 days of history',
      '2,000 new reviews a month',
      'Checks for new reviews every 2 hours',
    ]
      .concat('Priority support', 'AI insights', 'Keyword trend analysis', 'Competitor benchmarking')
      .concat('Predictive analytics', 'API access', 'Custom reports'),
  ])
})
