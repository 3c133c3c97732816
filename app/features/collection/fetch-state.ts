import type { BusinessOverview } from '#worker/screens/businesses-screen.ts'
import { isFinished } from './use-collection.ts'

/** Reason why a screen has no reviews. */
export type FetchState =
  | 'no source'
  | 'collecting'
  | 'outside history'
  | 'failing'
  | 'none shown'
  | 'none found'
  | 'not collected'

/** Returns the first reason that applies; those the owner can act on or wait for come first. */
export function fetchState(businesses: Pick<BusinessOverview, 'sources'>[]): FetchState {
  const sources = businesses.flatMap((business) => business.sources)
  const runs = sources.flatMap((source) => source.latestRun ?? [])
  if (runs.some((run) => !isFinished(run.status))) return 'collecting'
  // Reviews found but not shown were first seen before the plan's history begins.
  if (runs.some((run) => run.reviewsFound > 0)) return 'outside history'
  if (sources.length === 0) return 'no source'
  if (runs.some((run) => run.status === 'failed')) return 'failing'
  if (runs.every((run) => run.status !== 'succeeded')) return 'not collected'
  // Google's public list states no total, and may hide reviews from visitors.
  const isUnsure = sources.some(
    ({ latestRun, statedTotal }) => latestRun?.source === 'google-public' && statedTotal === null,
  )
  return isUnsure ? 'none shown' : 'none found'
}

export function outsideHistory(historyDays: number): string {
  return `No reviews in the last ${historyDays} days`
}
