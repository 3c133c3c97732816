import { chartsWithFindings } from '#app/features/charts/time-charts.server.ts'
import { backfillsMessage } from '#app/features/collection/run-message.ts'
import { reviewAddress } from '#app/features/inbox/filters.ts'
import { ownPlatformOf } from '#app/features/reviews/review-row.server.ts'
import type { formatFor } from '#app/lib/format.ts'
import type { ReviewView } from '#worker/reviews/review-view.ts'
import type { ReviewStats } from '#worker/reviews/stats.ts'
import { type Change, changesBetween, type PeriodFigures } from '#worker/rules/changes.ts'
import { DAY_MS, utcDay } from '#worker/rules/durations.ts'
import type { TagColor } from '#worker/rules/fields.ts'
import { PLATFORM_NAMES, PLATFORMS } from '#worker/rules/platforms.ts'
import { shownFault } from '#worker/rules/remedies.ts'
import { responseRate } from '#worker/rules/statistics.ts'
import type { DashboardView } from '#worker/screens/dashboard-screen.ts'
import {
  countChangeText,
  pendingChangeText,
  pointsChangeText,
  ratingChangeText,
} from './change-texts.server.ts'

type Format = ReturnType<typeof formatFor>

/** A row shows two or three lines; a longer excerpt would be sent for nothing. */
const MAX_EXCERPT_CHARS = 240

/** Number of recent reviews, in addition to those that need an answer. */
const MAX_RECENT = 5

/** Picks the fields of the view that the screen shows: loader data is sent twice. */
export function dashboardData(view: DashboardView, format: Format) {
  const { stats, trend, periodDays, historyDays, sources, waiting } = view
  const businesses = view.businesses ?? []
  const [fault] = sources.faults
  return {
    /** True if the account has no business; false if its businesses couldn't be read. */
    isNew: view.businesses?.length === 0,
    // Method and bridge are shown on AI Insights instead.
    findings: view.findings.map(({ bridge: _, method: __, ...finding }) => ({ ...finding, method: '' })),
    failed: { stats: stats.failed === true, reviews: view.reviewsFailed },
    totals: {
      reviews: stats.totalReviews,
      averageRating: stats.averageRating,
      responseRate: stats.responseRate,
      answered: stats.respondedReviews,
      visible: view.visible,
      visibleRate: responseRate(view.visible, stats.totalReviews, 1),
      unposted: view.unposted,
      waiting: stats.pendingResponses,
    },
    statedRatings: statedText(sources.stated, format),
    sentiments: stats.sentimentDistribution,
    platforms: platformsOf(stats),
    trend,
    changes: changesOf(view, format),
    periodDays,
    historyDays,
    businesses,
    sampleId: view.sampleId,
    sources: {
      count: sources.count,
      lastSucceededAt: sources.lastSucceededAt,
      fault: fault ? shownFault(fault) : null,
      backfill: backfillsMessage(sources.backfills, format),
      furtherFaults: Math.max(0, sources.faults.length - 1),
    },
    waiting: waiting.map(reviewLine),
    // Show each review only once.
    recent: view.recent
      .filter(({ id }) => waiting.every((review) => review.id !== id))
      .slice(0, MAX_RECENT)
      .map(reviewLine),
    /** True if no day has a review: empty charts would fill a phone's screen. */
    isQuiet: view.daily.every(({ count }) => count === 0),
    ...chartsWithFindings(view, format),
  }
}

export type DashboardData = ReturnType<typeof dashboardData>
export type ReviewLine = ReturnType<typeof reviewLine>

/**
 * Ratings stated by the platforms: 'Google shows 4.2 from 240, Yelp 3.9 from 51' if there is one location, the range
 * 'Google shows 3.4 to 4.6' if there are several. Empty if no platform states its rating.
 */
