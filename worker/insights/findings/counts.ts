import type { DaySpan } from '../../rules/analytics.ts'
import { DAY_MS, utcDay } from '../../rules/durations.ts'
import type { Platform } from '../../rules/platforms.ts'
import type { Topic } from '../../rules/review-features.ts'
import type { Sentiment } from '../../rules/sentiment.ts'
import type { TermRow } from '../overview/queries.ts'
import type { PostedFigures } from '../posted-figures.ts'
import { addStars, countOf, type StarCounts } from '../ratings.ts'
import type { ChangedReview, Mass } from './bridge.ts'

/** Lengths in days of the recent periods, including today. Each is compared with the rest of the year before. */
export const WINDOWS = [14, 30, 60, 90] as const
export const YEAR_DAYS = 365
export const NEWEST_REVIEWS = 200

export interface ReadReview {
  id: number
  day: string
  rating: number
  topics: readonly { topic: Topic; polarity: Sentiment; share: number }[]
  terms: readonly string[]
}

export interface TopicCounts {
  topic: Topic
  positive: number
  negative: number
  /** Sum of the stars of the reviews that complain about the topic. */
  negativeStars: number
  blame: Mass
  praise: Mass
}

export interface Rival {
  name: string
  platform: Platform
  average: number
  count: number
  formerAverage: number
  formerDay: string
  own: Mass
  ownBefore: Mass
}

export interface BusinessCounts {
  id: string
  name: string
  /** False if reviews of the last days may be missing (`isUpToDate` in businesses/source-state.ts). */
  isUpToDate: boolean
  /** A year plus the longest window; days without reviews may be left out. */
  days: readonly PostedFigures[]
  /** Counts by span, most recent first: see `topicSpans`. */
  topics: readonly (readonly TopicCounts[])[]
  /** The newest reviews with text within a year plus the longest window, newest first; at most `NEWEST_REVIEWS`. */
  reviews: readonly ReadReview[]
  terms: readonly TermRow[]
  /** Groups of reviews with nearly the same text, posted in the last 30 days. */
  copies: readonly (readonly { id: number; day: string; rating: number }[])[]
  changed: readonly ChangedReview[]
  rivals: readonly Rival[]
}

/** Stars of a location in the last 30 days, and in the 150 days before. */
export interface LocationCounts {
  id: string
  name: string
  recent: StarCounts
  before: StarCounts
}

/** Day offsets from today at which windows, their bases and last year's windows begin or end. */
const SPAN_ENDS = [...WINDOWS, YEAR_DAYS, ...WINDOWS.map((days) => YEAR_DAYS + days)]
const LAST_BASE_SPAN = WINDOWS.length

/**
 * The spans of `BusinessCounts.topics`, most recent first. Every window, its base, and the same window a year earlier
 * each consist of one or more of these spans.
 */
export function topicSpans(today: string): DaySpan[] {
  return SPAN_ENDS.map((end, index) => ({
    from: dayBack(today, end - 1),
    to: dayBack(today, SPAN_ENDS[index - 1] ?? 0),
  }))
}

export function dayBack(today: string, days: number): string {
  return utcDay(Date.parse(today) - days * DAY_MS)
}

export interface Window extends DaySpan {
  days: number
  /** The days of the last year before the window. */
  base: DaySpan
  /** The window's days a year earlier. */
  lastYear: DaySpan
}

export function windowOf(today: string, days: number): Window {
  return {
    days,
    from: dayBack(today, days - 1),
    to: today,
    base: { from: dayBack(today, YEAR_DAYS - 1), to: dayBack(today, days) },
    lastYear: { from: dayBack(today, YEAR_DAYS + days - 1), to: dayBack(today, YEAR_DAYS) },
  }
}

export function daysIn<T extends { day: string }>(days: readonly T[], { from, to }: DaySpan): T[] {
  return days.filter(({ day }) => day >= from && day <= to)
}

export function starsIn(days: readonly Pick<PostedFigures, 'day' | 'stars'>[], span: DaySpan): StarCounts {
  return addStars(daysIn(days, span).map(({ stars }) => stars))
}

export function massOf(days: readonly PostedFigures[]): Mass {
  return {
    count: days.reduce((sum, { count }) => sum + count, 0),
    stars: days.reduce((sum, { ratingSum }) => sum + ratingSum, 0),
  }
}

export function meanOf(stars: StarCounts): number {
  return stars.reduce((sum, some, index) => sum + some * (index + 1), 0) / Math.max(1, countOf(stars))
}

export function without(stars: StarCounts, reviews: readonly { rating: number }[]): StarCounts {
  const left: [number, number, number, number, number] = [...stars]
  for (const { rating } of reviews) {
    const index = Math.min(5, Math.max(1, Math.floor(rating))) - 1
    left[index] = Math.max(0, (left[index] ?? 0) - 1)
  }
  return left
}

/** Range of spans in `BusinessCounts.topics`; both ends are included. */
export interface SpanRange {
  first: number
  last: number
}

export function spansOf(days: number): Record<'window' | 'base' | 'lastYear', SpanRange> {
  const last = SPAN_ENDS.indexOf(days)
  return {
    window: { first: 0, last },
    base: { first: last + 1, last: LAST_BASE_SPAN },
    lastYear: { first: LAST_BASE_SPAN + 1, last: LAST_BASE_SPAN + 1 + last },
  }
}

export const YEAR: SpanRange = { first: 0, last: LAST_BASE_SPAN }

export function topicIn(business: Pick<BusinessCounts, 'topics'>, topic: Topic, { first, last }: SpanRange) {
  const sums = {
    positive: 0,
    negative: 0,
    negativeStars: 0,
    blame: { count: 0, stars: 0 },
    praise: { count: 0, stars: 0 },
  }
  for (const [index, span] of business.topics.entries()) {
    if (index < first || index > last) continue
    const counts = span.find((one) => one.topic === topic)
    if (!counts) continue
    sums.positive += counts.positive
    sums.negative += counts.negative
    sums.negativeStars += counts.negativeStars
    sums.blame.count += counts.blame.count
    sums.blame.stars += counts.blame.stars
    sums.praise.count += counts.praise.count
    sums.praise.stars += counts.praise.stars
  }
  return sums
}
