import * as v from 'valibot'
import { expect, test } from 'vitest'
import { RangeEnd, RangeStart } from '#worker/rules/fields.ts'
import { messageOf } from './messages.ts'

test.each([
  ['2026-03-01', Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 2)],
  ['2024-02-29', Date.UTC(2024, 1, 29), Date.UTC(2024, 2, 1)],
  ['2026-03-01T10:00:00Z', Date.UTC(2026, 2, 1, 10), Date.UTC(2026, 2, 1, 10) + 1],
  ['2026-03-01T10:00:00.250Z', Date.UTC(2026, 2, 1, 10, 0, 0, 250), Date.UTC(2026, 2, 1, 10, 0, 0, 251)],
  ['2026-03-01T01:00+02:00', Date.UTC(2026, 1, 28, 23), Date.UTC(2026, 1, 28, 23) + 1],
])('a range from and to %s includes both', (text, start, end) => {
  expect(v.parse(RangeStart, text)).toBe(start)
  expect(v.parse(RangeEnd, text)).toBe(end)
})

test.each([
  '',
  'yesterday',
  '2026-3-1',
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-03-01T25:00:00Z',
  '2026-03-01T10:00:00',
  '2026-03-01 10:00',
  '12026-03-01',
  "2026-03-01'",
  1_772_323_200_000,
])('%j is refused as a date', (value) => {
  expect(messageOf(RangeStart, value)).toBe('Enter a date as YYYY-MM-DD.')
  expect(messageOf(RangeEnd, value)).toBe('Enter a date as YYYY-MM-DD.')
})
