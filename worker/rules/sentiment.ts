export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const
export type Sentiment = (typeof SENTIMENTS)[number]

/** Sentiment of a rating from 1 to 5: 4 or more is positive, from 3 up to below 4 neutral, below 3 negative. */
export function sentimentOf(rating: number): Sentiment {
  if (rating >= 4) return 'positive'
  if (rating >= 3) return 'neutral'
  return 'negative'
}
