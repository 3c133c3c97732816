import { expect, test } from 'vitest'
import { shownPlan, upgradedPlan } from '#worker/rules/plan-state.ts'

const NOWHERE = new URLSearchParams()
const BACK = new URLSearchParams('upgrade=success&plan=pro')

test.each([
  ['upgrade=success&plan=pro', 'pro'],
  ['upgrade=success&plan=ai_insights', 'ai_insights'],
  ['upgrade=failed&plan=pro', null],
  ['plan=pro', null],
  ['upgrade=success', null],
  ['upgrade=success&plan=enterprise', null],
  ['upgrade=success&plan=__proto__', null],
])('the query %s names the plan %s', (search, plan) => {
  expect(upgradedPlan(new URLSearchParams(search))).toBe(plan)
})

test.each([
  ["the server's word", 'pro', 'ai_insights', BACK, 'pro'],
  ['free, where the server says so, whatever the address claims', 'free', 'pro', BACK, 'free'],
  ['a paid plan this browser keeps, while the server can not be asked', undefined, 'pro', NOWHERE, 'pro'],
  [
    'what the address says, while the server can not be asked and only free is kept',
    undefined,
    'free',
    BACK,
    'pro',
  ],
  ['what the address says, where there is no subscription', null, 'ai_insights', BACK, 'pro'],
  ['free, where nobody says anything', null, null, NOWHERE, 'free'],
  ['free, where nothing is known', undefined, null, NOWHERE, 'free'],
])('the plan shown is %s', (_, fetched, stored, search, shown) => {
  expect(shownPlan(fetched, stored, search)).toBe(shown)
})
