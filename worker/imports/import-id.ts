import type { ImportedReview } from '../rules/imports.ts'
import { importId } from '../rules/imports.ts'
import type { Platform } from '../rules/platforms.ts'
import type { ScrapedReview } from '../sources/source.ts'

/** What arrived, each id once (the later of two). Without its platform's id, a review gets one from what it says. */
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

/** In the order in which the ids come first. */
export function distinct(rows: readonly ScrapedReview[]): ScrapedReview[] {
  return [...new Map(rows.map((row) => [row.reviewId, row])).values()]
}
