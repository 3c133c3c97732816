import { facebookRating, facebookReviewId } from './facebook-entry.ts'
import type { Listing, SimulatedPlatform } from './listing.ts'
import type { SimulatedReview } from './reviews.ts'

/**
 * A review as it must be stored after a collection: the fields of `ScrapedReview` (worker/sources/source.ts), as far as
 * the platform shows them to signed-out readers.
 */
export interface ReviewTruth {
  reviewId: string
  /** Null if the account was closed or is hidden. */
  authorName: string | null
  rating: number
  /** The original text; '' for a rating without text. */
  reviewText: string
  /** ISO 8601 in UTC, milliseconds on Google, seconds elsewhere. */
  reviewDate: string
  helpfulVotes: number
  /** `date` is null on Google, which shows no absolute date of a reply. Facebook shows no replies. */
  ownerResponse: { text: string; date: string | null } | null
  language: string | null
  /** Null on Facebook. */
  url: string | null
  /** Number of photos; absent if zero. Facebook and TripAdvisor provide none. */
  photos?: number
}

/** The address of one review. */
export function reviewUrl(
  listing: Listing,
  platform: SimulatedPlatform,
  review: SimulatedReview,
): string | null {
  switch (platform) {
    case 'google':
      return googlePermalink(listing, review)
    case 'yelp':
      return `https://www.yelp.com/biz/${listing.yelp?.alias}?hrid=${review.id}`
    case 'facebook':
      return null
    case 'tripadvisor':
      return tripadvisorPermalink(listing, review)
  }
}

function tripadvisorPermalink({ tripadvisor, name }: Listing, { id }: SimulatedReview): string {
  const words = name.replace(/[^A-Za-z]+/g, '_')
  return `https://www.tripadvisor.com/ShowUserReviews-g${tripadvisor?.geoId}-d${tripadvisor?.locationId}-r${id}-Reviews-${words}.html#review${id}`
}

function googlePermalink(listing: Listing, review: SimulatedReview): string {
  const second = listing.google?.featureId.split(':')[1]
  const data = `!4m8!14m7!1m6!2m5!1s${review.id}!2m1!1s0x0:${second}!3m1!1s2@1:${review.innerId}%7C%7C`
  return `https://www.google.com/maps/reviews/data=${data}?hl=en`
}

/**
 * The date that a platform shows. Yelp shows the last edit; the others show when the review was written, even though
 * they sort by the last edit.
 */
export function shownAt(platform: SimulatedPlatform, review: SimulatedReview): number {
  return platform === 'yelp' ? review.editedAt : review.createdAt
}

export function truthOf(listing: Listing, platform: SimulatedPlatform, review: SimulatedReview): ReviewTruth {
  const { reply } = review
  return {
    reviewId: platform === 'facebook' ? facebookReviewId(review) : review.id,
    authorName: review.reviewer?.name ?? null,
    rating: platform === 'facebook' ? facebookRating(review) : review.rating,
    reviewText: review.text,
    reviewDate: new Date(shownAt(platform, review)).toISOString(),
    helpfulVotes: platform === 'facebook' ? 0 : review.helpful,
    ownerResponse: reply && {
      text: reply.text,
      date: platform === 'google' ? null : new Date(reply.at).toISOString(),
    },
    language: platform === 'facebook' ? null : review.language,
    url: reviewUrl(listing, platform, review),
    ...((platform === 'google' || platform === 'yelp') && review.photos > 0 && { photos: review.photos }),
  }
}
