import { describe, expect, test } from 'vitest'
import { nextDigestAt, quietUntil } from '#worker/alerts/schedule.ts'

const at = (iso: string) => Date.parse(iso)
const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())

describe('next digest', () => {
  const weekly = { digest: 'weekly', digestWeekday: 1, digestMinute: 8 * 60 } as const
  const daily = { ...weekly, digest: 'daily' } as const

  test.each([
    ['off', { ...weekly, digest: 'off' as const, timeZone: 'UTC' }, '2026-06-15T12:00:00Z', null],
    [
      'weekly, today but earlier',
      { ...weekly, timeZone: 'UTC' },
      '2026-06-15T07:59:00Z',
      '2026-06-15T08:00:00.000Z',
    ],
    [
      'weekly, at its very moment',
      { ...weekly, timeZone: 'UTC' },
      '2026-06-15T08:00:00Z',
      '2026-06-22T08:00:00.000Z',
    ],
    [
      'weekly, in another zone',
      { ...weekly, timeZone: 'America/Los_Angeles' },
      '2026-06-15T12:00:00Z',
      '2026-06-15T15:00:00.000Z',
    ],
    [
      'weekly, where it is Tuesday already',
      { ...weekly, timeZone: 'Pacific/Auckland' },
      '2026-06-15T12:00:00Z',
      '2026-06-21T20:00:00.000Z',
    ],
    [
      'daily, over the end of summer time',
      { ...daily, timeZone: 'Europe/Berlin' },
      '2026-10-24T06:00:00Z',
      '2026-10-25T07:00:00.000Z',
    ],
    [
      'daily, over its beginning',
      { ...daily, timeZone: 'Europe/Berlin' },
      '2026-03-28T07:00:00Z',
      '2026-03-29T06:00:00.000Z',
    ],
    [
      'daily, at a time that a change leaves out',
      { ...daily, digestMinute: 150, timeZone: 'Europe/Berlin' },
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:30:00.000Z',
    ],
    [
      'daily, at a time that comes twice',
      { ...daily, digestMinute: 150, timeZone: 'Europe/Berlin' },
      '2026-10-24T12:00:00Z',
      '2026-10-25T01:30:00.000Z',
    ],
    [
      'daily, over the end of a year, in a zone of three quarters of an hour',
      { ...daily, timeZone: 'Asia/Kathmandu' },
      '2026-12-31T03:00:00Z',
      '2027-01-01T02:15:00.000Z',
    ],
  ])('%s', (_, plan, now, expected) => {
    expect(iso(nextDigestAt(plan, at(now)))).toBe(expected)
  })

  test('the next digest is always in the future, in any time zone', () => {
    for (const timeZone of ['UTC', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca']) {
      for (let day = 0; day < 400; day += 1) {
        const now = at('2026-01-01T00:00:00Z') + day * 86_400_000 + (day % 24) * 3_600_000
        const next = nextDigestAt({ ...daily, digestMinute: (day * 37) % 1440, timeZone }, now) ?? 0
        expect(next).toBeGreaterThan(now)
        expect(next - now).toBeLessThanOrEqual(25 * 3_600_000)
      }
    }
  })
})

describe('quiet hours', () => {
  const night = { quietFrom: 22 * 60, quietUntil: 7 * 60, timeZone: 'Europe/Berlin' }
  const noon = { quietFrom: 12 * 60, quietUntil: 14 * 60, timeZone: 'America/New_York' }

  test.each([
    ['none', { quietFrom: null, quietUntil: null, timeZone: 'UTC' }, '2026-06-15T23:00:00Z', null],
    ['before midnight', night, '2026-06-15T21:30:00Z', '2026-06-16T05:00:00.000Z'],
    ['after midnight', night, '2026-06-16T01:00:00Z', '2026-06-16T05:00:00.000Z'],
    ['the minute they end', night, '2026-06-16T05:00:00Z', null],
    ['the minute they begin', night, '2026-06-15T20:00:00Z', '2026-06-16T05:00:00.000Z'],
    ['by day', night, '2026-06-15T10:00:00Z', null],
    ['within a day', noon, '2026-06-15T16:30:00Z', '2026-06-15T18:00:00.000Z'],
    ['outside of them', noon, '2026-06-15T18:00:00Z', null],
    ['over the beginning of summer time', night, '2026-03-28T23:30:00Z', '2026-03-29T05:00:00.000Z'],
    ['over its end', night, '2026-10-24T23:30:00Z', '2026-10-25T06:00:00.000Z'],
  ])('%s', (_, hours, now, expected) => {
    expect(iso(quietUntil(hours, at(now)))).toBe(expected)
  })
})
