import { LISTINGS } from '#tests/upstream/listings.ts'
import { truthOf } from '#tests/upstream/truth.ts'
import { createWorld, defaultNow } from '#tests/upstream/world.ts'
import type { ScrapedReview } from '#worker/sources/source.ts'

/** Several thousand reviews from the simulator, as a source of texts, names and ratings. */
export function reviewPool(): ScrapedReview[] {
  const world = createWorld(defaultNow())
  const listing = LISTINGS.large
  return world.reviews(listing, 'google').map((review) => {
    const truth = truthOf(listing, 'google', review)
    return {
      reviewId: truth.reviewId,
      authorName: truth.authorName ?? 'Google user',
      rating: truth.rating,
      reviewText: truth.reviewText,
      reviewDate: truth.reviewDate,
      helpfulVotes: truth.helpfulVotes,
      userVerified: false,
      ownerResponse: truth.ownerResponse,
      language: truth.language,
      url: truth.url,
    }
  })
}

/** Picks `count` reviews from the pool, each with a unique id. */
export function manyReviews(pool: readonly ScrapedReview[], count: number, name: string): ScrapedReview[] {
  return Array.from({ length: count }, (_, index) => ({
    ...(pool[index % pool.length] as ScrapedReview),
    reviewId: `${name}-${index}`,
  }))
}
