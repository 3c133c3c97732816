import { expect, test } from 'vitest'
import { isTooSoon, tooSoon } from '#worker/collection/too-soon.ts'
import { HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const SOURCE = { platform: 'yelp', source: 'yelp-public', notBefore: null }

/** Runs that began so many minutes ago. */
const runs = (...ages: [minutes: number, pages: number][]) =>
  ages.map(([minutes, page]) => ({ createdAt: NOW - minutes * MINUTE_MS, page, source: 'yelp-public' }))

test('on a plan without refresh the hour counts from the run that got something', () => {
  expect(tooSoon(SOURCE, 'free', runs([5, 0], [20, 1], [50, 0]), NOW)).toEqual({
    platform: 'yelp',
    code: 'too_many',
    reason: 'Yelp was collected within the last hour. On your plan it can be collected once an hour.',
    retryAt: new Date(NOW + 40 * MINUTE_MS).toISOString(),
  })
})

test('what another source collected does not count towards the one an hour', () => {
  const recent = runs([5, 1])
  expect(isTooSoon(SOURCE, 'free', recent, NOW)).toBe(true)
  expect(isTooSoon({ ...SOURCE, source: 'yelp-fusion' }, 'free', recent, NOW)).toBe(false)
})

test('six runs an hour are enough; the first place is free an hour after the oldest of them', () => {
  const six = runs([1, 0], [2, 0], [3, 0], [4, 0], [5, 0], [30, 0])
  for (const plan of ['free', 'pro']) {
    expect(tooSoon(SOURCE, plan, six, NOW)).toMatchObject({
      reason: 'Yelp was asked 6 times within the last hour. Please wait a while.',
      retryAt: new Date(NOW + 30 * MINUTE_MS).toISOString(),
    })
  }
})

test.each([
  [1, 'a minute'],
  [MINUTE_MS, 'a minute'],
  [MINUTE_MS + 1, '2 minutes'],
  [35 * MINUTE_MS, '35 minutes'],
  [119 * MINUTE_MS, '119 minutes'],
  [2 * HOUR_MS, '2 hours'],
  [2 * HOUR_MS + 1, '3 hours'],
])('a platform that wants %i ms of peace can be asked again in %s', (wait, words) => {
  expect(tooSoon({ ...SOURCE, notBefore: NOW + wait }, 'ai_insights', [], NOW)).toEqual({
    platform: 'yelp',
    code: 'too_many',
    reason: `Yelp asked to be left alone for now. It can be asked again in ${words}.`,
    retryAt: new Date(NOW + wait).toISOString(),
  })
})
