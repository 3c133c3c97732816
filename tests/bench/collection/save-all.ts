import type { Run } from '#db/schema/index.ts'
import { savePage } from '#worker/collection/write.ts'
import type { BackgroundContext } from '#worker/context.ts'
import type { ScrapedReview } from '#worker/sources/source.ts'
import { PLAN } from './runs.ts'

export const REVIEWS_PER_PAGE = 1_000

/**
 * Stores new reviews with the product's own statements, a thousand per page, each page in its own run.
 *
 * @throws Error if one of them was not stored as new
 */
export async function saveAll(
  ctx: BackgroundContext,
  runs: readonly Run[],
  reviews: readonly ScrapedReview[],
): Promise<void> {
  for (const [index, run] of runs.entries()) {
    const page = {
      reviews: reviews.slice(index * REVIEWS_PER_PAGE, (index + 1) * REVIEWS_PER_PAGE),
      nextCursor: null,
      total: null,
      warnings: [],
    }
    const fetched = { phase: 'newest', cursor: null, page, rechecks: false, isRecorded: false } as const
    const saved = await savePage(
      ctx,
      { run, plan: PLAN, mayHaveDuplicates: false, listeners: ['insights'], tagRules: [] },
      fetched,
    )
    if (saved?.reviewsNew !== page.reviews.length) {
      throw new Error(`${saved?.reviewsNew} of ${page.reviews.length} reviews were stored as new.`)
    }
  }
}
