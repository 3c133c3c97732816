import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import type { Run } from '#db/schema/index.ts'
import type { ScrapedReview } from '#worker/sources/source.ts'
import { REVIEWS_PER_PAGE } from './save-all.ts'

/** Upserts one review, with the guard of the product's statement but with values instead of a list. */
const UPSERT = `INSERT INTO reviews (organization_id, business_id, platform, source, platform_review_id, author_name,
    rating, review_text, review_date, helpful_votes, is_verified, owner_response_text, owner_response_date, language, url,
    scraped_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (business_id, platform, platform_review_id) DO UPDATE SET
    author_name = excluded.author_name,
    rating = excluded.rating,
    review_text = excluded.review_text,
    helpful_votes = excluded.helpful_votes,
    is_verified = excluded.is_verified,
    owner_response_text = excluded.owner_response_text,
    owner_response_date = excluded.owner_response_date,
    updated_at = excluded.updated_at
  WHERE excluded.rating IS NOT reviews.rating
    OR excluded.review_text IS NOT reviews.review_text
    OR excluded.author_name IS NOT reviews.author_name
    OR excluded.helpful_votes IS NOT reviews.helpful_votes
    OR excluded.is_verified IS NOT reviews.is_verified
    OR excluded.owner_response_text IS NOT reviews.owner_response_text
    OR excluded.owner_response_date IS NOT reviews.owner_response_date`

/**
 * Source of rows that belong to no run. They count in statistics at once, like the product's after their run.
 */
const BY_HAND = 'import'

/** One statement per review, in lists of a thousand; each list goes into one run's business. */
export function rowStatements(
  d1: D1Database,
  runs: readonly Run[],
  reviews: readonly ScrapedReview[],
): D1PreparedStatement[][] {
  return runs.map((run, index) => {
    const now = Date.now()
    return reviews
      .slice(index * REVIEWS_PER_PAGE, (index + 1) * REVIEWS_PER_PAGE)
      .map((review) =>
        d1
          .prepare(UPSERT)
          .bind(
            run.organizationId,
            run.businessId,
            run.platform,
            BY_HAND,
            review.reviewId,
            review.authorName,
            review.rating,
            review.reviewText,
            review.reviewDate === null ? null : Date.parse(review.reviewDate),
            review.helpfulVotes,
            review.userVerified ? 1 : 0,
            review.ownerResponse?.text ?? null,
            review.ownerResponse?.date ? Date.parse(review.ownerResponse.date) : null,
            review.language,
            review.url,
            run.createdAt,
            now,
          ),
      )
  })
}
