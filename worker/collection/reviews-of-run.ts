import { and, desc, eq, sql } from 'drizzle-orm'
import { reviews, scrapeRuns } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import type { ScrapeResult } from '../rules/scrape-result.ts'
import type { RunView } from '../rules/views.ts'

/**
 * The reviews a run met: those it stored or changed first, then the newest of those that were known, as many as it found.
 * A run writes nothing at reviews that stayed the same, so these are told by their place: it looks at the newest ones.
 */
export async function reviewsOfRun(ctx: MemberContext, run: RunView): Promise<ScrapeResult['reviews']> {
  if (run.reviewsFound === 0) return []
  // All that a run stores was first seen when the run was made.
  const isOfRun = sql`(${reviews.scrapedAt} = ${scrapeRuns.createdAt} OR ${reviews.editedAt} >= ${scrapeRuns.createdAt})`
  const rows = await ctx.db
    .select({
      reviewId: reviews.platformReviewId,
      authorName: reviews.authorName,
      rating: reviews.rating,
      text: reviews.reviewText,
      date: reviews.reviewDate,
      helpfulVotes: reviews.helpfulVotes,
      isVerified: reviews.isVerified,
    })
    .from(scrapeRuns)
    .innerJoin(
      reviews,
      and(eq(reviews.businessId, scrapeRuns.businessId), eq(reviews.platform, scrapeRuns.platform)),
    )
    .where(
      and(
        eq(scrapeRuns.id, run.id),
        eq(scrapeRuns.organizationId, ctx.organization.id),
        eq(reviews.organizationId, ctx.organization.id),
      ),
    )
    .orderBy(desc(isOfRun), desc(reviews.reviewDate), desc(reviews.id))
    .limit(run.reviewsFound)
  return rows.map((row) => ({
    review_id: row.reviewId,
    author_name: row.authorName,
    rating: row.rating,
    review_text: row.text,
    review_date: row.date === null ? null : new Date(row.date).toISOString(),
    helpful_votes: row.helpfulVotes,
    user_verified: row.isVerified,
  }))
}
