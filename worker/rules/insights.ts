import * as v from 'valibot'
import type { AlarmLevel } from './alarms.ts'
import type { DaySpan } from './analytics.ts'
import { BusinessKey } from './businesses.ts'
import { RangeEnd, RangeStart } from './fields.ts'
import type { Finding as WhatChanged } from './findings.ts'
import type { MismatchKind, Topic } from './review-features.ts'
import type { BusinessChoice } from './views.ts'

export const InsightsInput = v.optional(v.object({ businessId: v.optional(BusinessKey) }), {})
export type InsightsInput = v.InferOutput<typeof InsightsInput>

const dayRange = v.object({ from: RangeStart, to: RangeEnd })

/** Two periods of a business to compare. */
export const ExplainRatingInput = v.object({ businessId: BusinessKey, before: dayRange, after: dayRange })
export type ExplainRatingInput = v.InferOutput<typeof ExplainRatingInput>

/** What can be said once there is enough to say it; until then, how much is missing. `needed` is never 0 where it is not known. */
export type Finding<T> = ({ known: true } & T) | { known: false; needed: number }

/** What can't be said yet. */
export function notYet(needed: number): { known: false; needed: number } {
  return { known: false, needed }
}

export interface Interval {
  low: number
  high: number
}

/** How many of all have something: reviews of a period that mention a term, say. */
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
  /** The share of praise among praise and blame, with its 95 % interval; null where there is neither. */
  praised: ({ share: number } & Interval) | null
  /** Oldest first; months without a mention are left out. */
  months: TopicMonth[]
  /** How many stars the average is lower (below 0) with reviews that blame it than without, with its 90 % interval. */
  weight: Finding<Interval & Part & { weight: number }>
}

/** A term that is typical of good reviews, or of bad ones. */
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
  /** How probable chance alone makes it. */
  p: number
}

/** Something that is different in 14 days from the half year before, or reviews of a week that say the same. */
export interface AlarmInsight {
  kind:
    | 'bad_reviews'
    | 'many_reviews'
    | 'few_reviews'
    | 'topic_turned_bad'
    | 'possible_attack'
    | 'alike_reviews'
  /** Of a topic that turned bad. */
  topic: Topic | null
  /** So many of so many recent reviews. */
  part: number
  all: number
  /** What the days before would have led one to expect, of the same number of reviews or days. */
  expected: number
  /** How probable so many (or so few) would be if nothing had changed; 1 where no test says it. */
  chance: number
}

/** What may be an attack, as it was found. */
export interface SuspicionInsight extends AlarmInsight {
  id: string
  /** The last day it looks at, UTC. */
  day: string
  reviewIds: number[]
}

export interface ForecastInsight {
  mean: number
  band80: Interval
  band95: Interval
  /** How many reviews it is the mean of. */
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

export interface GoalStep {
  /** As a platform would show it. */
  target: number
  fiveStars: number | null
  atPresentRate: number | null
}

/** One of the few things that matter in a report; each names the reviews it is made of. */
export type Fact =
  | ({ kind: 'trend' } & TermTrend)
  | ({ kind: 'blamed' } & Part & Interval & { topic: Topic; weight: number })
  | ({ kind: 'praised' } & Part & Interval & { topic: Topic; share: number })
  | ({ kind: 'mismatch' } & Part & { mismatch: MismatchKind })

/** What guests say of a topic. */
export interface TopicLine {
  topic: Topic
  praise: number
  complaints: number
  /** What the average would be without the complaints. */
  without: number
}

/** What AI Insights says of one business, of reviews that are shown now, by the day they were posted. */
export interface InsightsView {
  /** Null where they could not be read. */
  businesses: BusinessChoice[] | null
  businessId: string | null
  /** A year, today included. */
  period: DaySpan
  /** Some reviews are not read yet. */
  isReading: boolean
  reviews: number
  average: number | null
  /** Terms are counted by month, the one that runs included: these days are those of `otherLanguages` and what follows it. */
  wordDays: DaySpan
  /** Those in a language that is not read for topics. */
  otherLanguages: number
  /** The most important first; one that says so where there is nothing to tell. */
  findings: WhatChanged[]
  /** At most eight, the most important first. */
  topics: TopicLine[]
  praise: TypicalTerm[]
  blame: TypicalTerm[]
  /** Good stars above an unhappy text. */
  complaintsInside: number
  forecast: Finding<ForecastInsight>
  /** Of the next 30 days. */
  volume: Finding<{ median: number; band80: Interval }>
  goals: GoalStep[]
  alarmLevel: AlarmLevel
  /** Of the last month, the newest first. */
  suspicions: SuspicionInsight[]
  /** Whether the figures could not be read; there are none then. */
  failed: boolean
}
