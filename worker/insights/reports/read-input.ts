import { batch } from '#db/client.ts'
import { choicesByName } from '../../businesses/list.ts'
import { businessNotFound } from '../../businesses/require-business.ts'
import type { ActingContext } from '../../context.ts'
import type { DaySpan } from '../../rules/analytics.ts'
import type { BusinessChoice } from '../../rules/businesses.ts'
import { DAY_MS, startOfDay, utcDay } from '../../rules/durations.ts'
import type { TextFormat } from '../../rules/finding-texts.ts'
import { historyCutoff } from '../../rules/plans.ts'
import type { ReportPeriod, ReportRequest } from '../../rules/reports.ts'
import {
  chosenBusiness,
  isReadingQuery,
  type TermRow,
  type TopicRow,
  termMonthsQuery,
  topicMonthsQuery,
} from '../overview/queries.ts'
import { figuresByDay, type PostedFigures, postedFiguresQuery } from '../posted-figures.ts'
import {
  type ExplainedLocation,
  explainLocations,
  type QuotedFinding,
  readFindings,
} from './report-findings.ts'

/** Trends compare the last two months with the six before, as on the AI Insights screen. */
const RECENT_MONTHS = 2
const BASE_MONTHS = 6

/** Months as 'YYYY-MM', oldest first. */
interface TermMonths {
  period: string[]
  recent: string[]
  base: string[]
}

export interface ReportInput {
  businesses: BusinessChoice[]
  days: DaySpan
  former: DaySpan | null
  /** Days of both periods for each business, in the order of `businesses`. */
  figures: PostedFigures[][]
  topics: TopicRow[]
  /** Months for the counts of terms; null unless the period consists of whole months. */
  months: TermMonths | null
  terms: TermRow[]
  /** As of the last day of the period. */
  findings: QuotedFinding[]
  explained: ExplainedLocation[]
  /** 00:00 UTC of the day on which the report is created. Reviews unanswered at this time count as waiting. */
  now: number
}

/**
 * Reads the input of a report: one row per business and day, one per business, topic and day, one per month for each of
 * a business's most frequent terms, and the input of findings.
 *
 * @returns `isReading` is true if reviews of the report were still waiting to be read
 * @throws DomainError `not_found` for a business that the caller may not see
 */
export async function readInput(
  ctx: ActingContext,
  request: ReportRequest,
  format: TextFormat,
): Promise<{ input: ReportInput; isReading: boolean }> {
  const { days, former } = reportDays(ctx, request.period)
  const all = await postedFiguresQuery(ctx, { from: former?.from ?? days.from, earlier: [] })
  const wanted = new Set(request.businessIds ?? all.map(({ id }) => id))
  const chosen = all.filter(({ id }) => wanted.has(id))
  if (chosen.length === 0 || chosen.length < wanted.size) throw businessNotFound()
  const businesses = choicesByName(chosen)
  const months = request.period === 'last_7_days' ? null : termMonths(days)
  const [first = days.from] = [...(months?.base ?? []), ...(months?.period ?? [])].sort()
  const termDays = { from: first, to: days.to }
  const [topics, terms, reading, findings, explained] = await Promise.all([
    batch(
      ctx.db,
      businesses.map(({ id }) => topicMonthsQuery(ctx, chosenBusiness(ctx, id), days)),
    ),
    batch(
      ctx.db,
      months
        ? businesses.map(({ id }) =>
            termMonthsQuery(ctx, chosenBusiness(ctx, id), { ...termDays, recent: months.recent }),
          )
        : [],
    ),
    isReadingQuery(ctx, businesses, days),
    readFindings(ctx, businesses, days.to, format),
    explainLocations(ctx, chosen, { days, former }),
  ])
  const input = {
    businesses,
    days,
    former,
    figures: businesses.map(({ id }) =>
      figuresByDay(chosen.filter((business) => business.id === id)).filter(({ day }) => day <= days.to),
    ),
    topics: topics.flatMap(({ results }) => results),
    months,
    terms: terms.flatMap(({ results }) => results),
    findings,
    explained,
    now: startOfDay(ctx.now()),
  }
  return { input, isReading: reading.results[0]?.isReading === 1 }
}

/** The days of a period and of the one before it; `former` is null if the plan's history doesn't reach that far. */
function reportDays(ctx: ActingContext, period: ReportPeriod): { days: DaySpan; former: DaySpan | null } {
  const now = ctx.now()
  const spans = spansOf(period, now)
  const since = utcDay(historyCutoff(ctx.organization.plan, now))
  return { ...spans, former: spans.former.from >= since ? spans.former : null }
}

const WEEK_DAYS = 7

/** True if a report on this period would have had the same days a week ago. */
export function hasSameDaysAsLastWeek(period: ReportPeriod, now: number): boolean {
  const [days, before] = [now, now - WEEK_DAYS * DAY_MS].map((at) => spansOf(period, at).days)
  return days?.from === before?.from && days?.to === before?.to
}

function spansOf(period: ReportPeriod, now: number): { days: DaySpan; former: DaySpan } {
  switch (period) {
    case 'last_7_days': {
      const week = (weeks: number) => ({
        from: utcDay(now - (weeks + 1) * WEEK_DAYS * DAY_MS),
        to: utcDay(now - (weeks * WEEK_DAYS + 1) * DAY_MS),
      })
      return { days: week(0), former: week(1) }
    }
    case 'last_month':
      return { days: monthsBack(now, 1, 1), former: monthsBack(now, 2, 2) }
    case 'last_3_months':
      return { days: monthsBack(now, 3, 1), former: monthsBack(now, 6, 4) }
    case 'last_12_months':
      return { days: { ...monthsBack(now, 11, 0), to: utcDay(now) }, former: monthsBack(now, 23, 12) }
    default:
      return period satisfies never
  }
}

/**
 * Span from the first day of one month to the last day of another. Both months are counted back from the current one.
 */
function monthsBack(now: number, first: number, last: number): DaySpan {
  const date = new Date(now)
  const day = (months: number, days: number) =>
    utcDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, days))
  return { from: day(-first, 1), to: day(1 - last, 0) }
}

function termMonths({ from, to }: DaySpan): TermMonths {
  const last = Date.parse(to)
  const monthsUntilLast = Array.from({ length: 12 }, (_, index) =>
    monthsBack(last, 11 - index, 11 - index).from.slice(0, 7),
  )
  return {
    period: monthsUntilLast.filter((month) => month >= from.slice(0, 7)),
    recent: monthsUntilLast.slice(-RECENT_MONTHS),
    base: monthsUntilLast.slice(-RECENT_MONTHS - BASE_MONTHS, -RECENT_MONTHS),
  }
}
