import * as v from 'valibot'
import { BusinessKey } from './businesses.ts'
import { RangeEnd, RangeStart } from './fields.ts'
import { planLimits } from './plans.ts'
import type { Platform } from './platforms.ts'
import type { BusinessChoice, Compared, DailyReviews } from './views.ts'

/** How many days Analytics looks at, today included. */
const PERIOD_DAYS = [30, 90, 365] as const
export type PeriodDays = (typeof PERIOD_DAYS)[number]

/** The periods that fit into a plan's history; the shortest one always does. */
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

/** After how many hours it is counted how many reviews are answered: columns of review_daily_stats. */
export const ANSWER_HOURS = [4, 24, 48, 168, 720] as const
/** What an owner should reach. */
export const TARGET_HOURS = 48

/** UTC days, both included. */
export interface DaySpan {
  from: string
  to: string
}

/** A location among the others. */
export interface LocationStanding {
  id: string
  name: string
  count: number
  /** Of its reviews; null without any. */
  average: number | null
  /** The expected rating of its next review, and the interval in which it is with 90 %. */
  expected: number
  low: number
  high: number
  /** Shared by those whose intervals overlap the leader's; null where there are too few reviews. */
  rank: number | null
  /** How many more reviews it needs to be compared. */
  needed: number
}

export interface LocationVerdict {
  kind: 'better' | 'probably_better' | 'no_difference'
  best: string
  worst: string
  /** How many locations have enough reviews. */
  compared: number
}

/** UTC days, both included. */
export interface LocationComparison extends DaySpan {
  items: LocationStanding[]
  nextCursor: null
  /** Null where too few locations have enough reviews. */
  verdict: LocationVerdict | null
}

export interface WaitingTimes {
  /** Reviews that count, open ones among them. */
  count: number
  open: number
  /** Answered, but nobody knows when: left out. */
  undated: number
  /** How many more reviews it takes to say anything. */
  needed: number
  /** Which share was answered by then; steps for which nothing is old enough are missing. */
  steps: { hours: number; answered: number }[]
  /** Half are answered within so many hours, and nine of ten; null where they are not. */
  medianHours: number | null
  mostHours: number | null
  /** The share that is answered within `TARGET_HOURS`; null where nothing is old enough. */
  withinTarget: number | null
}

export interface MonthOfStars extends DaySpan {
  /** Of one to five stars. */
  stars: readonly number[]
}

export interface PlatformFigures {
  platform: Platform
  count: number
  average: number | null
  /** In the period before; null where the history does not reach so far back. */
  before: { count: number; average: number | null } | null
}

/** Everything Analytics shows, of reviews that are shown now, by the day they were posted. */
export interface AnalyticsView {
  /** Null where they could not be read. */
  businesses: BusinessChoice[] | null
  historyDays: number
  periods: PeriodDays[]
  periodDays: PeriodDays
  period: DaySpan
  /** As many days before; null where the plan's history does not reach so far back. */
  former: DaySpan | null
  /**
   * Figures of the period against the former one; zeros there where there is none. `visible` are reviews with a reply that guests
   * can see, not only one that is stored here.
   */
  trend: Record<'reviews' | 'averageRating' | 'visible' | 'visibleRate', Compared>
  /** Days of the period, oldest first; those without reviews are left out. */
  daily: DailyReviews[]
  /** Whole months of the plan's history and the one that runs, oldest first. */
  months: MonthOfStars[]
  locations: LocationStanding[]
  verdict: LocationVerdict | null
  platforms: PlatformFigures[]
  waiting: WaitingTimes
  waitingBefore: WaitingTimes | null
  /** Milliseconds, UTC. */
  now: number
  /** Whether the figures could not be read; there are none then. */
  failed: boolean
}
