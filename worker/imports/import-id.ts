import { sha256Hex } from '../platform/ids.ts'
import { IMPORT_ID_PREFIX } from '../reviews/reconcile-ids.ts'
import { utcDay } from '../rules/durations.ts'
import type { ImportedReview } from '../rules/imports.ts'
import type { Platform } from '../rules/platforms.ts'
import type { ScrapedReview } from '../sources/source.ts'

/** 128 bits. */
const HASH_CHARS = 32

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

async function importId(
  platform: Platform,
  { authorName, rating, reviewText, reviewDate }: ImportedReview,
): Promise<string> {
  const day = reviewDate === null ? null : utcDay(Date.parse(reviewDate))
  const hash = await sha256Hex(JSON.stringify([platform, authorName, day, rating, reviewText]))
  return IMPORT_ID_PREFIX + hash.slice(0, HASH_CHARS)
}
