import { choicesByName } from '../../businesses/list.ts'
import { requireAmong } from '../../businesses/require-business.ts'
import type { MemberContext } from '../../context.ts'
import { readEach } from '../../platform/read-each.ts'
import { utcDay } from '../../rules/durations.ts'
import type {
  Finding,
  ForecastInsight,
  GoalStep,
  InsightsInput,
  InsightsView,
  TopicInsight,
} from '../../rules/insights.ts'
import { alarmsInWindow, alarmWindow, topicSpansQuery } from '../alarms/in-window.ts'
import { alarmLevelIn } from '../alarms/level.ts'
import { shownAlarmsQuery, suspicionsIn } from '../alarms/suspicions.ts'
import { forecastRating } from '../outlook/rating-forecast.ts'
import { ratingGoal } from '../outlook/rating-goal.ts'
import { forecastVolume } from '../outlook/review-volume.ts'
import { figuresByDay, type PostedFigures, postedFiguresQuery } from '../posted-figures.ts'
import { addStars, countOf, NO_STARS, type StarCounts, shareOf } from '../ratings.ts'
import { topicWeight } from '../topic-weight.ts'
import { factsOf } from './facts.ts'
import {
  chosenBusiness,
  isReadingQuery,
  type TopicRow,
  termMonthsQuery,
  topicMonthsQuery,
} from './queries.ts'
import { wordsOf } from './words.ts'

const MONTHS = 12
const RECENT_MONTHS = 2
const BASE_MONTHS = 6
const FORECAST_DAYS = 30
const GOALS_AHEAD = 3

/**
 * What AI Insights says of one business, in one batch. Reads counts alone: a row a day, one a topic and day, and one a month for
 * each of the terms that most reviews have.
 */
export async function insightsOverview(ctx: MemberContext, input: InsightsInput): Promise<InsightsView> {
  const now = ctx.now()
  const today = utcDay(now)
  const months = monthsUntil(now)
  const recent = months.slice(-RECENT_MONTHS)
  const period = { from: firstDay(months[0] ?? today), to: today }
  const business = chosenBusiness(ctx, input.businessId)
  const window = alarmWindow(now)
  const [figures, topicRows, spans, termRows, reading, shown] = await readEach(ctx, [
    postedFiguresQuery(ctx, { from: period.from, earlier: [], only: business }),
    topicMonthsQuery(ctx, business, period),
    topicSpansQuery(ctx, business, window),
    termMonthsQuery(ctx, business, { ...period, recent }),
    isReadingQuery(ctx),
    shownAlarmsQuery(ctx, business),
  ])
  const businesses = figures && choicesByName(figures)
  requireAmong(businesses, input.businessId)
  const businessId = businesses?.find(({ id }) => id === (input.businessId ?? businesses[0]?.id))?.id ?? null
  const days = figuresByDay(figures?.filter(({ id }) => id === businessId) ?? [])
  const stars = starsByMonth(days, months)
  const all = addStars(stars)
  const volume = forecastVolume(
    months.map((month, index) => ({ count: countOf(stars[index] ?? NO_STARS), days: daysOf(month, today) })),
    FORECAST_DAYS,
  )
  const expected = volume.known ? Math.max(1, volume.median) : 1
  const forecast = forecastOf(months, stars, expected)
  const topics = topicsOf(topicRows?.results ?? [], all)
  const base = months.slice(-RECENT_MONTHS - BASE_MONTHS, -RECENT_MONTHS)
  const words = wordsOf(termRows?.results ?? [], { base, recent })
  // Whoever looks sees every change, whichever they want to be told of.
  const alarms = alarmsInWindow(window, { days, topics: spans?.results ?? [], level: 'all', former: [] })
  const count = countOf(all)
  const average = count === 0 ? null : all.reduce((sum, some, index) => sum + some * (index + 1), 0) / count
  return {
    businesses,
    businessId,
    period,
    isReading: reading?.results[0]?.isReading === 1,
    reviews: count,
    average,
    ...words,
    facts: factsOf({ topics, words, alarms }),
    topics,
    recent: { from: firstDay(recent[0] ?? today), to: today },
    base: { from: firstDay(base[0] ?? today), to: lastDay(base.at(-1) ?? today) },
    forecast,
    volume,
    goals: average === null || !forecast.known ? [] : goalsOf(average, count, forecast.mean),
    alarms: alarms.known
      ? { known: true, alarms: alarms.alarms.map(({ key: _, ...alarm }) => alarm) }
      : alarms,
    alarmDays: { from: window.from, to: window.to },
    alarmLevel: alarmLevelIn(shown?.results),
    suspicions: suspicionsIn(shown?.results),
    failed: !figures || !topicRows || !spans || !termRows,
  }
}

