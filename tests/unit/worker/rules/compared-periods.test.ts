import { expect, test } from 'vitest'
import { periodsOfPair } from '#worker/rules/compared-periods.ts'

test.each([
  ['month', '2026-01-15', ['2025-12-01', '2025-12-31'], ['2026-01-01', '2026-01-15']],
  ['month', '2026-03-01', ['2026-02-01', '2026-02-28'], ['2026-03-01', '2026-03-01']],
  ['quarter_last_year', '2026-11-20', ['2025-10-01', '2025-11-20'], ['2026-10-01', '2026-11-20']],
  ['quarter_last_year', '2028-02-29', ['2027-01-01', '2027-02-28'], ['2028-01-01', '2028-02-29']],
  ['own', '2026-11-30', ['2026-10-02', '2026-10-31'], ['2026-11-01', '2026-11-30']],
] as const)('the periods for %s on %s are correct', (pair, today, before, after) => {
  const span = ([from, to]: readonly [string, string]) => ({ from, to })
  expect(periodsOfPair(pair, today)).toEqual({ before: span(before), after: span(after) })
})
