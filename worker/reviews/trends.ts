import type { MemberContext } from '../context.ts'
import { DAY_MS, utcDay } from '../rules/durations.ts'
import { planLimits } from '../rules/plans.ts'
import { averageRating, responseRate } from '../rules/statistics.ts'
import type { DashboardView } from '../rules/views.ts'
import { addUp, answeredOf, type PostedDay, type PostedTotals, visibleOf } from './daily-totals.ts'

const MAX_PERIOD_DAYS = 30

/** Days of a trend's period; both periods must lie within the plan's history. */
export function trendDays({ organization }: Pick<MemberContext, 'organization'>): number {
  return Math.min(MAX_PERIOD_DAYS, Math.floor(planLimits(organization.plan).historyDays / 2))
}

/** Compares the last `periodDays` days, today included, with as many days before. */
export function trendsOf(
  days: readonly PostedDay[],
  now: number,
  periodDays: number,
): DashboardView['trend'] {
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
