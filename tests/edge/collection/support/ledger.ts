import type { Business } from '#tests/factories.ts'
import type { RunView } from '#worker/rules/collection.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import { type Pipeline, upstream } from './pipeline.ts'
import { rows } from './stored.ts'

// Both platforms list `fading`: 45 reviews on three pages. No other test file changes it, and each test restores it.
const PLATFORMS = ['google', 'yelp'] as const
export type ListPlatform = (typeof PLATFORMS)[number]
export const WEEK_MS = 7 * DAY_MS

export const gone: { platform: ListPlatform; reviewId: string }[] = []

/** Removes these positions of the platform's list, counted from 0. @returns their ids */
export async function takeDown(platform: ListPlatform, ...places: number[]): Promise<string[]> {
  const list = await upstream.reviews(platform, 'fading')
  const ids = places.map((place) => list.at(place)?.reviewId ?? '')
  for (const reviewId of ids) {
    await upstream.remove({ platform, id: 'fading' }, reviewId)
    gone.push({ platform, reviewId })
  }
  return ids
}

export async function restore(platform: ListPlatform, reviewId: string): Promise<void> {
  await upstream.restore({ platform, id: 'fading' }, reviewId)
  const index = gone.findIndex((review) => review.reviewId === reviewId)
  if (index >= 0) gone.splice(index, 1)
}

export async function nextRun(
  pipeline: Pipeline,
  business: Business,
  options: { maxPages?: number; after?: number } = {},
): Promise<RunView> {
  const { after = HOUR_MS, ...wishes } = options
  pipeline.clock.now += after
  const [run] = await pipeline.collect(business, undefined, wishes)
  if (!run) throw new Error('No run was started.')
  return run
}

export interface Mark {
  missed: number
  isRemoved: boolean
}

/** Marks of the reviews that aren't simply shown, by platform id. */
export async function marksOf(business: Business): Promise<Record<string, Mark>> {
  const found = await rows<{ platform_review_id: string; missed_scans: number; removed_at: number | null }>(
    'SELECT platform_review_id, missed_scans, removed_at FROM reviews WHERE business_id = ? AND missed_scans > 0',
    business.id,
  )
  return Object.fromEntries(
    found.map((row) => [
      row.platform_review_id,
      { missed: row.missed_scans, isRemoved: row.removed_at !== null },
    ]),
  )
}

export const marked = (ids: string[], mark: Mark) => Object.fromEntries(ids.map((id) => [id, mark]))
export const MISSED_ONCE: Mark = { missed: 1, isRemoved: false }
export const REMOVED: Mark = { missed: 2, isRemoved: true }

export async function sourceOf(business: Business) {
  const [source] = await rows<{
    recheck_since: number | null
    rechecked_at: number | null
    backfill_state: string
  }>(
    'SELECT recheck_since, rechecked_at, backfill_state FROM business_sources WHERE business_id = ?',
    business.id,
  )
  const [noted] = await rows<{ pages: number }>(
    'SELECT count(*) AS pages FROM scan_pages WHERE business_id = ?',
    business.id,
  )
  return {
    isRecheckOpen: source?.recheck_since !== null,
    recheckedAt: source?.rechecked_at ?? null,
    backfill: source?.backfill_state,
    notedPages: noted?.pages,
  }
}
