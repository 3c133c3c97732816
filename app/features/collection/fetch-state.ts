import { EMPTY_PUBLIC_LIST } from '#worker/rules/remedies.ts'
import type { BusinessOverview } from '#worker/rules/views.ts'
import { isFinished } from './watch-run.ts'

/** Why a screen without reviews is empty. */
export type FetchState =
  | 'no source'
  | 'collecting'
  | 'outside history'
  | 'failing'
  | 'none shown'
  | 'none found'
  | 'not collected'

/** The first reason that is true; those that the owner can act on or wait for come first. */
export function fetchState(businesses: Pick<BusinessOverview, 'sources'>[]): FetchState {
  const sources = businesses.flatMap((business) => business.sources)
  const runs = sources.flatMap((source) => source.latestRun ?? [])
  if (runs.some((run) => !isFinished(run.status))) return 'collecting'
  // What a run met but no screen shows was first seen before the plan's history begins.
  if (runs.some((run) => run.reviewsFound > 0)) return 'outside history'
  if (sources.length === 0) return 'no source'
  if (runs.some((run) => run.status === 'failed')) return 'failing'
  if (runs.every((run) => run.status !== 'succeeded')) return 'not collected'
  // Google's public list states no number, and may be kept from visitors.
  const isUnsure = sources.some(
    ({ latestRun, statedTotal }) => latestRun?.source === 'google-public' && statedTotal === null,
  )
  return isUnsure ? 'none shown' : 'none found'
}

/** @param historyDays days the plan shows */
export function fetchMessage(state: FetchState, historyDays: number): { title: string; text: string } {
  const [title, text] = MESSAGES[state]
  return { title, text: text.replace('{days}', String(historyDays)) }
}

export const OUTSIDE_HISTORY = 'No reviews within your plan’s history'

const MESSAGES: Record<FetchState, readonly [title: string, text: string]> = {
  'no source': [
    'Nothing to collect from yet',
    'Add your business’s Google or Yelp link, and its reviews will appear here.',
  ],
  collecting: [
    'Your reviews are on their way',
    'They appear here as they arrive. You can leave this page; collecting continues.',
  ],
  'outside history': [
    OUTSIDE_HISTORY,
    'Reviews were collected earlier, but none in the last {days} days. Older ones are kept.',
  ],
  failing: ['No reviews yet', 'Collecting did not work. The reason is below; you can try again.'],
  'none shown': [EMPTY_PUBLIC_LIST.headline, EMPTY_PUBLIC_LIST.text],
  'none found': ['No reviews yet', 'The platforms show none for this business. New ones will appear here.'],
  'not collected': ['No reviews yet', 'Press Collect now to fetch them.'],
}
