import { expect, test } from 'vitest'
import { DAY_MS, utcDay } from '#worker/rules/durations.ts'

test('the UTC day is the same on repeated calls, with any number of days in between', () => {
  const noon = Date.UTC(2026, 10, 26, 12)
  for (const _ of [1, 2]) {
    for (let day = -6_000; day < 6_000; day += 1) {
      const at = noon + day * DAY_MS
      expect(utcDay(at)).toBe(new Date(at).toISOString().slice(0, 10))
    }
  }
})

test.each([
  [0, '1970-01-01'],
  [-1, '1969-12-31'],
  [DAY_MS - 1, '1970-01-01'],
  [DAY_MS, '1970-01-02'],
])('%d ms is on %s', (milliseconds, day) => {
  expect(utcDay(milliseconds)).toBe(day)
})

test('an invalid time has no day', () => {
  expect(() => utcDay(Number.NaN)).toThrow(RangeError)
  expect(() => utcDay(1e18)).toThrow(RangeError)
})
