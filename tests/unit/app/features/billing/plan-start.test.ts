import { expect, test } from 'vitest'
import { olderReviews, planStartText } from '#app/features/billing/plan-start.ts'

const LIMIT = { kind: 'history', waiting: 3, until: '2026-07-01T00:00:00.000Z', moreWith: null } as const

function business(change: object = {}, source: object = {}) {
  const sources = [{ backfilling: true, statedTotal: 240, storedTotal: 53, limit: null, ...source }]
  return { isActive: true, aboveLimit: false, sources, ...change }
}

test('older reviews are those that platforms have and we don’t', () => {
  expect(olderReviews([business(), business({}, { statedTotal: 10, storedTotal: 4 })])).toBe(193)
})

test.each([
  ['of a paused business', business({ isActive: false })],
  ['of a business above the limit', business({ aboveLimit: true })],
  ['of a list that is read to its end', business({}, { backfilling: false })],
  ['that a limit keeps out', business({}, { limit: LIMIT })],
  ['of a platform that does not say how many', business({}, { statedTotal: null })],
  ['of a platform that says fewer than are stored', business({}, { statedTotal: 5 })],
])('no older reviews are promised %s', (_, one) => {
  expect(olderReviews([one])).toBe(0)
})

test.each([
  [
    'pro',
    187,
    'We’re getting your other 187 reviews now. From now on, we check every 6 hours. You see the last 90 days.',
  ],
  [
    'ai_insights',
    1,
    'We’re getting your other review now. From now on, we check every 2 hours. You see the last 365 days.',
  ],
  [
    'ai_insights',
    0,
    'We’re checking for new reviews within a minute. From now on, we check every 2 hours. You see the last 365 days.',
  ],
  ['pro', null, 'Next, add your first business. Then we check every 6 hours. You see the last 90 days.'],
])('a new %s plan with %s older reviews says what comes next', (plan, older, text) => {
  expect(planStartText(plan, older)).toBe(text)
})
