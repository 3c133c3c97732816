import { businessNotFound } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { utcDay } from '../rules/days.ts'
import { recentCutoff } from '../rules/plans.ts'
import type { ReviewStatsInput } from '../rules/reviews.ts'
import { averageRating, responseRate } from '../rules/statistics.ts'
import type { ReviewStats } from '../rules/views.ts'
import { addUp, type DayTotals, dailyTotalsQuery, totalsByDay } from './daily-totals.ts'
import { readEach } from './read-each.ts'
import { UNKNOWN_BUSINESS } from './review-view.ts'

/**
 * Statistics over the plan's history, of one business or of all.
 *
 * @throws DomainError `not_found` when the business is not in the caller's organization
 */
export async function reviewStats(
  ctx: MemberContext,
  input: ReviewStatsInput,
): Promise<ReviewStats & { businessId?: string; businessName?: string }> {
  const [rows] = await readEach(ctx, [dailyTotalsQuery(ctx, input)])
  const stats = statsOf(ctx, rows && totalsByDay(rows))
  if (input.businessId === undefined) return stats
  if (rows === null) return { ...stats, businessId: input.businessId, businessName: UNKNOWN_BUSINESS }
  const [business] = rows
  if (!business) throw businessNotFound()
  return { ...stats, businessId: business.id, businessName: business.name }
}

/** @param read null where the days could not be read: all figures are zero then */
export function statsOf(ctx: MemberContext, read: readonly DayTotals[] | null): ReviewStats {
  const days = read ?? []
  const sums = addUp(days)
  const recentFrom = utcDay(recentCutoff(ctx.organization.plan, ctx.now()))
  return {
    totalReviews: sums.reviewCount,
    averageRating: averageRating(sums.ratingSum, sums.reviewCount),
    pendingResponses: sums.reviewCount - sums.responded,
    respondedReviews: sums.responded,
    responseRate: responseRate(sums.responded, sums.reviewCount, 1),
    sentimentDistribution: { positive: sums.positive, neutral: sums.neutral, negative: sums.negative },
    platformDistribution: {
      google: sums.google,
      yelp: sums.yelp,
      facebook: sums.facebook,
      tripadvisor: sums.tripadvisor,
    },
    recentReviews: addUp(days.filter(({ day }) => day >= recentFrom)).reviewCount,
    lastUpdated: new Date(ctx.now()).toISOString(),
    ...(read === null && { failed: true }),
  }
}
