import type { ImportedReview } from '../rules/imports.ts'
import { importId } from '../rules/imports.ts'
import type { Platform } from '../rules/platforms.ts'
import type { ScrapedReview } from '../sources/source.ts'

/**
 * Deduplicates incoming reviews by id, in favour of the later of two. A review without a platform id gets one derived from
 * its content.
 */
export async function importedRows(
  platform: Platform,
  reviews: readonly ImportedReview[],
): Promise<ScrapedReview[]> {
  const rows = await Promise.all(
    reviews.map(
      async (review): Promise<ScrapedReview> => ({
        ...review,
        reviewId: review.reviewId ?? (await importId(platform, review)),
        helpfulVotes: 0,
        userVerified: false,
      }),
    ),
  )
  return distinct(rows)
}

/** In order of each id's first occurrence. */
export function distinct(rows: readonly ScrapedReview[]): ScrapedReview[] {
  return [...new Map(rows.map((row) => [row.reviewId, row])).values()]
}
