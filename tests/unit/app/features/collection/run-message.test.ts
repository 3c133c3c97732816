import { expect, test } from 'vitest'
import {
  arrivedMessage,
  backfillMessage,
  backfillsMessage,
  runMessage,
} from '#app/features/collection/run-message.ts'
import { formatFor } from '#app/lib/format.ts'
import type { RunView } from '#worker/rules/collection.ts'
import { aRun, aSource } from './runs.ts'

const FORMAT = formatFor({ locale: 'en-US', timeZone: 'UTC' })

const CASES: [Partial<RunView>, string][] = [
  [{ status: 'queued' }, 'Waiting in line to collect from Google.'],
  [{ status: 'running', pagesScraped: 0 }, 'Asking Google for the newest reviews…'],
  [{ status: 'running' }, 'Page 2 of 5: 40 reviews found, 12 new.'],
  [{ status: 'running', pagesPlanned: 0, reviewsFound: 1 }, 'Page 2 of 2: 1 review found, 12 new.'],
  [{}, '12 new reviews.'],
  [{ reviewsNew: 1, reviewsChanged: 2 }, '1 new review, 2 edited.'],
  [{ reviewsNew: 0 }, 'Nothing new.'],
  [{ reviewsNew: 0, reviewsChanged: 3 }, 'Nothing new, 3 edited.'],
  [
    { reviewsNew: 0, reviewsFound: 0, platform: 'yelp', source: 'yelp-public' },
    'Yelp shows no reviews for this listing yet.',
  ],
  [{ reviewsNew: 0, reviewsFound: 0 }, 'Google showed no reviews.'],
  [{ status: 'cancelled' }, 'Stopped. 12 new reviews kept.'],
  [{ status: 'cancelled', reviewsNew: 0 }, 'Stopped. Nothing new was found before that.'],
  [{ status: 'failed', reviewsNew: 0 }, 'Collecting from Google failed.'],
  [{ status: 'failed' }, 'Collecting from Google was interrupted. 12 new reviews kept.'],
]

test.each(CASES)('a run %o is described in one sentence', (given, headline) => {
  expect(runMessage(aRun(given), FORMAT).headline).toBe(headline)
})

test("large numbers follow the user's format", () => {
  const german = formatFor({ locale: 'de-DE', timeZone: 'UTC' })
  const run = aRun({ reviewsFound: 5_000, reviewsNew: 4_000, reviewsChanged: 1_200 })
  expect(runMessage(run, FORMAT).headline).toBe('4,000 new reviews, 1,200 edited.')
  expect(runMessage(run, german).headline).toBe('4.000 new reviews, 1.200 edited.')
  expect(runMessage({ ...run, reviewsNew: 0, reviewsChanged: 0 }, german).headline).toBe('Nothing new.')
  expect(runMessage({ ...run, status: 'running' }, german).headline).toBe(
    'Page 2 of 5: 5.000 reviews found, 4.000 new.',
  )
  expect(arrivedMessage(aSource({ statedTotal: 9_000 }), run, german)).toBe(
    '4.000 of 9.000 reviews here; the rest will follow.',
  )
})

test('errors and warnings are shown, errors first', () => {
  const { details } = runMessage(
    aRun({ errors: ['Google asked for a captcha.'], warnings: ['One review could not be read.'] }),
    FORMAT,
  )
  expect(details).toEqual(['Google asked for a captcha.', 'One review could not be read.'])
})

test('a failure without a reason still says what to do', () => {
  expect(runMessage(aRun({ status: 'failed' }), FORMAT).details).toEqual([
    'No reason was given. Try again in a few minutes.',
  ])
})

test('a run that succeeded with errors is shown as bad', () => {
  expect(runMessage(aRun({ errors: ['Save error: temporarily unavailable'] }), FORMAT).tone).toBe('bad')
  expect(runMessage(aRun(), FORMAT).tone).toBe('good')
})

test("older reviews still to come are announced, with the platform's total", () => {
  expect(backfillMessage(aSource(), FORMAT)).toBeNull()
  expect(backfillMessage(aSource({ backfilling: true, statedTotal: 240, storedTotal: 10 }), FORMAT)).toBe(
    '10 of 240 reviews on Google are here; the rest comes each time you collect.',
  )
  expect(backfillMessage(aSource({ backfilling: true, nextDueAt: '2026-03-31T20:00:00.000Z' }), FORMAT)).toBe(
    'Older reviews come with the next checks.',
  )
})

test('several sources are summed up, or announced without a sum if a total is unknown', () => {
  const google = aSource({ statedTotal: 240, storedTotal: 10, nextDueAt: '2026-03-31T20:00:00.000Z' })
  expect(backfillsMessage([], FORMAT)).toBeNull()
  expect(backfillsMessage([google, aSource({ statedTotal: 60, storedTotal: 50 })], FORMAT)).toBe(
    'Getting older reviews: 60 of 300 on Google.',
  )
  expect(
    backfillsMessage([google, aSource({ platform: 'yelp', statedTotal: 60, storedTotal: 50 })], FORMAT),
  ).toBe('Getting older reviews: 60 of 300.')
  expect(backfillsMessage([google, aSource({ statedTotal: null, storedTotal: 50 })], FORMAT)).toBe(
    'Older reviews come with the next checks.',
  )
})

test('a first collection says how many reviews have arrived', () => {
  const running = aRun({ status: 'running' })
  expect(arrivedMessage(aSource({ statedTotal: 240 }), running, FORMAT)).toBe(
    '12 of 240 reviews here; the rest will follow.',
  )
  expect(arrivedMessage(aSource({ statedTotal: 12 }), running, FORMAT)).toBe('12 of 12 reviews here.')
  expect(arrivedMessage(aSource(), running, FORMAT)).toBeNull()
  expect(arrivedMessage(aSource({ statedTotal: 240 }), null, FORMAT)).toBeNull()
})

test('a limit is not listed among the details of the run that met it', () => {
  const run = aRun({ warnings: ['Monthly review limit reached', 'One review could not be read.'] })
  expect(runMessage(run, FORMAT).details).toEqual(['One review could not be read.'])
})

test('older reviews that the plan has no room for are not announced', () => {
  const limit = { kind: 'history', waiting: 20, until: '2026-07-01T00:00:00.000Z', moreWith: 'Pro' } as const
  const source = aSource({ backfilling: true, statedTotal: 3_041, storedTotal: 500, limit })
  expect(backfillMessage(source, FORMAT)).toBe(
    '500 of 3,041 reviews on Google are here. Your plan keeps only the newest of the older reviews. Pro keeps more.',
  )
})
