import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { batch } from '#db/client.ts'
import { type Business, giveReviewIds } from '#tests/factories.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { markMissed } from '#worker/reviews/mark-removed.ts'
import { type IncomingReviews, upsertReviews } from '#worker/reviews/upsert-reviews.ts'
import type { ScrapedReview } from '#worker/sources/source.ts'

/** Stores reviews as from a page of a platform's list, with all consequences. @returns number of rows written */
export async function arrive(
  { id, organizationId }: Pick<Business, 'id' | 'organizationId'>,
  reviews: readonly ScrapedReview[],
  given: Partial<IncomingReviews> = {},
): Promise<number> {
  const now = given.now ?? Date.now()
  const ctx = { ...backgroundContext(env), now: () => now }
  const { statements } = upsertReviews(ctx, {
    organizationId,
    businessId: id,
    platform: 'google',
    source: 'google-public',
    authority: 'authoritative',
    texts: 'full',
    seenAt: now,
    now,
    plan: 'ai_insights',
    reviews,
    guard: sql`true`,
    tagRules: [],
    ...given,
  })
  const answers = await batch(ctx.db, statements)
  await giveReviewIds(env.DB).run()
  return answers.reduce((sum, { meta }) => sum + meta.rows_written, 0)
}

/** The stored reviews of a business that its platform's list shows now. */
export async function listed(
  { id }: Pick<Business, 'id'>,
  change: (review: ScrapedReview) => Partial<ScrapedReview> = () => ({}),
): Promise<ScrapedReview[]> {
  const { results } = await env.DB.prepare(
    `SELECT platform_review_id AS reviewId, author_name AS authorName, rating, review_text AS reviewText,
      review_date AS reviewDate, helpful_votes AS helpfulVotes, language, url FROM reviews WHERE business_id = ?`,
  )
    .bind(id)
    .all<
      Omit<ScrapedReview, 'reviewDate' | 'userVerified' | 'ownerResponse'> & { reviewDate: number | null }
    >()
  return results.map(({ reviewDate, ...row }) => {
    const review = {
      ...row,
      reviewDate: reviewDate === null ? null : new Date(reviewDate).toISOString(),
      userVerified: false,
      ownerResponse: null,
    }
    return { ...review, ...change(review) }
  })
}

/** Lets two complete scans miss some reviews of a business. */
export async function goMissing(
  { id, organizationId }: Pick<Business, 'id' | 'organizationId'>,
  which = 'true',
  now = Date.now(),
): Promise<void> {
  const ctx = { ...backgroundContext(env), now: () => now }
  const list = { organizationId, businessId: id, platform: 'google' } as const
  const isMissed = sql`organization_id = ${organizationId} AND business_id = ${id} AND removed_at IS NULL AND ${sql.raw(which)}`
  for (let scan = 0; scan < 2; scan += 1) await batch(ctx.db, markMissed(ctx, list, isMissed, now))
}
