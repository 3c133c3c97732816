import { choicesByName } from '../businesses/list.ts'
import { requireAmong } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { actionMarksQuery } from '../insights/actions/list-actions.ts'
import { compareLocations } from '../insights/compare-locations.ts'
import {
  type BusinessFigures,
  figuresByDay,
  type PostedFigures,
  platformFigures,
  postedFiguresQuery,
  starsBetween,
} from '../insights/posted-figures.ts'
import { addStars, countOf, NO_STARS } from '../insights/ratings.ts'
import { cohortsOf, waitingTimes } from '../insights/waiting-times.ts'
import { readEach } from '../platform/read-each.ts'
import { answeredInTime, answeredInTimeQuery } from '../reviews/answer-targets.ts'
import {
  type AnalyticsInput,
  type AnalyticsView,
  type DailyReviews,
  type DaySpan,
  type LocationComparison,
  type LocationsInput,
  type MonthOfStars,
  periodsOf,
} from '../rules/analytics.ts'
import { DAY_MS, nextMonth, utcDay } from '../rules/durations.ts'
import { historyCutoff, planLimits } from '../rules/plans.ts'
import { averageRating, type Compared, responseRate } from '../rules/statistics.ts'

/**
 * Reads the Analytics screen in one batch. Its figures are about reviews that their platforms still show, by the day
 * they were posted. Locations are always compared, even if a single one is selected.
 *
 * Reads one daily row per business and day of the plan's history and, for overdue reviews, entries of the search index;
 * never the reviews themselves.
 */
export async function analyticsScreen(ctx: MemberContext, input: AnalyticsInput): Promise<AnalyticsView> {
  const { plan } = ctx.organization
  const now = ctx.now()
  const periods = periodsOf(plan)
  const periodDays = periods.findLast((days) => days <= input.days) ?? input.days
  const since = utcDay(historyCutoff(plan, now))
  const period = spanOf(now, periodDays)
  const before = spanOf(now - periodDays * DAY_MS, periodDays)
  const former = before.from >= since ? before : null
  const { from } = former ?? period
  const months = monthsOf(since, period.to)
  const earlier = months.flatMap((month) => spanBefore(month, from))
  const [rows, actions, inTime] = await readEach(ctx, [
    postedFiguresQuery(ctx, { from, earlier }),
    actionMarksQuery(ctx, period, input.businessId),
    answeredInTimeQuery(ctx, input.businessId),
  ])
  requireAmong(rows, input.businessId)
  const all = rows ?? []
  const chosen = all.filter(({ id }) => input.businessId === undefined || id === input.businessId)
  const days = figuresByDay(chosen)
  const current = within(days, period)
  const previous = former && within(days, former)
  return {
    businesses: rows && choicesByName(rows),
    historyDays: planLimits(plan).historyDays,
    periods,
    periodDays,
    period,
    former,
    trend: trendOf(current, previous ?? []),
    daily: byDay(current),
    months: starsOf(months, { chosen, days }),
    ...locationsOf(all, period),
    platforms: platformFigures(current, previous),
    waiting: waitingTimes(cohortsOf(current), now),
    waitingBefore: previous && waitingTimes(cohortsOf(previous), now),
    inTime: answeredInTime(inTime?.results ?? []),
    actions: actions ?? [],
    now,
    failed: rows === null,
  }
}

/** The `days` days that end with the day of `last`. */
function spanOf(last: number, days: number): DaySpan {
  return { from: utcDay(last - (days - 1) * DAY_MS), to: utcDay(last) }
}

function within(days: readonly PostedFigures[], { from, to }: DaySpan): PostedFigures[] {
  return days.filter(({ day }) => day >= from && day <= to)
}

function sum<T>(all: readonly T[], figure: (one: T) => number): number {
  return all.reduce((total, one) => total + figure(one), 0)
}

function trendOf(current: PostedFigures[], previous: PostedFigures[]): AnalyticsView['trend'] {
  const visibleOf = (days: PostedFigures[]) => sum(days, ({ visible }) => visible)
  const compared = (figure: (days: PostedFigures[], count: number) => number): Compared => ({
    current: figure(
      current,
      sum(current, ({ count }) => count),
    ),
    previous: figure(
      previous,
      sum(previous, ({ count }) => count),
    ),
  })
  return {
    reviews: compared((_, count) => count),
    averageRating: compared((days, count) =>
      averageRating(
        sum(days, (day) => day.ratingSum),
        count,
      ),
    ),
    visible: compared(visibleOf),
    visibleRate: compared((days, count) => responseRate(visibleOf(days), count, 1)),
  }
}

function byDay(figures: readonly PostedFigures[]): DailyReviews[] {
  return figures.map(({ day, count, ratingSum, stars: [one, two, three, four, five] }) => ({
    day,
    count,
    averageRating: ratingSum / count,
    positive: four + five,
    neutral: three,
    negative: one + two,
  }))
}

/** Complete months within the history, and the current month up to today. */
function monthsOf(since: string, today: string): DaySpan[] {
  const months: DaySpan[] = []
  let from = `${since.slice(0, 7)}-01`
  while (from <= today) {
    const next = nextMonth(Date.parse(from))
    const last = utcDay(next - DAY_MS)
    if (from >= since) months.push({ from, to: last < today ? last : today })
    from = utcDay(next)
  }
  return months
}

/** The part of a span before a day, as a list; empty if there is none. */
function spanBefore({ from, to }: DaySpan, day: string): DaySpan[] {
  if (from >= day) return []
  return [{ from, to: to < day ? to : utcDay(Date.parse(day) - DAY_MS) }]
}

/** Review counts by stars per month, starting with the month of the first review. */
function starsOf(
  months: readonly DaySpan[],
  { chosen, days }: { chosen: readonly BusinessFigures[]; days: readonly PostedFigures[] },
): MonthOfStars[] {
  const byMonth = Map.groupBy(days, ({ day }) => day.slice(0, 7))
  const all = months.map((month, index) => {
    const since = byMonth.get(month.from.slice(0, 7)) ?? []
    const before = chosen.map(({ earlier }) => earlier[index] ?? NO_STARS)
    return { ...month, stars: addStars([...before, ...since.map(({ stars }) => stars)]) }
  })
  const first = all.findIndex(({ stars }) => countOf(stars) > 0)
  // Without any reviews, only the current month.
  return first === -1 ? all.slice(-1) : all.slice(first)
}

function locationsOf(all: readonly BusinessFigures[], period: DaySpan) {
  const { standings, verdict } = compareLocations(
    all.map((business) => ({
      id: business.id,
      name: business.name,
      stars: starsBetween(business, period),
    })),
  )
  return { locations: standings, verdict }
}

/**
 * Compares the locations by the reviews posted in a range of days, by default the last 30. The range is clipped to the
 * plan's history.
 */
export async function locationComparison(
  ctx: MemberContext,
  input: LocationsInput,
): Promise<LocationComparison> {
  const now = ctx.now()
  const since = utcDay(historyCutoff(ctx.organization.plan, now))
  const last = input.to === undefined ? utcDay(now) : utcDay(input.to - 1)
  const first =
    input.from === undefined ? spanOf(Date.parse(last), periodsOf('free')[0] ?? 0).from : utcDay(input.from)
  const period = { from: [first, since].toSorted().at(-1) ?? since, to: last }
  const [rows] = await ctx.db.batch([postedFiguresQuery(ctx, { from: period.from, earlier: [] })])
  const { locations, verdict } = locationsOf(rows, period)
  return { items: locations, nextCursor: null, verdict, ...period }
}
