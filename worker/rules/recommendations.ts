import type { Platform } from './platforms.ts'

/** From this moment on Facebook took recommendations in place of stars (announced for ratings after 13 August 2018). */
const RECOMMENDATIONS_SINCE = '2018-08-14T00:00:00.000Z'

/**
 * True for a review that is a recommendation, or advice against the place, and was never given in stars: it counts as 5
 * or as 1 and is to be shown as what it is. Facebook lists no later star ratings and no earlier recommendations, so the
 * date tells them apart.
 *
 * @param reviewDate ISO 8601 in UTC
 */
export function isRecommendation({
  platform,
  rating,
  reviewDate,
}: {
  platform: Platform
  rating: number
  reviewDate: string | null
}): boolean {
  return (
    platform === 'facebook' &&
    (rating === 5 || rating === 1) &&
    (reviewDate === null || reviewDate >= RECOMMENDATIONS_SINCE)
  )
}
