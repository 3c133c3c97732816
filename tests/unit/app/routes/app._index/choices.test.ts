import { expect, test } from 'vitest'
import { dashboardAddress } from '#app/routes/app._index/choices.tsx'

test.each([
  [null, 'public', '/app'],
  [null, 'all', '/app?ledger=all'],
  ['b1', 'public', '/app?businessId=b1'],
  ['b1', 'all', '/app?businessId=b1&ledger=all'],
] as const)('the dashboard of %j with %s reviews is at %s', (businessId, ledger, address) => {
  expect(dashboardAddress({ businessId, ledger })).toBe(address)
})
