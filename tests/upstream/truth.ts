import type { Listing, SimulatedPlatform } from './listing.ts'
import type { SimulatedReview } from './reviews.ts'

/**
 * What a finished collection must hold of a review: the fields of `ScrapedReview` (worker/sources/source.ts), as the
 * platform lets a signed-out reader see them.
 */
export interface ReviewTruth {
  reviewId: string
  /** Null when the account was closed. */
  authorName: string | null
  rating: number
  /** The original text, '' for a rating without text. */
  reviewText: string
  /** ISO 8601 in UTC, milliseconds on Google, seconds on Yelp. */
  reviewDate: string
  helpfulVotes: number
  /** Google shows no absolute date of an answer, so there it is null. */
  ownerResponse: { text: string; date: string | null } | null
  language: string | null
  url: string
}

/** The address of one review. */
export function reviewUrl(listing: Listing, platform: SimulatedPlatform, review: SimulatedReview): string {
  if (platform === 'yelp') return `https://www.yelp.com/biz/${listing.yelp?.alias}?hrid=${review.id}`
  const second = listing.google?.featureId.split(':')[1]
  const data = `!4m8!14m7!1m6!2m5!1s${review.id}!2m1!1s0x0:${second}!3m1!1s2@1:${review.innerId}%7C%7C`
  return `https://www.google.com/maps/reviews/data=${data}?hl=en`
}

/** Google lists by the last edit but shows when the review was written; Yelp shows the day of the update. */
export function shownAt(platform: SimulatedPlatform, review: SimulatedReview): number {
  return platform === 'google' ? review.createdAt : review.editedAt
}

export function truthOf(listing: Listing, platform: SimulatedPlatform, review: SimulatedReview): ReviewTruth {
  const { reply } = review
  return {
    reviewId: review.id,
    authorName: review.reviewer?.name ?? null,
    rating: review.rating,
    reviewText: review.text,
    reviewDate: new Date(shownAt(platform, review)).toISOString(),
    helpfulVotes: review.helpful,
    ownerResponse: reply && {
      text: reply.text,
      date: platform === 'google' ? null : new Date(reply.at).toISOString(),
    },
    language: review.language,
    url: reviewUrl(listing, platform, review),
  }
}
