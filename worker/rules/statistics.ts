import * as v from 'valibot'

/** Reviews that customers can see now, or all ever seen. */
const LEDGERS = ['public', 'all'] as const
export type Ledger = (typeof LEDGERS)[number]

export const LedgerChoice = v.optional(v.picklist(LEDGERS, 'Choose public or all.'), 'public')

/** Average with one decimal; 0 without ratings. */
export function averageRating(ratingSum: number, count: number): number {
  return count > 0 ? Math.round((ratingSum * 10) / count) / 10 : 0
}

/** Percentage, with 1 decimal in review statistics and 2 in response statistics. */
export function responseRate(responded: number, total: number, decimals: 1 | 2): number {
  const factor = 10 ** decimals
  return total > 0 ? Math.round((responded * 100 * factor) / total) / factor : 0
}

export interface Trend {
  direction: 'up' | 'down' | 'stable'
  /** Size of the change in percent, one decimal, never negative; 0 when stable. */
  percent: number
}

const STABLE: Trend = { direction: 'stable', percent: 0 }

/** Stable if there is nothing to compare with or the change is under 1 percent. */
export function trendOf(current: number, previous: number): Trend {
  if (previous === 0) return STABLE
  const change = ((current - previous) * 100) / Math.abs(previous)
  if (Math.abs(change) < 1) return STABLE
  return { direction: change > 0 ? 'up' : 'down', percent: Math.round(Math.abs(change) * 10) / 10 }
}

/** Compared with the preceding period of the same length. */
export interface Compared {
  current: number
  previous: number
}
