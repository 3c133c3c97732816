import { expect, test } from 'vitest'
import { isoFromDay, isoFromInstant, isoFromMillis } from '#worker/sources/instants.ts'

test.each([
  ['2024-02-23T15:10:29Z', '2024-02-23T15:10:29.000Z'],
  ['2024-02-23T07:10:29-08:00', '2024-02-23T15:10:29.000Z'],
  ['2018-11-25T12:17:16+0130', '2018-11-25T10:47:16.000Z'],
  ['2024-02-23T15:10:29.123456789Z', '2024-02-23T15:10:29.123Z'],
  ['2024-02-23 15:10:29Z', '2024-02-23T15:10:29.000Z'],
])('%s is read as %s', (text, iso) => {
  expect(isoFromInstant(text)).toBe(iso)
})

test('a local time without a zone gives only the day', () => {
  expect(isoFromInstant('2024-02-23T07:10:29')).toBe('2024-02-23T00:00:00.000Z')
})

test.each([
  '2 months ago',
  'a month ago',
  ' πριν από 3 εβδομάδες',
  '',
  '2024-02-30T10:00:00Z',
  '2024-13-01T10:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-01-01T00:00:00Z',
  '2024-02-23T99:10:29Z',
  null,
  undefined,
  1_700_000_000_000,
  {},
])('%j is not a date', (value) => {
  expect(isoFromInstant(value)).toBeNull()
})

test('a day is midnight UTC, and a day that does not exist is not a date', () => {
  expect(isoFromDay(2023, 11, 2)).toBe('2023-11-02T00:00:00.000Z')
  expect(isoFromDay(2024, 2, 29)).toBe('2024-02-29T00:00:00.000Z')
  expect(isoFromDay(2023, 2, 29)).toBeNull()
  expect(isoFromDay(2023, 13, 1)).toBeNull()
})

test('times in milliseconds outside the plausible years are not dates', () => {
  expect(isoFromMillis(1_780_845_128_584)).toBe('2026-06-07T15:12:08.584Z')
  for (const ms of [0, -1, 1e300, Number.NaN, Number.POSITIVE_INFINITY, 1_780_845_128]) {
    expect(isoFromMillis(ms)).toBeNull()
  }
})
