import { sql } from 'drizzle-orm'
import { businessChoicesQuery, choicesByName, namesOf } from '../businesses/list.ts'
import { requireAmong } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { isNewSince, readFindings, storedFindingsQuery, topOf } from '../insights/findings/list-findings.ts'
import { readEach } from '../platform/read-each.ts'
import { allFiguresQuery, postedDays, seenTotals, visibleOf } from '../reviews/daily-totals.ts'
import { reviewPage } from '../reviews/list.ts'
import { type ReviewView, reviewView } from '../reviews/review-view.ts'
import { type ReviewStats, type ReviewTrends, statsOf, trendDays, trendsOf } from '../reviews/stats.ts'
import type { DailyReviews } from '../rules/analytics.ts'
import type { BusinessChoice } from '../rules/businesses.ts'
import { iso } from '../rules/durations.ts'
import type { Finding } from '../rules/findings.ts'
import { hasFeature, planLimits } from '../rules/plans.ts'
import type { Platform } from '../rules/platforms.ts'
import type { SourceFault } from '../rules/remedies.ts'
import type { ReviewStatsInput } from '../rules/reviews.ts'
import type { Backfill } from '../rules/source-health.ts'
import { backfillsOf, faultsOf, sourcesQuery, unfinishedOf } from './source-states.ts'

/** Waiting reviews shown. More would push the figures below the fold. */
const WAITING_SHOWN = 3
/** Recent reviews read: five to show, plus as many as can be left out because they are shown as waiting. */
const RECENT_READ = 5 + WAITING_SHOWN

/** Totals count reviews first seen within the plan's history; everything shown over time goes by the day of posting. */
export async function dashboardScreen(ctx: MemberContext, input: ReviewStatsInput): Promise<DashboardView> {
  const { businessId } = input
  const recent = reviewPage(ctx, { businessId, sort: 'posted', limit: RECENT_READ, visibility: input.ledger })
  // Always public reviews, whatever the figures count: nobody could read a reply to a removed review.
  const waiting = reviewPage(ctx, {
    businessId,
    sort: 'worst',
    limit: WAITING_SHOWN,
    visibility: 'public',
    status: 'pending',
  })
  const read = [
    allFiguresQuery(ctx, input),
    recent.query,
    waiting.query,
    sourcesQuery(ctx, businessId),
  ] as const
  const [totals, recentRows, waitingRows, sourceRows, findingRows, visit] = hasFeature(
    ctx.organization.plan,
    'hasAIInsights',
  )
    ? await readEach(ctx, [...read, storedFindingsQuery(ctx, 'top', businessId), formerVisitQuery(ctx)])
    : ([...(await readEach(ctx, read)), null, null] as const)
  const businesses = totals ? choicesByName(totals) : await choicesAlone(ctx)
  requireAmong(businesses, businessId)
  const days = postedDays(totals ?? [])
  const seen = seenTotals(totals ?? [])
  // Sources can't be shown without the businesses' names.
  const sources = (totals && sourceRows?.results) ?? []
  const names = namesOf(businesses ?? [])
  const recentPage = recent.read(recentRows)
  const waitingPage = waiting.read(waitingRows)
  const { historyDays } = planLimits(ctx.organization.plan)
  const periodDays = trendDays(ctx)
  const since = iso(visit?.results[0]?.formerVisitAt ?? null)
  return {
    findings: topOf(readFindings(ctx, findingRows?.results ?? []), since).map((finding) => ({
      ...finding,
      isNew: isNewSince(finding, since),
    })),
    stats: statsOf(ctx, totals),
    periodDays,
    trend: trendsOf(days, ctx.now(), periodDays),
    visible: visibleOf(seen),
    unposted: seen.unposted,
    daily: days
      .filter((day) => day.reviewCount > 0)
      .map((day) => ({
        day: day.day,
        count: day.reviewCount,
        averageRating: day.ratingSum / day.reviewCount,
        positive: day.positive,
        neutral: day.neutral,
        negative: day.negative,
      })),
    waiting: waitingPage.shown.map((row) => reviewView(row, names)),
    recent: recentPage.shown.map((row) => reviewView(row, names)),
    businesses,
    sources: {
      count: sources.length,
      lastSucceededAt: iso(Math.max(0, ...sources.map((source) => source.lastSucceededAt ?? 0)) || null),
      faults: faultsOf(ctx, sources, totals ?? []),
      backfills: backfillsOf(ctx, unfinishedOf(sources, totals ?? [])),
      stated: sources.flatMap(({ businessId: id, platform, statedRating, statedTotal }) =>
        statedRating === null || statedTotal === null
          ? []
          : [{ businessId: id, platform, rating: statedRating, count: statedTotal }],
      ),
    },
    sampleId: totals?.find(({ isSample }) => isSample)?.id ?? null,
    historyDays,
    reviewsFailed: waitingPage.failed || recentPage.failed,
  }
}

function formerVisitQuery({ db, session }: MemberContext) {
  return db.statement<{ formerVisitAt: number | null }>(
    sql`SELECT former_visit_at AS formerVisitAt FROM users WHERE id = ${session.user.id}`,
  )
}

/** Reads the businesses' names without the statistics; null if that fails too. */
async function choicesAlone(ctx: MemberContext) {
  const [businesses] = await readEach(ctx, [businessChoicesQuery(ctx)])
  return businesses
}

interface SourcesSummary {
  count: number
  lastSucceededAt: string | null
  faults: SourceFault[]
  backfills: Backfill[]
  /** Ratings and review counts stated by the platforms, per business, if known. */
  stated: { businessId: string; platform: Platform; rating: number; count: number }[]
}

export interface DashboardView {
  /**
   * At most three findings: the first one that is new since the viewer's last visit, the worst and the best. Empty
   * without AI Insights.
   */
  findings: (Finding & { isNew: boolean })[]
  stats: ReviewStats
  /** The last `periodDays` days compared with the preceding period of the same length. */
  periodDays: number
  trend: ReviewTrends
  /** Answered reviews whose answer guests can see. */
  visible: number
  /** Replies stored here but not yet on their platform, to reviews that are public now. */
  unposted: number
  /** Oldest first; days without reviews are left out. */
  daily: DailyReviews[]
  /** The worst first; at most `WAITING_SHOWN`. */
  waiting: ReviewView[]
  /** The newest reviews, answered or not; at most 8. */
  recent: ReviewView[]
  /** Null if they couldn't be read. */
  businesses: BusinessChoice[] | null
  sources: SourcesSummary
  sampleId: string | null
  historyDays: number
  reviewsFailed: boolean
}
