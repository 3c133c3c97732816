import { expect, test } from 'vitest'
import { combinedOutcome } from '#worker/rules/collection.ts'
import { classifyError } from '#worker/rules/error-texts.ts'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import { failedScrape, httpStatusError, saveError } from '#worker/rules/scrape-result.ts'

test('a failed scrape contains only its errors', () => {
  expect(failedScrape(['HTTP error! status: 503'])).toEqual({
    success: false,
    reviews: [],
    total_reviews: 0,
    pages_scraped: 0,
    errors: ['HTTP error! status: 503'],
    warnings: [],
    execution_time: 0,
  })
})

test('a failure without a message is an unknown error', () => {
  expect(failedScrape([]).errors).toEqual(['Unknown error'])
})

test('error texts match the catalogue', () => {
  expect(saveError('disk full')).toBe('Save error: disk full')
  expect(classifyError({ message: httpStatusError(429) })).toBe('RATE_LIMIT')
})

test.each([
  [[], [], []],
  [[['google', 'succeeded'] as const, ['yelp', 'succeeded'] as const], [], []],
  [[['google', 'failed'] as const, ['yelp', 'succeeded'] as const], ['Google scraping failed'], []],
  [
    [['google', 'succeeded'] as const, ['yelp', 'failed'] as const],
    ['Yelp scraping failed'],
    ['Yelp API trial may have expired - only Google reviews available'],
  ],
  [
    [['google', 'failed'] as const, ['yelp', 'failed'] as const],
    ['Google scraping failed', 'Yelp scraping failed'],
    ['Yelp API trial may have expired - only Google reviews available'],
  ],
  [[['facebook', 'failed'] as const], ['Facebook scraping failed'], []],
  [[['google', 'cancelled'] as const, ['yelp', 'running'] as const], [], []],
])('runs that ended as %j give the errors %j and the warnings %j', (runs, errors, warnings) => {
  expect(
    combinedOutcome(
      runs.map(([platform, status]) => ({ platform, platformName: PLATFORM_NAMES[platform], status })),
    ),
  ).toEqual({
    errors,
    warnings,
  })
})
