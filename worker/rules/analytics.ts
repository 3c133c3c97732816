import * as v from 'valibot'
import type { ActionMark } from './actions.ts'
import type { AnsweredInTime } from './answer-targets.ts'
import { type BusinessChoice, BusinessKey } from './businesses.ts'
import { counted, type NumberFormat } from './counted.ts'
import { RangeEnd, RangeStart } from './fields.ts'
import { planLimits } from './plans.ts'
import { type OwnPlatform, platformName, type ReviewPlatform } from './platforms.ts'
import type { Compared } from './statistics.ts'

/** Lengths in days, including today. */
const PERIOD_DAYS = [30, 90, 365] as const
export type PeriodDays = (typeof PERIOD_DAYS)[number]

/** Periods within a plan's history; the shortest one is always included. */
export function periodsOf(plan: string): PeriodDays[] {
  return PERIOD_DAYS.filter((days) => days <= planLimits(plan).historyDays)
}

export const AnalyticsInput = v.optional(
  v.object({
    businessId: v.optional(BusinessKey),
    days: v.optional(v.picklist(PERIOD_DAYS, 'Choose 30, 90 or 365 days.'), 30),
  }),
  {},
)
export type AnalyticsInput = v.InferOutput<typeof AnalyticsInput>

export const LocationsInput = v.optional(
  v.pipe(
    v.object({ from: v.optional(RangeStart), to: v.optional(RangeEnd) }),
    v.check(({ from = 0, to = from + 1 }) => from < to, 'The first day has to come before the last.'),
  ),
  {},
)
export type LocationsInput = v.InferOutput<typeof LocationsInput>

/** Response time limits in hours. review_daily_stats has a column with the reviews answered within each. */
export const ANSWER_HOURS = [4, 24, 48, 168, 720] as const
export const TARGET_HOURS = 48

/** UTC days, both included. */
export interface DaySpan {
  from: string
  to: string
}

export interface LocationStanding {
  id: string
  name: string
  count: number
  average: number | null
  /** Expected rating of its next review, with its 90% interval. */
  expected: number
  low: number
  high: number
  /**
   * Rank by the lower end of the interval; null if there are too few reviews. A location whose interval overlaps that
   * of the leader of a rank has the same rank as the leader.
   */
  rank: number | null
  /** Reviews still needed for a comparison. */
  needed: number
}

export interface LocationVerdict {
  kind: 'better' | 'probably_better' | 'no_difference'
  best: string
  worst: string
  compared: number
}

export interface LocationComparison extends DaySpan {
  items: LocationStanding[]
  nextCursor: null
  /** Null if too few locations have enough reviews. */
  verdict: LocationVerdict | null
}

export interface WaitingTimes {
  /** Number of reviews, including unanswered ones. */
  count: number
  /** Reviews with a reply that guests can see, including replies without a date. */
  answered: number
  open: number
  /** Reviews whose reply is only stored here, where guests can't see it. They count as unanswered. */
  hidden: number
  /** Reviews answered at an unknown time; `count` excludes them. */
  undated: number
  /** Further reviews needed for a result. */
  needed: number
  /**
   * Estimated share of reviews (0 to 1) answered within each number of hours. Steps for which no review is old enough
   * are left out.
   */
  steps: { hours: number; answered: number }[]
  /**
   * Hours within which half of the reviews (`medianHours`) and nine in ten of them (`mostHours`) are answered; null if
   * a smaller share is answered.
   */
  medianHours: number | null
  mostHours: number | null
  /** Estimated share of reviews (0 to 1) answered within `TARGET_HOURS`; null if no review is old enough. */
  withinTarget: number | null
}

export interface MonthOfStars extends DaySpan {
  /** Review counts from one star to five. */
  stars: readonly number[]
}

export interface PlatformFigures {
  platform: ReviewPlatform
  own?: OwnPlatform
  count: number
  average: number | null
  /** Figures of the preceding period; null if the history is too short. */
  before: { count: number; average: number | null } | null
}

/** Figures of reviews that their platforms still show, by the day the reviews were posted. */
export interface AnalyticsView {
  /** Null if the businesses couldn't be read. */
  businesses: BusinessChoice[] | null
  historyDays: number
  periods: PeriodDays[]
  periodDays: PeriodDays
  period: DaySpan
  /** The preceding period of the same length; null if the plan's history is too short. */
  former: DaySpan | null
  /**
   * Figures of the period compared with the former one; zeros if there is no former period. `visible` counts reviews
   * with a reply that guests can see, not only one stored here.
   */
  trend: Record<'reviews' | 'averageRating' | 'visible' | 'visibleRate', Compared>
  /** Days of the period, oldest first; those without reviews are left out. */
  daily: DailyReviews[]
  /** Complete months of the plan's history and the current one, oldest first. */
  months: MonthOfStars[]
  locations: LocationStanding[]
  verdict: LocationVerdict | null
  platforms: PlatformFigures[]
  waiting: WaitingTimes
  waitingBefore: WaitingTimes | null
  /** Reviews of the last 30 days answered within the targets; null if no location has a target. */
  inTime: AnsweredInTime | null
  actions: ActionMark[]
  /** Milliseconds, UTC. */
  now: number
  /** True if the figures couldn't be read; they are all empty or zero then. */
  failed: boolean
}

