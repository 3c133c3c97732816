import { businessNotFound } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { readEach } from '../platform/read-each.ts'
import { DAY_MS, utcDay } from '../rules/durations.ts'
import { planLimits } from '../rules/plans.ts'
import type { OwnPlatform, Platform } from '../rules/platforms.ts'
import type { ReviewStatsInput } from '../rules/reviews.ts'
import type { Sentiment } from '../rules/sentiment.ts'
import { averageRating, type Compared, responseRate, type Trend, trendOf } from '../rules/statistics.ts'
import {
  addUp,
  answeredOf,
  ownPlatformTotals,
  type PostedDay,
  type PostedTotals,
  postedDays,
  seenTotals,
  seenTotalsQuery,
  visibleOf,
  type WithFigures,
} from './daily-totals.ts'
import { UNKNOWN_BUSINESS } from './review-view.ts'

type StatsTrend = Record<'totalReviews' | 'averageRating' | 'responseRate' | 'pendingResponses', Trend>

function changeOf({ current, previous }: Compared): Trend {
  return trendOf(current, previous)
}

/**
 * Counts only reviews first seen within the plan's history.
 *
 * @throws DomainError `not_found`
 */
export async function reviewStats(
  ctx: MemberContext,
  input: ReviewStatsInput,
): Promise<ReviewStats & { trend: StatsTrend; businessId?: string; businessName?: string }> {
  const [rows] = await readEach(ctx, [seenTotalsQuery(ctx, input)])
  const compared = trendsOf(postedDays(rows ?? []), ctx.now(), trendDays(ctx))
  const trend = {
    totalReviews: changeOf(compared.reviews),
    averageRating: changeOf(compared.averageRating),
    responseRate: changeOf(compared.responseRate),
    pendingResponses: changeOf(compared.pending),
  }
  const stats = { ...statsOf(ctx, rows), trend }
  if (input.businessId === undefined) return stats
  if (rows === null) return { ...stats, businessId: input.businessId, businessName: UNKNOWN_BUSINESS }
  const [business] = rows
  if (!business) throw businessNotFound()
  return { ...stats, businessId: business.id, businessName: business.name }
}

/** @param rows results of `seenTotalsQuery`; null if they couldn't be read: all figures are zero then */
export function statsOf(ctx: MemberContext, rows: readonly WithFigures[] | null): ReviewStats {
  const totals = seenTotals(rows ?? [])
  return {
    totalReviews: totals.reviewCount,
    averageRating: averageRating(totals.ratingSum, totals.reviewCount),
    pendingResponses: totals.reviewCount - totals.responded,
    respondedReviews: answeredOf(totals),
    responseRate: responseRate(answeredOf(totals), totals.reviewCount, 1),
    sentimentDistribution: { positive: totals.positive, neutral: totals.neutral, negative: totals.negative },
    platformDistribution: {
      google: totals.google,
      yelp: totals.yelp,
      facebook: totals.facebook,
      tripadvisor: totals.tripadvisor,
    },
    otherPlatforms: ownPlatformTotals(rows ?? []),
    recentReviews: totals.recent,
    lastUpdated: new Date(ctx.now()).toISOString(),
    ...(rows === null && { failed: true }),
  }
}

const MAX_PERIOD_DAYS = 30

/** Length of a trend's period in days, so that the period and the one before it lie within the plan's history. */
export function trendDays({ organization }: Pick<MemberContext, 'organization'>): number {
  return Math.min(MAX_PERIOD_DAYS, Math.floor(planLimits(organization.plan).historyDays / 2))
}

export type ReviewTrends = Record<
  'reviews' | 'averageRating' | 'responseRate' | 'pending' | 'visible',
  Compared
>

/** Compares the last `periodDays` days, including today, with the `periodDays` days before them. */
export function trendsOf(days: readonly PostedDay[], now: number, periodDays: number): ReviewTrends {
  const currentFrom = utcDay(now - (periodDays - 1) * DAY_MS)
  const previousFrom = utcDay(now - (2 * periodDays - 1) * DAY_MS)
  const current = addUp(days.filter(({ day }) => day >= currentFrom))
  const previous = addUp(days.filter(({ day }) => day >= previousFrom && day < currentFrom))
  const compared = (figure: (sums: PostedTotals) => number) => ({
    current: figure(current),
    previous: figure(previous),
  })
  return {
    reviews: compared((sums) => sums.reviewCount),
    averageRating: compared((sums) => averageRating(sums.ratingSum, sums.reviewCount)),
    responseRate: compared((sums) => responseRate(answeredOf(sums), sums.reviewCount, 1)),
    pending: compared((sums) => sums.reviewCount - sums.responded),
    visible: compared(visibleOf),
  }
}

export interface ReviewStats {
  totalReviews: number
  averageRating: number
  pendingResponses: number
  respondedReviews: number
  responseRate: number
  sentimentDistribution: Record<Sentiment, number>
  platformDistribution: Record<Platform, number>
  otherPlatforms: (OwnPlatform & { count: number })[]
  recentReviews: number
  lastUpdated: string
  /** Set if the figures couldn't be read; they are all zero then. */
  failed?: true
}
