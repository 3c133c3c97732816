import { expect, test } from 'vitest'
import { whyTooSoon } from '#worker/collection/eligibility.ts'
import { HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const SOURCE = { platform: 'yelp', source: 'yelp-public' } as const

/** Runs started the given number of minutes ago. */
const runs = (...ages: [minutes: number, pages: number][]) =>
  ages.map(([minutes, pages]) => ({
    kind: 'run' as const,
    askedBy: `run ${minutes}`,
    source: 'yelp-public',
    gotNothing: pages === 0,
    until: NOW - minutes * MINUTE_MS + HOUR_MS,
  }))

test('on a plan without refresh, the hour starts with the last run that got reviews', () => {
  expect(whyTooSoon(SOURCE, 'free', runs([5, 0], [20, 1], [50, 0]), NOW)).toEqual({
    platform: 'yelp',
    code: 'too_many',
    reason: 'Yelp reviews were collected within the last hour. Your plan allows one collection an hour.',
    retryAt: new Date(NOW + 40 * MINUTE_MS).toISOString(),
  })
})

test('a run of another source does not count towards the hourly limit', () => {
  const recent = runs([5, 1])
  expect(whyTooSoon(SOURCE, 'free', recent, NOW)).not.toBeNull()
  expect(whyTooSoon({ ...SOURCE, source: 'yelp-fusion' }, 'free', recent, NOW)).toBeNull()
})

test('a seventh run within the hour is refused until an hour after the oldest', () => {
  const six = runs([1, 0], [2, 0], [3, 0], [4, 0], [5, 0], [30, 0])
  for (const plan of ['free', 'pro']) {
    expect(whyTooSoon(SOURCE, plan, six, NOW)).toMatchObject({
      reason: 'We asked Yelp 6 times within the last hour. Please wait a while.',
      retryAt: new Date(NOW + 30 * MINUTE_MS).toISOString(),
    })
  }
})

test('a run listed under two names of its place counts once', () => {
  const five = runs([1, 1], [2, 1], [3, 1], [4, 1], [5, 1])
  expect(whyTooSoon(SOURCE, 'pro', [...five, ...five], NOW)).toBeNull()
})

test.each([
  [1, 'a minute'],
  [MINUTE_MS, 'a minute'],
  [MINUTE_MS + 1, '2 minutes'],
  [35 * MINUTE_MS, '35 minutes'],
  [119 * MINUTE_MS, '119 minutes'],
  [2 * HOUR_MS, '2 hours'],
  [2 * HOUR_MS + 1, '3 hours'],
])('a platform that asked for a wait of %i ms can be asked again in %s', (wait, words) => {
  const uses = [
    {
      kind: 'wait' as const,
      askedBy: 'yelp-public',
      source: 'yelp-public',
      gotNothing: false,
      until: NOW + wait,
    },
  ]
  expect(whyTooSoon({ ...SOURCE, source: 'yelp-fusion' }, 'ai_insights', uses, NOW)).toBeNull()
  expect(whyTooSoon(SOURCE, 'ai_insights', uses, NOW)).toEqual({
    platform: 'yelp',
    code: 'too_many',
    reason: `Yelp asked us to wait. We can ask again in ${words}.`,
    retryAt: new Date(NOW + wait).toISOString(),
  })
})
