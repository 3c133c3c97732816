import * as v from 'valibot'
import type { ActionMark } from './actions.ts'
import type { AlarmLevel } from './alarms.ts'
import type { DaySpan } from './analytics.ts'
import { type BusinessChoice, BusinessKey } from './businesses.ts'
import { RangeEnd, RangeStart } from './fields.ts'
import type { Finding as WhatChanged } from './findings.ts'
import type { Platform } from './platforms.ts'
import type { Topic } from './review-features.ts'

export const InsightsInput = v.optional(v.object({ businessId: v.optional(BusinessKey) }), {})
export type InsightsInput = v.InferOutput<typeof InsightsInput>

const dayRange = v.object({ from: RangeStart, to: RangeEnd })

export const ExplainRatingInput = v.object({ businessId: BusinessKey, before: dayRange, after: dayRange })
export type ExplainRatingInput = v.InferOutput<typeof ExplainRatingInput>

/** A result, or the number of reviews still missing for it. `needed` is never 0. */
export type Finding<T> = ({ known: true } & T) | { known: false; needed: number }

export function notYet(needed: number): { known: false; needed: number } {
  return { known: false, needed }
}

export interface Interval {
  low: number
  high: number
}

/** `part` of `all` reviews, such as those of a period that mention a term. */
export interface Part {
  part: number
  all: number
}

interface TopicMonth {
  /** YYYY-MM */
  month: string
  positive: number
  neutral: number
  negative: number
}

export interface TopicInsight {
  topic: Topic
  positive: number
  neutral: number
  negative: number
  /**
   * Share of praise among praise and complaints, with its 95% interval; null if there is neither praise nor a
   * complaint.
   */
  praised: ({ share: number } & Interval) | null
  /** Oldest first; months without a mention are left out. */
  months: TopicMonth[]
  /**
   * Effect of complaints about the topic on the average, in stars, with its 90% interval; negative if complaints lower
   * the average.
   */
  weight: Finding<Interval & Part & { weight: number }>
}

export interface TypicalTerm {
  term: string
  all: number
  positive: number
  negative: number
}

export interface TermTrend {
  term: string
  recent: Part & Interval
  base: Part & Interval
  /** Probability of such a difference by chance alone. */
  p: number
}

/**
 * An alarm about the reviews of the last 14 days compared with the preceding half year, or about similar reviews within
 * a week.
 */
export interface AlarmInsight {
  kind:
    | 'bad_reviews'
    | 'many_reviews'
    | 'few_reviews'
    | 'topic_turned_bad'
    | 'possible_attack'
    | 'alike_reviews'
  /** Null unless the kind is `topic_turned_bad`. */
  topic: Topic | null
  /** `part` of `all` recent reviews. */
  part: number
  all: number
  /** Number expected in the recent reviews or days, based on the days before. */
  expected: number
  /** Probability of a number at least this unusual if nothing had changed; 1 without a test. */
  chance: number
}

/** The figures are those at the time of detection. */
export interface SuspicionInsight extends AlarmInsight {
  id: string
  /** Last day covered, UTC. */
  day: string
  reviewIds: number[]
}

export interface ForecastInsight {
  mean: number
  band80: Interval
  band95: Interval
  count: number
  isWidened: boolean
  backtest: {
    month: string
    mean: number
    band80: Interval
    actual: number
    count: number
    isInside: boolean
  }[]
}

/** The next higher rating that a platform could show. Based on all the reviews that the platform counts. */
export interface PlatformGoal {
  platform: Platform
  /** Rating as displayed by the platform, with one decimal. */
  shown: number
  count: number
  target: number
  /** Five-star reviews needed; null if no number of them is enough. */
  fiveStars: number | null
  /** Reviews needed at the present average; null if no number of them is enough. */
  atPresentRate: number | null
}

export interface TopicLine {
  topic: Topic
  praise: number
  complaints: number
  /** Average without the complaints. */
  without: number
}

/** Figures of reviews that their platforms still show, by the day the reviews were posted. */
export interface InsightsView {
  /** Null if the businesses couldn't be read. */
  businesses: BusinessChoice[] | null
  businessId: string | null
  /** True if the owner has to be asked for the business's industry. */
  asksKind: boolean
  /** One year, including today. */
  period: DaySpan
  /** True if AI Insights hasn't read all reviews yet. */
  isReading: boolean
  reviews: number
  average: number | null
  /**
   * Period of the counts based on terms, such as `otherLanguages`: whole months including the current one, because
   * terms are counted by month.
   */
  wordDays: DaySpan
  /** Reviews in a language that isn't read for topics. */
  otherLanguages: number
  /** Most important first; a single `nothing_unusual` if there is nothing to report. */
  findings: WhatChanged[]
  /** At most eight, most important first. */
  topics: TopicLine[]
  praise: TypicalTerm[]
  blame: TypicalTerm[]
  /** Reviews with good stars but an unhappy text. */
  complaintsInside: number
  forecast: Finding<ForecastInsight>
  /** Forecast of the number of reviews in the next 30 days. */
  volume: Finding<{ median: number; band80: Interval }>
  goals: PlatformGoal[]
  actions: ActionMark[]
  alarmLevel: AlarmLevel
  /** Suspicions of the last month, newest first. */
  suspicions: SuspicionInsight[]
  /** True if the figures couldn't be read; they are all empty or zero then. */
  failed: boolean
}
