import type { RunView } from '#worker/rules/collection.ts'
import { PLATFORM_NAMES, type Platform } from '#worker/rules/platforms.ts'
import type { SourceView } from '#worker/rules/source-health.ts'

/** A run that succeeded with 12 new of 40 reviews, but for what a test gives. */
export function aRun(given: Partial<RunView> = {}): RunView {
  return {
    id: 'run-1',
    businessId: 'business-1',
    platform: 'google',
    platformName: PLATFORM_NAMES[(given.platform ?? 'google') as Platform],
    platformColor: null,
    source: 'google-public',
    trigger: 'manual',
    status: 'succeeded',
    pagesScraped: 2,
    pagesPlanned: 5,
    reviewsFound: 40,
    reviewsNew: 12,
    reviewsChanged: 0,
    errors: [],
    warnings: [],
    executionTime: 4_000,
    createdAt: '2026-03-31T14:20:00.000Z',
    finishedAt: '2026-03-31T14:20:04.000Z',
    ...given,
  }
}

export function aSource(given: Partial<SourceView> = {}): SourceView {
  return {
    platform: 'google',
    listingUrl: 'https://maps.app.goo.gl/AbC12',
    statedTotal: null,
    backfilling: false,
    storedTotal: null,
    lastSucceededAt: null,
    nextDueAt: null,
    limit: null,
    latestRun: null,
    ...given,
  }
}
