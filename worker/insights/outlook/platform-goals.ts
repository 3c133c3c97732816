import { type SQL, sql } from 'drizzle-orm'
import type { ActingContext } from '../../context.ts'
import type { PlatformGoal } from '../../rules/insights.ts'
import { PLATFORMS, type Platform, type ReviewPlatform } from '../../rules/platforms.ts'

/** Our reviews of a platform count as complete if we have at least this share of its stated total. */
const WHOLE_SHARE = 0.95
const HIGHEST = 5

/**
 * Counts of visible reviews and sums of their stars. `count` and `stars` cover all platforms; Google has no fields of
 * its own.
 */
export interface TotalsRow {
  /** JSON: `[platform, stated total, stated rating][]`. */
  stated: string
  count: number
  stars: number
  yelp: number
  yelpStars: number
  facebook: number
  facebookStars: number
  tripadvisor: number
  tripadvisorStars: number
  /** Platforms that the organization has added, together. */
  other: number
  otherStars: number
}

/**
 * All visible reviews of a business, however old, and the totals that its platforms state. Reads one row per day with
 * reviews.
 */
export function platformTotalsQuery(ctx: ActingContext, business: SQL) {
  return ctx.db.statement<TotalsRow>(sql`
    SELECT (SELECT json_group_array(json_array(platform, stated_total, stated_rating)) FROM business_sources
        WHERE business_id = ${business}) AS stated,
      coalesce(sum(posted_review_count), 0) AS count,
      coalesce(sum(posted_rating_sum), 0) AS stars,
      coalesce(sum(posted_yelp), 0) AS yelp, coalesce(sum(posted_yelp_stars), 0) AS yelpStars,
      coalesce(sum(posted_facebook), 0) AS facebook, coalesce(sum(posted_facebook_stars), 0) AS facebookStars,
      coalesce(sum(posted_tripadvisor), 0) AS tripadvisor, coalesce(sum(posted_tripadvisor_stars), 0) AS tripadvisorStars,
      coalesce(sum(posted_other), 0) AS other, coalesce(sum(posted_other_stars), 0) AS otherStars
    FROM review_daily_stats WHERE business_id = ${business} AND NOT is_removed`)
}

/**
 * The next higher displayed rating of each platform. Computed from our own reviews, whose average isn't rounded, if we
 * have nearly all of the platform's or it states no totals; otherwise from the stated totals.
 *
 * @param expected the mean of future reviews (rating-forecast.ts)
 */
export function platformGoals(totals: TotalsRow, expected: number): PlatformGoal[] {
  const stated = new Map(
    (JSON.parse(totals.stated) as [Platform, number | null, number | null][]).map(
      ([platform, count, rating]) => [platform, { count, rating }],
    ),
  )
  return PLATFORMS.flatMap((platform) => {
    const own = ownTotals(totals, platform)
    const { count = null, rating = null } = stated.get(platform) ?? {}
    const isWhole = count === null || rating === null || own.count >= count * WHOLE_SHARE
    const all = isWhole ? own : { count, average: rating }
    if (all.count === 0) return []
    const shown = Math.round(all.average * 10) / 10
    const target = Math.round((shown + 0.1) * 10) / 10
    if (target > HIGHEST) return []
    const { fiveStars, atPresentRate } = ratingGoal({ ...all, current: all.average, expected, target })
    return [{ platform, shown, count: all.count, target, fiveStars, atPresentRate }]
  })
}

function ownTotals(totals: TotalsRow, platform: Platform): { count: number; average: number } {
  const of = (name: Exclude<ReviewPlatform, 'google'>) => [totals[name], totals[`${name}Stars`]] as const
  const others = [of('yelp'), of('facebook'), of('tripadvisor'), of('other')]
  const [count, stars] =
    platform === 'google'
      ? [
          others.reduce((rest, [some]) => rest - some, totals.count),
          others.reduce((rest, [, some]) => rest - some, totals.stars),
        ]
      : of(platform)
  return { count, average: count === 0 ? 0 : stars / count }
}

export interface RatingGoal {
  /**
   * Number of consecutive five-star reviews needed to reach the rating; null if it is already reached, or if no number
   * of them is enough.
   */
  fiveStars: number | null
  /**
   * Number of reviews needed if their mean is as expected; null if the rating is already reached, or if no number of
   * them is enough.
   */
  atPresentRate: number | null
  isReached: boolean
}

/** Largest rounding error of a displayed rating: platforms round to one decimal. */
const ROUNDING = 0.05

/**
 * Number of reviews needed until a platform shows a rating.
 *
 * @param current the public average of `count` reviews
 * @param expected the mean of future reviews (rating-forecast.ts)
 * @param target as displayed, such as 4.5
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
