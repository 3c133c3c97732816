import { expect, test } from 'vitest'
import { nextDue } from '#worker/rules/reports.ts'

test.each([
  ['weekly', '2026-06-10T12:00:00Z', '2026-06-15T06:00:00Z'],
  ['weekly', '2026-06-14T23:59:59Z', '2026-06-15T06:00:00Z'],
  ['weekly', '2026-06-15T05:59:59Z', '2026-06-15T06:00:00Z'],
  ['weekly', '2026-06-15T06:00:00Z', '2026-06-22T06:00:00Z'],
  ['weekly', '2026-12-31T12:00:00Z', '2027-01-04T06:00:00Z'],
  ['monthly', '2026-06-01T05:00:00Z', '2026-06-01T06:00:00Z'],
  ['monthly', '2026-06-01T06:00:00Z', '2026-07-01T06:00:00Z'],
  ['monthly', '2026-01-31T12:00:00Z', '2026-02-01T06:00:00Z'],
  ['monthly', '2026-12-02T00:00:00Z', '2027-01-01T06:00:00Z'],
] as const)('the next %s report after %s is due at %s', (rhythm, now, due) => {
  expect(nextDue(rhythm, Date.parse(now))).toBe(Date.parse(due))
})
