import { expect, test } from 'vitest'
import { awaitedOutcome } from '#app/routes/app.businesses/collect-all.tsx'
import { aRun } from '#tests/unit/app/features/collection/runs.ts'
import type { RunView } from '#worker/rules/collection.ts'

const GOOGLE = '0199a3c4-0000-7c2b-9f00-0123456789ab'
const YELP = '0199a3c4-0001-7c2b-9f00-0123456789ab'
const AWAITED = [
  { id: GOOGLE, platform: 'google' as const },
  { id: YELP, platform: 'yelp' as const },
]

/** The businesses screen: the latest run of each platform, as [id, status]. */
function shown(google: [string, RunView['status']] | null, yelp: [string, RunView['status']] | null) {
  const line = (platform: 'google' | 'yelp', run: [string, RunView['status']] | null) => ({
    platform,
    latestRun: run && aRun({ id: run[0], platform, status: run[1] }),
  })
  return [line('google', google), line('yelp', yelp)]
}

test('nothing is reported while a run continues or is not on screen yet', () => {
  expect(awaitedOutcome(shown(null, null), AWAITED)).toBeNull()
  expect(awaitedOutcome(shown([GOOGLE, 'failed'], [YELP, 'running']), AWAITED)).toBeNull()
  expect(
    awaitedOutcome(shown([GOOGLE, 'failed'], [GOOGLE.replace('c4', 'c3'), 'failed']), AWAITED),
  ).toBeNull()
})

test('failures are reported once all runs have ended', () => {
  expect(awaitedOutcome(shown([GOOGLE, 'failed'], [YELP, 'failed']), AWAITED)).toEqual({
    errors: ['Google scraping failed', 'Yelp scraping failed'],
    warnings: ['Yelp API trial may have expired - only Google reviews available'],
  })
  expect(awaitedOutcome(shown([GOOGLE, 'succeeded'], [YELP, 'cancelled']), AWAITED)).toEqual({
    errors: [],
    warnings: [],
  })
})

test('a run that was followed by another, or whose platform is gone, is not reported', () => {
  const later = YELP.replace('0199', '0200')
  expect(awaitedOutcome(shown([GOOGLE, 'failed'], [later, 'running']), AWAITED)?.errors).toEqual([
    'Google scraping failed',
  ])
  expect(awaitedOutcome(shown([GOOGLE, 'succeeded'], null).slice(0, 1), AWAITED)?.errors).toEqual([])
})
