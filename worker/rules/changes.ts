import { responseRate, trendOf } from './statistics.ts'

/** Below so many reviews a percentage says more about chance than about the business. */
export const MIN_FOR_PERCENT = 20

/** How a figure of the screens moved: by stars, by a count, or by percentage points. */
export interface Change {
  /** Negative where it fell. */
  by: number
  /** The specified trend of a count, in per cent of what it was: 0 where that is stable, null where there is too little to say so. */
  percent: number | null
}

/** What was posted in a period. */
export interface PeriodFigures {
  reviews: number
  /** One decimal, as it is displayed. */
  averageRating: number
  pending: number
  /** Reviews with a reply that guests can see. */
  visible: number
}

/** How the figures moved from one period to the next; null where there is nothing to compare with. */
export interface Changes {
  reviews: Change | null
  averageRating: Change | null
  /** Of replies that guests can see, in percentage points. */
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
  const isEnough = Math.min(previous.reviews, current.reviews) >= MIN_FOR_PERCENT
  const isRated = previous.reviews > 0 && current.reviews > 0
  return {
    reviews: hasEarlier
      ? {
          by: current.reviews - previous.reviews,
          percent: isEnough ? percentOf(previous.reviews, current.reviews) : null,
        }
      : null,
    averageRating: isRated
      ? { by: tenths(current.averageRating - previous.averageRating), percent: null }
      : null,
    responseRate: isEnough ? { by: tenths(rateOf(current) - rateOf(previous)), percent: null } : null,
    // Three that wait and then 42 are no '+1,300%': the figure itself is small where the periods are not.
    pending: hasEarlier ? { by: current.pending - previous.pending, percent: null } : null,
  }
}

function percentOf(previous: number, current: number): number {
  const { direction, percent } = trendOf(current, previous)
  return direction === 'down' ? -percent : percent
}

function rateOf({ reviews, visible }: PeriodFigures): number {
  return responseRate(visible, reviews, 1)
}

/** Differences of decimals carry digits that nobody displayed. */
function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
