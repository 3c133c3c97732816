import * as v from 'valibot'
import { BusinessKey } from './businesses.ts'
import { RangeEnd, RangeStart } from './fields.ts'
import { planLimits } from './plans.ts'
import type { Platform } from './platforms.ts'
import type { BusinessChoice, Compared, DailyReviews } from './views.ts'

/** Periods of Analytics in days, including today. */
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

/** Response times, in hours, for which answered reviews are counted: columns of review_daily_stats. */
export const ANSWER_HOURS = [4, 24, 48, 168, 720] as const
/** Target response time. */
export const TARGET_HOURS = 48

/** UTC days, both included. */
export interface DaySpan {
  from: string
  to: string
}

/** A location compared with the others. */
export interface LocationStanding {
  id: string
  name: string
  count: number
  /** Average of its reviews; null without reviews. */
  average: number | null
  /** Expected rating of its next review, with its 90% interval. */
  expected: number
  low: number
  high: number
  /** Locations whose intervals overlap the leader's share a rank; null if there are too few reviews. */
  rank: number | null
  /** Reviews still missing for a comparison. */
  needed: number
}

export interface LocationVerdict {
  kind: 'better' | 'probably_better' | 'no_difference'
  best: string
  worst: string
  /** Number of locations with enough reviews. */
  compared: number
}

/** UTC days, both included. */
export interface LocationComparison extends DaySpan {
  items: LocationStanding[]
  nextCursor: null
  /** Null if too few locations have enough reviews. */
  verdict: LocationVerdict | null
}

export interface WaitingTimes {
  /** Reviews that count, open ones among them. */
  count: number
  /** With an answer that guests can see, those without a date included. */
  answered: number
  open: number
  /** Number of those whose reply is only stored here. */
  hidden: number
  /** Answered, but nobody knows when: left out. */
  undated: number
  /** Number of further reviews needed to say anything. */
  needed: number
  /** Share answered within each number of hours; steps that no review is old enough for are missing. */
  steps: { hours: number; answered: number }[]
  /** Half are answered within so many hours, and nine of ten; null where they are not. */
  medianHours: number | null
  mostHours: number | null
  /** The share that is answered within `TARGET_HOURS`; null where nothing is old enough. */
  withinTarget: number | null
}

export interface MonthOfStars extends DaySpan {
  /** Number of reviews with one to five stars. */
  stars: readonly number[]
}

export interface PlatformFigures {
  platform: Platform
  count: number
  average: number | null
  /** For the preceding period; null if the history is too short. */
  before: { count: number; average: number | null } | null
}

/** Everything on Analytics, about reviews that are shown now, by the day they were posted. */
export interface AnalyticsView {
  /** Null if they couldn't be read. */
  businesses: BusinessChoice[] | null
  historyDays: number
  periods: PeriodDays[]
  periodDays: PeriodDays
  period: DaySpan
  /** The preceding period of the same length; null if the plan's history is too short. */
  former: DaySpan | null
  /**
   * Figures of the period compared with the former one; zeros if there is none. `visible` counts reviews with a reply
   * that guests can see, not only one stored here.
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
  /** Milliseconds, UTC. */
  now: number
  /** True if the figures couldn't be read; there are none then. */
  failed: boolean
}
