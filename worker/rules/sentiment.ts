import type { ReviewPlatform } from './platforms.ts'

export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const
export type Sentiment = (typeof SENTIMENTS)[number]

/** Sentiment of a rating from 1 to 5: 4 or more is positive, from 3 up to below 4 neutral, below 3 negative. */
export function sentimentOf(rating: number): Sentiment {
  if (rating >= 4) return 'positive'
  if (rating >= 3) return 'neutral'
  return 'negative'
}

/** Facebook replaced star ratings with recommendations (announced for ratings after 13 August 2018). */
const RECOMMENDATIONS_SINCE = '2018-08-14T00:00:00.000Z'

export interface Rated {
  platform: ReviewPlatform
  rating: number
  /** ISO 8601 in UTC; missing if unknown. */
  reviewDate?: string | null | undefined
}

/**
 * True for a recommendation, which never had stars. Facebook lists star ratings only from before
 * `RECOMMENDATIONS_SINCE`, and recommendations only from after it.
 */
export function isRecommendation({ platform, rating, reviewDate }: Rated): boolean {
  return (
    platform === 'facebook' &&
    (rating === 5 || rating === 1) &&
    (!reviewDate || reviewDate >= RECOMMENDATIONS_SINCE)
  )
}

/** Null for a star rating. */
export function recommendationText(review: Rated): string | null {
  if (!isRecommendation(review)) return null
  return review.rating === 5 ? 'Recommends it' : "Doesn't recommend it"
}
