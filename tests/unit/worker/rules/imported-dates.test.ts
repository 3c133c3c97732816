import { expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { orderIn, readReviewDate } from '#worker/rules/imported-dates.ts'

const noon = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day, 12)

test.each([
  ['2024-03-04', noon(2024, 3, 4)],
  ['2024/3/4', noon(2024, 3, 4)],
  ['2024-03-04 18:20', noon(2024, 3, 4)],
  ['4.3.2024', noon(2024, 3, 4)],
  ['4/4/2024', noon(2024, 4, 4)],
  ['March 4, 2024', noon(2024, 3, 4)],
  ['Mar 4th 2024', noon(2024, 3, 4)],
  ['4 March 2024', noon(2024, 3, 4)],
  ['4-Mar-2024', noon(2024, 3, 4)],
  ['Mon, Jun 1, 2026 at 8:15 AM', noon(2026, 6, 1)],
  ['Mon, 01 Jun 2026 08:15:00 +0000', noon(2026, 6, 1)],
  ['2024-03-04T18:20:00Z', Date.UTC(2024, 2, 4, 18, 20)],
  ['2024-03-04T18:20:00.123456Z', Date.UTC(2024, 2, 4, 18, 20, 0, 123)],
  ['2024-03-04 18:20:00 UTC', Date.UTC(2024, 2, 4, 18, 20)],
  ['2024-03-04T18:20:00+0200', Date.UTC(2024, 2, 4, 16, 20)],
  ['1709576400', 1_709_576_400_000],
  ['1709576400000', 1_709_576_400_000],
  [' 2024-03-04 ', noon(2024, 3, 4)],
])('%j is read without knowing the date order', (text, expected) => {
  expect(readReviewDate(text, null)).toBe(expected)
})

test.each([
  ['3/4/2024', noon(2024, 4, 3), noon(2024, 3, 4), 'either'],
  ['3-4-24', noon(2024, 4, 3), noon(2024, 3, 4), 'either'],
  ['3/4/2024 6:20 PM', noon(2024, 4, 3), noon(2024, 3, 4), 'either'],
  ['25/3/2024', noon(2024, 3, 25), null, 'dmy'],
  ['3/25/2024', null, noon(2024, 3, 25), 'mdy'],
  ['30/02/2024', null, null, 'dmy'],
  ['4/4/2024', noon(2024, 4, 4), noon(2024, 4, 4), null],
  ['2024-03-04', noon(2024, 3, 4), noon(2024, 3, 4), null],
  ['4.3.2024', noon(2024, 3, 4), noon(2024, 3, 4), null],
  ['25/25/2024', null, null, null],
] as const)('%j is read in either date order where possible', (text, dayFirst, monthFirst, order) => {
  expect(readReviewDate(text, 'dmy')).toBe(dayFirst)
  expect(readReviewDate(text, 'mdy')).toBe(monthFirst)
  expect(orderIn(text)).toBe(order)
})

test('an ambiguous date is not guessed', () => {
  expect(readReviewDate('3/4/2024', null)).toBeNull()
})

test.each([
  '',
  'yesterday',
  '2 weeks ago',
  '2024-02-30',
  '2023-02-29T10:00:00Z',
  '2024-13-01',
  '0000-00-00',
  '1970-01-01',
  '2150-01-01',
  'March 2024',
  '4 marraskuuta 2024',
  'Table 4 May 2024',
  'Foo 4, 2024',
  'x'.repeat(100),
])('%j is not a date', (text) => {
  for (const order of ['dmy', 'mdy', null] as const) expect(readReviewDate(text, order)).toBeNull()
})

test.each(['1/', ' ', '2024-', 'march ', '1,'])('64 KiB of %j are read within 50 ms', (unit) => {
  const text = unit.repeat(64 * 1024)
  expect(fastestMs(() => [readReviewDate(text, null), orderIn(text)])).toBeLessThan(50)
})