function statedText(stated: DashboardView['sources']['stated'], format: Format): string {
  const isOne = new Set(stated.map(({ businessId }) => businessId)).size === 1
  const texts = PLATFORMS.flatMap((platform) => {
    const own = stated.filter((one) => one.platform === platform).sort((a, b) => a.rating - b.rating)
    const [lowest, highest] = [own[0], own.at(-1)]
    if (!lowest || !highest) return []
    const [from, to] = [format.rating(lowest.rating), format.rating(highest.rating)]
    const rating = from === to ? from : `${from} to ${to}`
    return [
      {
        name: PLATFORM_NAMES[platform],
        text: isOne ? `${rating} from ${format.number(lowest.count)}` : rating,
      },
    ]
  })
  return texts
    .map(({ name, text }, index) => (index === 0 ? `${name} shows ${text}` : `${name} ${text}`))
    .join(', ')
}

/** Most reviews first. */
function platformsOf({ platformDistribution: counts, otherPlatforms }: ReviewStats) {
  const known = PLATFORMS.map((platform) => ({ name: PLATFORM_NAMES[platform], count: counts[platform] }))
  const others = otherPlatforms.map(({ name, count, color }) => ({ name, count, color }))
  const rows: { name: string; count: number; color?: TagColor }[] = [...known, ...others]
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  const [first, second] = rows
  return { rows, title: second ? 'Reviews by platform' : `All reviews are on ${first?.name}` }
}

function changesOf(view: DashboardView, format: Format) {
  const { trend, periodDays: days } = view
  const { reviews, averageRating, responseRate, pending } = changesBetween(
    figuresOf(trend, 'previous'),
    figuresOf(trend, 'current'),
    hasEarlier(view),
  )
  return {
    reviews: describeChange(reviews, countChangeText(format, days)),
    averageRating: describeChange(averageRating, ratingChangeText(format, days)),
    responseRate: describeChange(responseRate, pointsChangeText(format, days)),
    pending: describeChange(pending, pendingChangeText(format, trend.pending, days)),
  }
}

export interface DescribedChange {
  by: number
  text: string
}

function describeChange(change: Change | null, textOf: (change: Change) => string): DescribedChange | null {
  // A stable figure has no direction.
  return change && { by: change.percent === 0 ? 0 : change.by, text: textOf(change) }
}

function figuresOf(trend: DashboardView['trend'], period: 'current' | 'previous'): PeriodFigures {
  return {
    reviews: trend.reviews[period],
    averageRating: trend.averageRating[period],
    pending: trend.pending[period],
    visible: trend.visible[period],
  }
}

/** True if any review was posted before the current period. */
function hasEarlier({ daily, periodDays, stats }: DashboardView): boolean {
  const [first] = daily
  const currentFrom = utcDay(Date.parse(stats.lastUpdated) - (periodDays - 1) * DAY_MS)
  return first !== undefined && first.day < currentFrom
}

function reviewLine(review: ReviewView) {
  const { id, platform, reviewerName, businessName, rating, reviewDate, scrapedAt, status } = review
  return {
    id,
    // Opens with the list of reviews that need a reply beside it.
    address: reviewAddress(id, status === 'pending' && !review.removedAt ? { status: 'pending' } : {}),
    platform,
    ...ownPlatformOf(review),
    reviewerName,
    businessName,
    rating,
    // Without a date from the platform, it counts as posted when it was first seen.
    postedAt: reviewDate ?? scrapedAt,
    status: review.removedAt ? ('removed' as const) : status,
    // Set if the review was answered on its platform, not here.
    ...(status === 'responded' &&
      !review.response &&
      !review.removedAt && { answeredOn: review.platformName }),
    excerpt: excerptOf(review.review),
  }
}

function excerptOf(text: string): string {
  const characters = Array.from(text)
  if (characters.length <= MAX_EXCERPT_CHARS) return text
  return `${characters.slice(0, MAX_EXCERPT_CHARS).join('').trimEnd()}…`
}
