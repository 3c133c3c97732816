import { expect, test } from 'vitest'
import { formatFor } from '#app/lib/format.ts'
import {
  comparisonText,
  durationText,
  type LocationVerdict,
  locationsTitle,
  platformsTitle,
  starsTitle,
  type WaitingTimes,
  waitingSummary,
  waitingTitle,
} from '#worker/rules/analytics.ts'

const format = formatFor({ locale: 'en', timeZone: 'UTC' })

test.each([
  [{ current: 10, previous: 2 }, 'reviews', '8 more than in the 30 days before'],
  [{ current: 2, previous: 10 }, 'reviews', '8 fewer than in the 30 days before'],
  [{ current: 2, previous: 2 }, 'reviews', 'The same as in the 30 days before'],
  [{ current: 4.4, previous: 4.3 }, 'stars', '+0.1 compared with the 30 days before'],
  [{ current: 4.1, previous: 4.3 }, 'stars', '−0.2 compared with the 30 days before'],
  [{ current: 4.3, previous: 4.3 }, 'stars', 'The same as in the 30 days before'],
  [{ current: 80, previous: 72.5 }, 'points', '+7.5 points compared with the 30 days before'],
] as const)('%j in %s is described correctly', (figures, unit, text) => {
  expect(comparisonText(figures, { unit, days: 30 }, format)).toBe(text)
})

test('the locations title claims no more than the numbers allow', () => {
  const verdict = { best: 'Harbor', worst: 'Quay', compared: 3 }
  const title = (kind: LocationVerdict['kind'], ranks: Record<string, number | null>, compared = 3) =>
    locationsTitle(
      { ...verdict, kind, compared },
      Object.entries(ranks).map(([name, rank]) => ({ name, rank })),
    )
  const apart = { Harbor: 1, Mill: 2, Quay: 3 }
  expect(title('better', apart)).toBe('Quay is your weakest, Harbor your strongest')
  expect(title('probably_better', apart)).toBe('Quay is probably your weakest, Harbor your strongest')
  const oneBelow = { Harbor: 1, Mill: 1, Quay: 3 }
  expect(title('better', oneBelow)).toBe('Quay is your weakest')
  const oneAbove = { Harbor: 1, Mill: 2, Quay: 2 }
  expect(title('better', oneAbove)).toBe('Harbor is your strongest')
  const overlapping = { Mill: 1, Harbor: 1, Quay: 1, New: null }
  expect(title('better', overlapping)).toBe('Harbor is stronger than Quay')
  expect(title('probably_better', overlapping)).toBe('Harbor is probably stronger than Quay')
  expect(title('no_difference', apart)).toBe('No clear difference between your 3 locations')
  expect(title('no_difference', overlapping)).toBe(
    'No clear difference between the 3 locations with enough reviews',
  )
  expect(title('no_difference', { Harbor: 1, Quay: 1 }, 2)).toBe(
    'No clear difference between Harbor and Quay',
  )
  expect(locationsTitle(null, [])).toBe('Not enough reviews yet to compare your locations')
})

test('titles for stars and platforms state counts and totals', () => {
  expect(starsTitle(1, 3, 'June 2026', format)).toBe('1 of 3 reviews since June 2026 has five stars')
  expect(starsTitle(2, 3, 'June 2026', format)).toBe('2 of 3 reviews since June 2026 have five stars')
  expect(starsTitle(3, 3, 'June 2026', format)).toBe('All reviews since June 2026 have five stars')
  expect(starsTitle(0, 0, 'June 2026', format)).toBe('No reviews have been posted since June 2026')
  const google = { platform: 'google', count: 40, average: 4.2, before: null } as const
  const yelp = { platform: 'yelp', count: 17, average: 4, before: null } as const
  expect(platformsTitle([google, yelp], format)).toBe('Google has the most reviews: 40 of 57')
  expect(platformsTitle([google], format)).toBe('All reviews came from Google')
  expect(platformsTitle([], format)).toBe('No reviews were posted in this period')
})

const TIMES: WaitingTimes = {
  count: 40,
  answered: 40,
  open: 0,
  hidden: 0,
  undated: 0,
  needed: 0,
  steps: [],
  medianHours: 24,
  mostHours: 168,
  withinTarget: 0.725,
}

test('response times state the median, nine in ten, the target and open reviews', () => {
  expect(waitingTitle(TIMES)).toBe('Half of the reviews are answered within a day')
  expect(waitingSummary(TIMES, format)).toBe('Nine in ten within a week. 72.5% within two days.')
  expect(waitingTitle({ ...TIMES, medianHours: null })).toBe(
    'More than half of the reviews are still unanswered',
  )
  expect(waitingSummary({ ...TIMES, mostHours: null, open: 12, undated: 1 }, format)).toBe(
    '72.5% within two days. 12 have no reply that guests can see. Not counted: 1 answer without a date.',
  )
  expect(waitingSummary({ ...TIMES, count: 12 }, format)).toBe('Nine in ten within a week.')
  expect(waitingTitle({ ...TIMES, needed: 3, count: 2 })).toBe('Response times need 3 more reviews')
  expect(waitingTitle({ ...TIMES, count: 0, needed: 5 })).toBe(
    'No reviews from this period are waiting for an answer',
  )
  expect([1, 4, 24, 48, 168, 720].map(durationText)).toEqual([
    'an hour',
    '4 hours',
    'a day',
    '2 days',
    'a week',
    '30 days',
  ])
})
