import { and, eq, sql } from 'drizzle-orm'
import { businesses, reviewDailyStats } from '#db/schema/index.ts'
import { dailyFigure } from '../businesses/daily-figure.ts'
import type { MemberContext } from '../context.ts'
import { utcDay } from '../rules/days.ts'
import type { Ledger } from '../rules/ledger.ts'
import { historyCutoff } from '../rules/plans.ts'
import type { ReviewStatsInput } from '../rules/reviews.ts'

const SUMMED = [
  'reviewCount',
  'ratingSum',
  'positive',
  'neutral',
  'negative',
  'responded',
  'google',
  'yelp',
  'facebook',
  'tripadvisor',
] as const

export type Totals = Record<(typeof SUMMED)[number], number>
export type DayTotals = { day: string } & Totals

/** One row of review_daily_stats: the day, then the columns of `SUMMED`. */
type StoredDay = [day: string, ...totals: number[]]

/**
 * One row a business, of the chosen one or of all, with its statistics by day; `totalsByDay` reads them. Reads one row
 * of review_daily_stats per business and day of the plan's history.
 */
export function dailyTotalsQuery(ctx: MemberContext, input: ReviewStatsInput) {
  return ctx.db
    .select({ id: businesses.id, name: businesses.name, days: storedDays(ctx, input.ledger).as('days') })
    .from(businesses)
    .where(
      and(
        eq(businesses.organizationId, ctx.organization.id),
        input.businessId ? eq(businesses.id, input.businessId) : undefined,
      ),
    )
}

/** Like `dailyTotalsQuery`, with a row for every business: those that were not chosen have no days. */
export function allNamedTotalsQuery(ctx: MemberContext, input: ReviewStatsInput) {
  const days = storedDays(ctx, input.ledger)
  const chosen = input.businessId
    ? sql<string>`CASE ${businesses.id} WHEN ${input.businessId} THEN ${days} ELSE '[]' END`
    : days
  return ctx.db
    .select({ id: businesses.id, name: businesses.name, days: chosen.as('days') })
    .from(businesses)
    .where(eq(businesses.organizationId, ctx.organization.id))
}

/**
 * The days of a business in the plan's history, as one JSON text: grouped by day in the database, every row would be
 * read a second time, from its sorter.
 */
function storedDays(ctx: MemberContext, ledger: Ledger) {
  const columns = [reviewDailyStats.day, ...SUMMED.map((column) => dailyFigure(column, ledger))]
  const firstDay = utcDay(historyCutoff(ctx.organization.plan, ctx.now()))
  return sql<string>`(
    SELECT json_group_array(json_array(${sql.join(columns, sql`, `)})) FROM ${reviewDailyStats}
    WHERE ${reviewDailyStats.businessId} = ${businesses.id} AND ${reviewDailyStats.day} >= ${firstDay})`
}

/** One entry per UTC day that saw reviews, oldest first, all businesses together. */
export function totalsByDay(rows: readonly { days: string }[]): DayTotals[] {
  const byDay = new Map<string, DayTotals>()
  for (const [day, ...values] of rows.flatMap((row) => JSON.parse(row.days) as StoredDay[])) {
    const totals = byDay.get(day) ?? { day, ...addUp([]) }
    for (const [index, column] of SUMMED.entries()) totals[column] += values[index] ?? 0
    byDay.set(day, totals)
  }
  return [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** The sums of several days; zeros where there is none. */
export function addUp(days: readonly Totals[]): Totals {
  const sums = Object.fromEntries(SUMMED.map((column) => [column, 0])) as Totals
  for (const day of days) for (const column of SUMMED) sums[column] += day[column]
  return sums
}