/** 'YYYY-MM' of the month that runs and those before it, oldest first. */
function monthsUntil(now: number): string[] {
  const date = new Date(now)
  return Array.from({ length: MONTHS }, (_, index) =>
    utcDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - (MONTHS - 1 - index))).slice(0, 7),
  )
}

function firstDay(month: string): string {
  return `${month.slice(0, 7)}-01`
}

function lastDay(month: string): string {
  return utcDay(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0))
}

/** How many of its days have come. */
function daysOf(month: string, today: string): number {
  const last = lastDay(month)
  return Number((last < today ? last : today).slice(8))
}

function starsByMonth(days: readonly PostedFigures[], months: readonly string[]): StarCounts[] {
  const byMonth = Map.groupBy(days, ({ day }) => day.slice(0, 7))
  return months.map((month) => addStars((byMonth.get(month) ?? []).map(({ stars }) => stars)))
}

/** Of the months that are over, from the first with a review. */
function forecastOf(
  months: readonly string[],
  stars: readonly StarCounts[],
  expected: number,
): Finding<ForecastInsight> {
  const first = Math.max(
    0,
    stars.findIndex((some) => countOf(some) > 0),
  )
  const forecast = forecastRating(stars.slice(first, -1), { expected })
  if (!forecast.known) return forecast
  const { mean, band80, band95, count, isWidened, backtest } = forecast
  return {
    known: true,
    mean,
    band80,
    band95,
    count,
    isWidened,
    backtest: backtest.map((step) => ({
      month: months[first + step.period] ?? '',
      mean: step.forecast.mean,
      band80: step.forecast.band80,
      actual: step.actual,
      count: step.count,
      isInside: step.isInside,
    })),
  }
}

/** @param all stars of all reviews of the same days */
export function topicsOf(rows: readonly TopicRow[], all: StarCounts): TopicInsight[] {
  return [...Map.groupBy(rows, ({ topic }) => topic)]
    .map(([topic, months]) => {
      const sum = (figure: (row: TopicRow) => number) => months.reduce((total, row) => total + figure(row), 0)
      const positive = sum((row) => row.positive)
      const negative = sum((row) => row.negative)
      const [one, two, three, four] = [
        sum((row) => row.one),
        sum((row) => row.two),
        sum((row) => row.three),
        sum((row) => row.four),
      ]
      const blaming: StarCounts = [one, two, three, four, negative - one - two - three - four]
      return {
        topic,
        positive,
        neutral: sum((row) => row.neutral),
        negative,
        praised: shareOf(positive, positive + negative),
        months: months.map(({ month, positive, neutral, negative }) => ({
          month,
          positive,
          neutral,
          negative,
        })),
        weight: weightOf(blaming, all),
      }
    })
    .filter(({ positive, neutral, negative }) => positive + neutral + negative > 0)
    .sort((a, b) => b.positive + b.neutral + b.negative - (a.positive + a.neutral + a.negative))
}

/** Where a review was read a moment before it was counted elsewhere, there may be fewer of all than blame. */
function weightOf(blaming: StarCounts, all: StarCounts) {
  const others = all.map((some, index) => Math.max(0, some - (blaming[index] ?? 0)))
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = others
  return topicWeight(blaming, [one, two, three, four, five])
}

/** The next ratings that a platform could show. */
function goalsOf(average: number, count: number, expected: number): GoalStep[] {
  const shown = Math.round(average * 10) / 10
  return Array.from({ length: GOALS_AHEAD }, (_, index) => Math.round((shown + (index + 1) / 10) * 10) / 10)
    .filter((target) => target <= 5)
    .map((target) => {
      const { fiveStars, atPresentRate } = ratingGoal({ current: average, count, expected, target })
      return { target, fiveStars, atPresentRate }
    })
}
