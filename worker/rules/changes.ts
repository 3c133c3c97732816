import { responseRate, trendOf } from './statistics.ts'

/** Minimum number of reviews for a percentage. With fewer reviews, a percentage would mainly show chance. */
export const MIN_FOR_PERCENT = 20

/** Change of a figure, in stars, as a count, or in percentage points. */
export interface Change {
  /** Negative for a decrease. */
  by: number
  /**
   * Change of the number of reviews in percent: 0 if stable, null if there are too few reviews. Null for all other
   * figures.
   */
  percent: number | null
}

export interface PeriodFigures {
  reviews: number
  /** Rounded to one decimal, as displayed. */
  averageRating: number
  pending: number
  /** Reviews with a reply that guests can see. */
  visible: number
}

/** Null if there is nothing to compare with. */
export interface Changes {
  reviews: Change | null
  averageRating: Change | null
  /** Share of reviews with a reply that guests can see; change in percentage points. */
  responseRate: Change | null
  pending: Change | null
}

/**
 * @param hasEarlier true if anything was posted before the current period. If not, counts aren't compared: the first
 * 10 reviews aren't growth.
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
    // No percentage: from 3 to 42 would read '+1,300%', because this figure can be small even in large periods.
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

/** Removes floating-point noise from differences of rounded values. */
function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
