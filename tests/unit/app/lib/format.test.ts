import { expect, test } from 'vitest'
import { formatDuration, formatFor } from '#app/lib/format.ts'

const BRITISH = formatFor({ locale: 'en-GB', timeZone: 'Europe/London' })
const GERMAN = formatFor({ locale: 'de-DE', timeZone: 'Europe/Berlin' })
const NOW = Date.parse('2026-03-20T12:00:00Z')

test('numbers follow the locale', () => {
  expect(BRITISH.number(1234)).toBe('1,234')
  expect(GERMAN.number(1234)).toBe('1.234')
})

test('ratings and rates have one decimal', () => {
  expect(BRITISH.rating(4)).toBe('4.0')
  expect(GERMAN.rating(4.25)).toBe('4,3')
  expect(BRITISH.percent(62.5)).toBe('62.5%')
})

test('a date is the day in the user’s time zone', () => {
  const lateEvening = '2026-03-01T23:30:00Z'
  expect(BRITISH.date(lateEvening)).toBe('1 Mar 2026')
  expect(GERMAN.date(lateEvening)).toBe('02.03.2026')
})

test('a day of the statistics is the same in every time zone', () => {
  expect(formatFor({ locale: 'en-GB', timeZone: 'Pacific/Auckland' }).day('2026-03-01')).toBe('1 Mar')
  expect(formatFor({ locale: 'en-GB', timeZone: 'America/Los_Angeles' }).day('2026-03-01')).toBe('1 Mar')
})

test.each([
  ['2026-03-20T11:59:30Z', 'just now'],
  ['2026-03-20T11:59:00Z', '1 minute ago'],
  ['2026-03-20T11:01:00Z', '59 minutes ago'],
  ['2026-03-20T11:00:00Z', '1 hour ago'],
  ['2026-03-19T12:30:00Z', '23 hours ago'],
  ['2026-03-19T12:00:00Z', 'yesterday'],
  ['2026-03-17T12:00:00Z', '3 days ago'],
  ['2026-02-18T12:00:00Z', '18 Feb 2026'],
  ['2026-03-20T14:00:00Z', 'in 2 hours'],
  ['2026-03-21T13:00:00Z', 'tomorrow'],
  ['2026-03-27T11:59:00Z', 'in 7 days'],
])('%s is formatted as "%s"', (iso, text) => {
  expect(BRITISH.relative(iso, NOW)).toBe(text)
})

test.each([
  [800, '0.8 s'],
  [42_000, '42 s'],
  [185_000, '3 min 5 s'],
])('%d ms is formatted as "%s"', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text)
})
