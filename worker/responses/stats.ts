import { and, type Column, eq, gte, sql } from 'drizzle-orm'
import { businesses, reviewDailyStats } from '#db/schema/index.ts'
import { areOwn, businessNotFound } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { answeredOf } from '../reviews/daily-totals.ts'
import { utcDay } from '../rules/durations.ts'
import { historyCutoff } from '../rules/plans.ts'
import type { ResponsesOfBusiness } from '../rules/responses.ts'
import { responseRate } from '../rules/statistics.ts'

export interface ResponseStats {
  totalResponses: number
  publishedResponses: number
  /** Answered reviews, here or on the platform, of all; percent, two decimals. */
  responseRate: number
}

/**
 * Responses stored here to a business's reviews of the plan's history, shown or not. One is published as soon as it is
 * stored, so both counts are the same. Reads one row a day. @throws DomainError `not_found`
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
