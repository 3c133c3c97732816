import { businessChoicesQuery, choicesByName, namesOf } from '../businesses/list.ts'
import { requireAmong } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { readEach } from '../platform/read-each.ts'
import {
  addUp,
  allFiguresQuery,
  answeredOf,
  type PostedDay,
  type PostedTotals,
  postedDays,
} from '../reviews/daily-totals.ts'
import { reviewPage } from '../reviews/list.ts'
import { reviewView } from '../reviews/review-view.ts'
import { statsOf } from '../reviews/stats.ts'
import { DAY_MS, iso, utcDay } from '../rules/durations.ts'
import { planLimits } from '../rules/plans.ts'
import type { ReviewStatsInput } from '../rules/reviews.ts'
import { averageRating, responseRate } from '../rules/statistics.ts'
import type { Compared, DashboardView } from '../rules/views.ts'
import { backfillsOf, faultsOf, sourcesQuery, unfinishedOf } from './source-health.ts'

/** More would push the numbers off the first screen. */
const WAITING_SHOWN = 3
/** Five besides those that wait: no review is on the screen twice. */
const RECENT_READ = 5 + WAITING_SHOWN
const MAX_PERIOD_DAYS = 30

/**
 * The Dashboard in one batch: statistics from the daily rows, what waits for an answer (unhappy ones first), what came last. Totals are of the
 * plan's history, which goes by first seen; all that is shown as time goes by posted.
 */
export async function dashboardScreen(ctx: MemberContext, input: ReviewStatsInput): Promise<DashboardView> {
  const { businessId } = input
  const recent = reviewPage(ctx, { businessId, sort: 'posted', limit: RECENT_READ, visibility: input.ledger })
  // Whatever the numbers count: there is nothing to answer where nobody can read it.
  const waiting = reviewPage(ctx, {
    businessId,
    sort: 'worst',
    limit: WAITING_SHOWN,
    visibility: 'public',
    status: 'pending',
  })
  const [totals, recentRows, waitingRows, sourceRows] = await readEach(ctx, [
    allFiguresQuery(ctx, input),
    recent.query,
    waiting.query,
    sourcesQuery(ctx, businessId),
  ])
  const businesses = totals ? choicesByName(totals) : await choicesAlone(ctx)
  requireAmong(businesses, businessId)
  const days = postedDays(totals ?? [])
  // Without the names nothing can be said of them.
  const sources = (totals && sourceRows) ?? []
  const names = namesOf(businesses ?? [])
  const recentPage = recent.read(recentRows)
  const waitingPage = waiting.read(waitingRows)
  const { historyDays } = planLimits(ctx.organization.plan)
  // Both periods have to lie inside the history.
  const periodDays = Math.min(MAX_PERIOD_DAYS, Math.floor(historyDays / 2))
  return {
    stats: statsOf(ctx, totals),
    periodDays,
    trend: trendsOf(days, ctx.now(), periodDays),
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
    },
    sampleId: totals?.find(({ isSample }) => isSample)?.id ?? null,
    historyDays,
    reviewsFailed: waitingPage.failed || recentPage.failed,
  }
}

/** The names that come with the statistics otherwise; null where they can't be read either. */
async function choicesAlone(ctx: MemberContext) {
  const [businesses] = await readEach(ctx, [businessChoicesQuery(ctx)])
  return businesses
}

/** The last `periodDays` days, today included, against as many days before them. */
function trendsOf(days: readonly PostedDay[], now: number, periodDays: number): DashboardView['trend'] {
  const currentFrom = utcDay(now - (periodDays - 1) * DAY_MS)
  const previousFrom = utcDay(now - (2 * periodDays - 1) * DAY_MS)
  const current = addUp(days.filter(({ day }) => day >= currentFrom))
  const previous = addUp(days.filter(({ day }) => day >= previousFrom && day < currentFrom))
  const compared = (figure: (sums: PostedTotals) => number): Compared => ({
    current: figure(current),
    previous: figure(previous),
  })
  return {
    reviews: compared((sums) => sums.reviewCount),
    averageRating: compared((sums) => averageRating(sums.ratingSum, sums.reviewCount)),
    responseRate: compared((sums) => responseRate(answeredOf(sums), sums.reviewCount, 1)),
    pending: compared((sums) => sums.reviewCount - sums.responded),
  }
}
