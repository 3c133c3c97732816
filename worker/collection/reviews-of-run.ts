import { and, desc, eq, sql } from 'drizzle-orm'
import { reviews } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { idAt } from '../reviews/position.ts'
import { searchExpression } from '../reviews/search-expression.ts'
import type { ScrapeResult } from '../rules/scrape-result.ts'
import type { RunView } from '../rules/views.ts'

/**
 * The reviews a run met: those it stored or changed first, then the newest of those that were known, as many as it found.
 * A run writes nothing at reviews that stayed the same, so these are told by their place: it looks at the newest ones.
 *
 * Reads a few rows a review found, however many are stored.
 */
export async function reviewsOfRun(ctx: MemberContext, run: RunView): Promise<ScrapeResult['reviews']> {
  if (run.reviewsFound === 0) return []
  const { businessId, platform } = run
  const madeAt = Date.parse(run.createdAt)
  const ofList = sql`reviews.business_id = ${businessId} AND reviews.platform = ${platform}`
  const newest = searchExpression(ctx.organization.id, { businessId, platform, visibility: 'all' })
  // All that a run stores was first seen when the run was made.
  const isOfRun = sql`(${reviews.scrapedAt} = ${madeAt} OR ${reviews.editedAt} >= ${madeAt})`
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
    .from(
      sql`(SELECT id FROM reviews INDEXED BY reviews_by_business WHERE ${ofList} AND scraped_at = ${madeAt}
        UNION SELECT id FROM reviews INDEXED BY reviews_edited WHERE ${ofList} AND edited_at >= ${madeAt}
        UNION SELECT ${idAt(sql`rowid`)} FROM (SELECT rowid FROM review_search
          WHERE review_search MATCH ${newest} ORDER BY rowid DESC LIMIT ${run.reviewsFound})) AS met`,
    )
    .crossJoin(reviews)
    .where(and(sql`${reviews.id} = met.id`, eq(reviews.organizationId, ctx.organization.id)))
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
