import { chartsOf } from '#app/features/charts/time-charts.server.ts'
import type { DashboardView, ReviewView } from '#worker/rules/views.ts'

/** A row shows two or three lines; the rest would only be sent. */
const MAX_EXCERPT_CHARS = 240

/** More would push the numbers off the first screen. */
const MAX_WAITING = 3

/** What the screen shows of the view, and nothing else: loader data is sent twice. */
export function dashboardData(view: DashboardView) {
  const { stats, trend, periodDays, historyDays } = view
  const businesses = view.businesses ?? []
  return {
    /** A read that failed is no account without a business. */
    isNew: view.businesses?.length === 0,
    failed: { stats: stats.failed === true, reviews: view.reviewsFailed },
    totals: {
      reviews: stats.totalReviews,
      averageRating: stats.averageRating,
      responseRate: stats.responseRate,
      waiting: stats.pendingResponses,
    },
    trend,
    periodDays,
    historyDays,
    businesses,
    // The unhappy ones first: an answer to them matters most.
    waiting: view.waiting
      .toSorted((a, b) => a.rating - b.rating)
      .slice(0, MAX_WAITING)
      .map(reviewLine),
    recent: view.recent.map(reviewLine),
    ...chartsOf(view),
  }
}

export type DashboardData = ReturnType<typeof dashboardData>
export type ReviewLine = ReturnType<typeof reviewLine>

function reviewLine(review: ReviewView) {
  const { id, platform, reviewerName, businessName, rating, reviewDate, scrapedAt, status } = review
  return {
    id,
    platform,
    reviewerName,
    businessName,
    rating,
    // Where the platform gives no date, it counts as posted when it was first seen.
    postedAt: reviewDate ?? scrapedAt,
    status: review.removedAt ? ('removed' as const) : status,
    // Where it was answered, if not here.
    ...(status === 'responded' && !review.response && !review.removedAt && { answeredOn: platform }),
    excerpt: excerptOf(review.review),
  }
}

function excerptOf(text: string): string {
  const characters = Array.from(text)
  if (characters.length <= MAX_EXCERPT_CHARS) return text
  return `${characters.slice(0, MAX_EXCERPT_CHARS).join('').trimEnd()}…`
}
