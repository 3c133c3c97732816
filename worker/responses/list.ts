import { and, type Column, desc, eq, gte, sql } from 'drizzle-orm'
import { businesses, reviewDailyStats, reviewResponses } from '#db/schema/index.ts'
import { areOwn, businessNotFound, requireBusiness } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { isOwn } from '../platform/business-access.ts'
import { answeredOf } from '../reviews/daily-totals.ts'
import type { ResponseView } from '../reviews/review-view.ts'
import { utcDay } from '../rules/durations.ts'
import { historyCutoff } from '../rules/plans.ts'
import type { ListResponsesInput, ResponsesOfBusiness, ResponsesOfReview } from '../rules/responses.ts'
import { responseRate } from '../rules/statistics.ts'
import { responseView } from './require-response.ts'

/** Null without a response, or if the review isn't the caller's. */
export async function findResponse(
  ctx: MemberContext,
  input: ResponsesOfReview,
): Promise<ResponseView | null> {
  const rows = await ctx.db
    .select()
    .from(reviewResponses)
    .where(and(eq(reviewResponses.reviewId, Number(input.reviewId)), isOwn(ctx, reviewResponses)))
  return rows[0] ? responseView(rows[0]) : null
}

/** Newest first. @throws DomainError `not_found` */
export async function listResponses(
  ctx: MemberContext,
  { businessId, cursor, limit }: ListResponsesInput,
): Promise<{ items: ResponseView[]; nextCursor: string | null }> {
  const { id } = await requireBusiness(ctx, businessId)
  const rows = await ctx.db
    .select()
    .from(reviewResponses)
    .where(
      and(
        eq(reviewResponses.businessId, id),
        eq(reviewResponses.organizationId, ctx.organization.id),
        cursor &&
          sql`(${reviewResponses.createdAt}, ${reviewResponses.reviewId}) < (${cursor.createdAt}, ${cursor.reviewId})`,
      ),
    )
    .orderBy(desc(reviewResponses.createdAt), desc(reviewResponses.reviewId))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map(responseView),
    nextCursor: last && rows.length > limit ? `${last.createdAt}.${last.reviewId}` : null,
  }
}

interface ResponseStats {
  totalResponses: number
  publishedResponses: number
  /** Reviews answered here or on the platform, as a percentage of all; two decimals. */
  responseRate: number
}

/**
 * Responses stored here to a business's reviews within the plan's history, including reviews that are no longer shown.
 * A stored response counts as published, so both counts are the same. Reads one row per day. @throws DomainError
 * `not_found`
 */
export async function responseStats(ctx: MemberContext, input: ResponsesOfBusiness): Promise<ResponseStats> {
  const firstDay = utcDay(historyCutoff(ctx.organization.plan, ctx.now()))
  const [sums] = await ctx.db
    .select({
      reviews: total(reviewDailyStats.reviewCount),
      responded: total(reviewDailyStats.responded),
      settled: total(reviewDailyStats.settled),
      responses: total(reviewDailyStats.responses),
    })
    .from(businesses)
    .leftJoin(
      reviewDailyStats,
      and(eq(reviewDailyStats.businessId, businesses.id), gte(reviewDailyStats.day, firstDay)),
    )
    .where(and(eq(businesses.id, input.businessId), areOwn(ctx)))
    .groupBy(businesses.id)
  if (!sums) throw businessNotFound()
  return {
    totalResponses: sums.responses,
    publishedResponses: sums.responses,
    responseRate: responseRate(answeredOf(sums), sums.reviews, 2),
  }
}

function total(column: Column) {
  return sql<number>`coalesce(sum(${column}), 0)`
}
