import { responseRate } from './statistics.ts'

/** Below so many reviews a percentage says more about chance than about the business. */
export const MIN_FOR_PERCENT = 20

/** How a figure of the screens moved: by stars, by a count, or by percentage points. */
export interface Change {
  /** Negative where it fell. */
  by: number
  /** The same in per cent of what it was; null where that was too little to say so. */
  percent: number | null
}

/** What was posted in a period. */
export interface PeriodFigures {
  reviews: number
  /** One decimal, as it is displayed. */
  averageRating: number
  pending: number
}

/** How the figures moved from one period to the next; null where there is nothing to compare with. */
export interface Changes {
  reviews: Change | null
  averageRating: Change | null
  /** In percentage points. */
  responseRate: Change | null
  pending: Change | null
}

/**
 * @param hasEarlier whether anything was posted before the current period: without, nothing was counted then, and 0 to
 *   10 is no growth
 */
export function changesBetween(
  previous: PeriodFigures,
  current: PeriodFigures,
  hasEarlier: boolean,
): Changes {
  const isRated = previous.reviews > 0 && current.reviews > 0
  const isEnough = Math.min(previous.reviews, current.reviews) >= MIN_FOR_PERCENT
  return {
    reviews: hasEarlier ? countChange(previous.reviews, current.reviews) : null,
    averageRating: isRated
      ? { by: tenths(current.averageRating - previous.averageRating), percent: null }
      : null,
    responseRate: isEnough ? { by: tenths(rateOf(current) - rateOf(previous)), percent: null } : null,
    pending: hasEarlier ? countChange(previous.pending, current.pending) : null,
  }
}

function countChange(previous: number, current: number): Change {
  const by = current - previous
  return {
    by,
    percent: previous >= MIN_FOR_PERCENT && by !== 0 ? Math.round((by * 100) / previous) : null,
  }
}

function rateOf({ reviews, pending }: PeriodFigures): number {
  return responseRate(reviews - pending, reviews, 1)
}

/** Differences of decimals carry digits that nobody displayed. */
function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
