import { choicesByName } from '../../businesses/list.ts'
import { readKindOf } from '../../businesses/place-kinds.ts'
import { requireAmong } from '../../businesses/require-business.ts'
import type { MemberContext } from '../../context.ts'
import { readEach } from '../../platform/read-each.ts'
import { utcDay } from '../../rules/durations.ts'
import type {
  Finding,
  ForecastInsight,
  InsightsInput,
  InsightsView,
  TopicInsight,
  TopicLine,
} from '../../rules/insights.ts'
import { actionMarksQuery } from '../actions/list-actions.ts'
import { alarmLevelIn } from '../alarms/alarms.ts'
import { shownAlarmsQuery, suspicionsIn } from '../alarms/suspicions.ts'
import { ratingChange } from '../findings/changes.ts'
import {
  type BusinessCounts,
  dayBack,
  meanOf,
  starsIn,
  topicIn,
  YEAR,
  YEAR_DAYS,
} from '../findings/counts.ts'
import { readFindings, storedFindingsQuery } from '../findings/list-findings.ts'
import { countsQuery, readTerms, readTopics } from '../findings/queries.ts'
import { platformGoals, platformTotalsQuery, type TotalsRow } from '../outlook/platform-goals.ts'
import { forecastRating } from '../outlook/rating-forecast.ts'
import { forecastVolume } from '../outlook/review-volume.ts'
import { figuresByDay, type PostedFigures, postedFiguresQuery } from '../posted-figures.ts'
import { addStars, countOf, NO_STARS, type StarCounts, shareOf } from '../ratings.ts'
import { topicWeight } from '../topic-weight.ts'
import { chosenBusiness, type TopicRow } from './queries.ts'
import { wordsOf } from './words.ts'

const MONTHS = 12
const MAX_TOPICS = 8
const MIN_OPINIONS = 3
const FORECAST_DAYS = 30

/** Reads one row per day, one per topic and day, and one per month for each of the most frequent terms. */
export async function insightsOverview(ctx: MemberContext, input: InsightsInput): Promise<InsightsView> {
  const now = ctx.now()
  const today = utcDay(now)
  const period = { from: dayBack(today, YEAR_DAYS - 1), to: today }
  const business = chosenBusiness(ctx, input.businessId)
  const [firstMonth = today] = monthsUntil(now)
  const wordDays = { from: firstDay(firstMonth), to: today }
  const [figures, rows, stored, shown, totals, marks] = await readEach(ctx, [
    postedFiguresQuery(ctx, { from: period.from, earlier: [], only: business }),
    countsQuery(ctx, business, today),
    storedFindingsQuery(ctx, 'findings', business),
    shownAlarmsQuery(ctx, business),
    platformTotalsQuery(ctx, business),
    actionMarksQuery(ctx, wordDays, business),
  ])
  const kindOf = await readKindOf(ctx)
  const businesses = figures && choicesByName(figures)
  requireAmong(businesses, input.businessId)
  const [row] = rows?.results ?? []
  const topics = row ? readTopics(row.topics) : []
  const days = figuresByDay(figures?.filter(({ id }) => id === row?.id) ?? [])
  const stars = starsIn(days, period)
  const count = countOf(stars)
  const average = count === 0 ? null : meanOf(stars)
  const hasShifted = ratingChange({ days }, today, []) !== null
  const terms = row ? readTerms(row.terms) : []
  const words = wordsOf(
    terms.filter(({ month }) => month >= firstMonth),
    { base: [], recent: [] },
  )
  return {
    businesses,
    businessId: row?.id ?? businesses?.find(({ id }) => id === (input.businessId ?? id))?.id ?? null,
    asksKind: row !== undefined && kindOf(row) === undefined,
    period,
    wordDays,
    isReading: shown?.results[0]?.isReading === 1,
    reviews: count,
    average,
    otherLanguages: words.otherLanguages,
    findings: readFindings(ctx, stored?.results ?? []),
    topics: topicLines({ topics }, stars),
    praise: words.praise,
    blame: words.blame,
    complaintsInside: words.mismatches.complaint_inside,
    ...outlookOf(days, { now, today, hasShifted }, totals?.results[0]),
    actions: marks ?? [],
    alarmLevel: alarmLevelIn(shown?.results),
    suspicions: suspicionsIn(shown?.results),
    failed: !figures || !rows || !stored,
  }
}

