import { expect, test } from 'vitest'
import {
  arrivedMessage,
  backfillMessage,
  backfillsMessage,
  runMessage,
} from '#app/features/collection/run-message.ts'
import type { RunView } from '#worker/rules/views.ts'
import { aRun, aSource } from './runs.ts'

const CASES: [Partial<RunView>, string][] = [
  [{ status: 'queued' }, 'Next in line to ask Google.'],
  [{ status: 'running', pagesScraped: 0 }, 'Asking Google for the newest reviews…'],
  [{ status: 'running' }, 'Page 2 of 5: 40 reviews found, 12 new.'],
  [{ status: 'running', pagesPlanned: 0, reviewsFound: 1 }, 'Page 2 of 2: 1 review found, 12 new.'],
  [{}, '12 new reviews.'],
  [{ reviewsNew: 1, reviewsChanged: 2 }, '1 new review, 2 edited.'],
  [{ reviewsNew: 0 }, 'No new reviews (40 checked).'],
  [{ reviewsNew: 0, reviewsChanged: 3 }, 'Nothing new, 3 edited.'],
  [
    { reviewsNew: 0, reviewsFound: 0, platform: 'yelp', source: 'yelp-public' },
    'Yelp shows no reviews for this listing yet.',
  ],
  [{ reviewsNew: 0, reviewsFound: 0 }, 'Google showed no reviews.'],
  [{ status: 'cancelled' }, 'Stopped. 12 new reviews kept.'],
  [{ status: 'cancelled', reviewsNew: 0 }, 'Stopped. Nothing new was found until then.'],
  [{ status: 'failed', reviewsNew: 0 }, 'Collecting from Google failed.'],
  [{ status: 'failed' }, 'Collecting from Google broke off. 12 new reviews kept.'],
]

test.each(CASES)('a run %o is said in one sentence', (given, headline) => {
  expect(runMessage(aRun(given)).headline).toBe(headline)
})

test('errors and warnings are shown, errors first', () => {
  const { details } = runMessage(
    aRun({ errors: ['Google asked for a captcha.'], warnings: ['Monthly review limit reached'] }),
  )
  expect(details).toEqual(['Google asked for a captcha.', 'Monthly review limit reached'])
})

test('a failure without a reason still says what to do', () => {
  expect(runMessage(aRun({ status: 'failed' })).details).toEqual([
    'No reason was given. Try again in a few minutes.',
  ])
})

test('a run that ended well but with errors does not look well', () => {
  expect(runMessage(aRun({ errors: ['Save error: temporarily unavailable'] })).tone).toBe('bad')
  expect(runMessage(aRun()).tone).toBe('good')
})

test('older reviews still to come are said, with the number the platform states', () => {
  expect(backfillMessage(aSource())).toBeNull()
  expect(backfillMessage(aSource({ backfilling: true, statedTotal: 240, storedTotal: 10 }))).toBe(
    '10 of 240 reviews on Google are here, the rest follows with each further collection.',
  )
  expect(backfillMessage(aSource({ backfilling: true, nextDueAt: '2026-03-31T20:00:00.000Z' }))).toBe(
    'Older reviews follow with the next collections.',
  )
})

test('several sources are said together, without a sum where one states no number', () => {
  const google = aSource({ statedTotal: 240, storedTotal: 10, nextDueAt: '2026-03-31T20:00:00.000Z' })
  expect(backfillsMessage([])).toBeNull()
  expect(backfillsMessage([google, aSource({ statedTotal: 60, storedTotal: 50 })])).toBe(
    '60 of 300 reviews on Google are here, the rest follows with the next collections.',
  )
  expect(backfillsMessage([google, aSource({ platform: 'yelp', statedTotal: 60, storedTotal: 50 })])).toBe(
    '60 of 300 reviews are here, the rest follows with the next collections.',
  )
  expect(backfillsMessage([google, aSource({ statedTotal: null, storedTotal: 50 })])).toBe(
    'Older reviews follow with the next collections.',
  )
})

test('while a first collection runs, it is said how much is here', () => {
  const running = aRun({ status: 'running' })
  expect(arrivedMessage(aSource({ statedTotal: 240 }), running)).toBe(
    '12 of 240 reviews here, the rest follows.',
  )
  expect(arrivedMessage(aSource({ statedTotal: 12 }), running)).toBe('12 of 12 reviews here.')
  expect(arrivedMessage(aSource(), running)).toBeNull()
  expect(arrivedMessage(aSource({ statedTotal: 240 }), null)).toBeNull()
})
