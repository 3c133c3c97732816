import { expect, test } from 'vitest'
import { lockedItems, NAV_ITEMS } from '#app/components/shell/nav-items.ts'

const ANALYTICS = ['Analytics', 'Upgrade to Pro to unlock Analytics']
const INSIGHTS = ['AI Insights', 'Upgrade to AI Insights to unlock this feature']

test.each([
  ['free', [ANALYTICS, INSIGHTS]],
  ['pro', [INSIGHTS]],
  ['ai_insights', []],
  ['a plan nobody knows', [ANALYTICS, INSIGHTS]],
])('%s has the locked sections %j', (plan, expected) => {
  expect(lockedItems(plan).map(({ label, text }) => [label, text])).toEqual(expected)
})

test('only the Dashboard entry is limited to its exact path', () => {
  expect(NAV_ITEMS.map(({ to, end }) => [to, end])).toEqual([
    ['/app', true],
    ['/app/reviews', false],
    ['/app/businesses', false],
  ])
})