interface FigureFormat extends NumberFormat {
  rating(value: number): string
  percent(value: number): string
}

/** Minimum number of reviews for a percentage. With fewer reviews, a percentage would seem more precise than it is. */
const MIN_FOR_PERCENT = 20

export function hasShare(count: number): boolean {
  return count >= MIN_FOR_PERCENT
}

export function comparisonText(
  { current, previous }: Compared,
  { unit, days }: { unit: 'reviews' | 'stars' | 'points'; days: number },
  format: FigureFormat,
): string {
  const difference = unit === 'reviews' ? current - previous : Math.round((current - previous) * 10) / 10
  const before = `the ${days} days before`
  if (difference === 0) return `The same as in ${before}`
  if (unit === 'reviews') {
    return `${format.number(Math.abs(difference))} ${difference > 0 ? 'more' : 'fewer'} than in ${before}`
  }
  const size = `${difference > 0 ? '+' : '−'}${format.rating(Math.abs(difference))}`
  return unit === 'stars' ? `${size} compared with ${before}` : `${size} points compared with ${before}`
}

type Ranked = Pick<LocationStanding, 'name' | 'rank'>

export function locationsTitle(verdict: LocationVerdict | null, standings: readonly Ranked[]): string {
  if (!verdict) return 'Not enough reviews yet to compare your locations'
  const { kind, best, worst, compared } = verdict
  if (kind === 'no_difference') {
    if (compared === 2) return `No clear difference between ${best} and ${worst}`
    return compared === standings.length
      ? `No clear difference between your ${compared} locations`
      : `No clear difference between the ${compared} locations with enough reviews`
  }
  const maybe = kind === 'better' ? '' : ' probably'
  const isBestAlone = isAlone(best, standings)
  if (!isAlone(worst, standings))
    return isBestAlone ? `${best} is${maybe} your strongest` : `${best} is${maybe} stronger than ${worst}`
  return `${worst} is${maybe} your weakest${isBestAlone ? `, ${best} your strongest` : ''}`
}

/** True if no other location shares the location's rank. */
function isAlone(name: string, standings: readonly Ranked[]): boolean {
  const rank = standings.find((standing) => standing.name === name)?.rank
  return standings.filter((standing) => standing.rank === rank).length === 1
}

export function starsTitle(five: number, all: number, since: string, format: FigureFormat): string {
  if (all === 0) return `No reviews have been posted since ${since}`
  if (five === all) return `All reviews since ${since} have five stars`
  return `${format.number(five)} of ${format.number(all)} reviews since ${since} ${five === 1 ? 'has' : 'have'} five stars`
}

export function platformsTitle(platforms: readonly PlatformFigures[], format: FigureFormat): string {
  const all = platforms.reduce((sum, { count }) => sum + count, 0)
  const top = platforms.reduce<PlatformFigures | null>(
    (most, one) => (one.count > (most?.count ?? 0) ? one : most),
    null,
  )
  if (!top) return 'No reviews were posted in this period'
  const name = platformName(top)
  if (top.count === all) return `All reviews came from ${name}`
  return `${name} has the most reviews: ${format.number(top.count)} of ${format.number(all)}`
}

const HOURS_A_DAY = 24

/** '4 hours', 'a day', '2 days', 'a week' */
export function durationText(hours: number): string {
  if (hours < HOURS_A_DAY) return hours === 1 ? 'an hour' : `${hours} hours`
  const days = hours / HOURS_A_DAY
  if (days === 1) return 'a day'
  return days === 7 ? 'a week' : `${days} days`
}

/**
 * True if half of the reviews and nine in ten of them are answered within the same time. Only the larger share is
 * reported then.
 */
function isAllAtOnce({ medianHours, mostHours }: WaitingTimes): boolean {
  return medianHours !== null && medianHours === mostHours
}

export function waitingTitle(times: WaitingTimes): string {
  const { needed, count, medianHours } = times
  if (count === 0) return 'No reviews from this period are waiting for an answer'
  if (needed > 0) return `Response times need ${needed} more ${needed === 1 ? 'review' : 'reviews'}`
  if (medianHours === null) return 'More than half of the reviews are still unanswered'
  const share = isAllAtOnce(times) ? 'Nine in ten' : 'Half of the'
  return `${share} reviews are answered within ${durationText(medianHours)}`
}

export function waitingSummary(times: WaitingTimes, format: FigureFormat): string {
  const { needed, count, mostHours, withinTarget, open, undated } = times
  const sentences: string[] = []
  if (needed === 0) {
    if (mostHours !== null && !isAllAtOnce(times))
      sentences.push(`Nine in ten within ${durationText(mostHours)}.`)
    if (withinTarget !== null && hasShare(count))
      sentences.push(`${format.percent(withinTarget * 100)} within two days.`)
  }
  if (open > 0)
    sentences.push(
      open === 1
        ? 'One has no reply that guests can see.'
        : `${format.number(open)} have no reply that guests can see.`,
    )
  if (undated > 0) sentences.push(`Not counted: ${counted(undated, 'answer', format)} without a date.`)
  return sentences.join(' ')
}

/** Reviews of one UTC day, on all platforms. */
export interface DailyReviews {
  day: string
  count: number
  averageRating: number
  positive: number
  neutral: number
  negative: number
}
