export interface RatingGoal {
  /** Five-star reviews in a row that would do it; null where it is reached, or not even they would. */
  fiveStars: number | null
  /** Reviews as they come at present; null where they would never do it. */
  atPresentRate: number | null
  isReached: boolean
}

/** Platforms show one decimal, rounded. */
const ROUNDING = 0.05

/**
 * How many reviews it takes until a platform shows a rating.
 *
 * @param current the public average of `count` reviews
 * @param expected the mean of the reviews to come (rating-forecast.ts)
 * @param target as it would be shown, such as 4.5
 */
export function ratingGoal({
  current,
  count,
  expected,
  target,
}: {
  current: number
  count: number
  expected: number
  target: number
}): RatingGoal {
  const needed = target - ROUNDING
  if (current >= needed) return { fiveStars: null, atPresentRate: null, isReached: true }
  const reviewsOf = (stars: number) =>
    stars > needed ? Math.ceil((count * (needed - current)) / (stars - needed)) : null
  return { fiveStars: reviewsOf(5), atPresentRate: reviewsOf(expected), isReached: false }
}