function topicLines(business: Pick<BusinessCounts, 'topics'>, stars: StarCounts): TopicLine[] {
  const topics = new Set(business.topics.flatMap((span) => span.map(({ topic }) => topic)))
  const count = countOf(stars)
  const sum = meanOf(stars) * count
  return [...topics]
    .map((topic) => {
      const { positive, negative, negativeStars } = topicIn(business, topic, YEAR)
      const others = count - negative
      const without = others > 0 ? (sum - negativeStars) / others : meanOf(stars)
      return { topic, praise: positive, complaints: negative, without }
    })
    .filter(({ praise, complaints }) => praise + complaints >= MIN_OPINIONS)
    .sort((a, b) => weightOf(b, stars, count) - weightOf(a, stars, count))
    .slice(0, MAX_TOPICS)
}

/** Stars that complaints cost, plus a little for being mentioned. */
function weightOf({ praise, complaints, without }: TopicLine, stars: StarCounts, count: number): number {
  return Math.max(0, without - meanOf(stars)) + (praise + complaints) / Math.max(1, count) / TALK_WORTH
}

/** A topic in every review is worth 1/TALK_WORTH of a star. */
const TALK_WORTH = 10

function outlookOf(
  days: readonly PostedFigures[],
  { now, today, hasShifted }: { now: number; today: string; hasShifted: boolean },
  totals: TotalsRow | undefined,
) {
  const months = monthsUntil(now)
  const stars = starsByMonth(days, months)
  const volume = forecastVolume(
    months.map((month, index) => ({ count: countOf(stars[index] ?? NO_STARS), days: daysOf(month, today) })),
    FORECAST_DAYS,
  )
  const forecast = forecastOf(months, stars, {
    expected: volume.known ? Math.max(1, volume.median) : 1,
    hasShifted,
  })
  return {
    forecast,
    volume,
    goals: forecast.known && totals ? platformGoals(totals, forecast.mean) : [],
  }
}

/** The current month and those before it as 'YYYY-MM', oldest first. */
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

/** Number of days of a month so far. */
function daysOf(month: string, today: string): number {
  const last = lastDay(month)
  return Number((last < today ? last : today).slice(8))
}

function starsByMonth(days: readonly PostedFigures[], months: readonly string[]): StarCounts[] {
  const byMonth = Map.groupBy(days, ({ day }) => day.slice(0, 7))
  return months.map((month) => addStars((byMonth.get(month) ?? []).map(({ stars }) => stars)))
}

/** Forecasts the rating from all months since the first review; after a lasting change, earlier months count less. */
function forecastOf(
  months: readonly string[],
  stars: readonly StarCounts[],
  circumstances: { expected: number; hasShifted: boolean },
): Finding<ForecastInsight> {
  const first = Math.max(
    0,
    stars.findIndex((some) => countOf(some) > 0),
  )
  const forecast = forecastRating(stars.slice(first), { ...circumstances, isLastOpen: true })
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
        weight: topicWeightOf(blaming, all),
      }
    })
    .filter(({ positive, neutral, negative }) => positive + neutral + negative > 0)
    .sort((a, b) => b.positive + b.neutral + b.negative - (a.positive + a.neutral + a.negative))
}

/** Weight of a topic. A review may be read just before it is counted, so there may be more complaints than reviews. */
function topicWeightOf(blaming: StarCounts, all: StarCounts) {
  const others = all.map((some, index) => Math.max(0, some - (blaming[index] ?? 0)))
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = others
  return topicWeight(blaming, [one, two, three, four, five])
}
