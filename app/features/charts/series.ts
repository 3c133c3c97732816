import type { DailyReviews } from '#worker/rules/analytics.ts'
import { DAY_MS, utcDay } from '#worker/rules/durations.ts'
import type { Sentiment } from '#worker/rules/sentiment.ts'

/** Charts show at least two weeks: in fewer days the first reviews would fill the chart as one block. */
const MIN_DAYS = 14

/** A range of UTC days, `from` and `to` included, and the number of reviews posted in it. */
export interface Stretch {
  from: string
  to: string
  count: number
}

interface VolumePoint extends Stretch {
  positive: number
  neutral: number
  negative: number
}

interface RatingPoint extends Stretch {
  /** Null if no review was posted. */
  averageRating: number | null
}

export type ChartPoint = VolumePoint & RatingPoint

/** Units of the chart paths. Charts are stretched to the available width, so text belongs outside. */
export const PLOT = { width: 600, height: 160 } as const

export type Unit = 'day' | 'week' | 'four weeks'

export interface Chart<Point extends Stretch> {
  unit: Unit
  points: Point[]
  /** `top`: distance from the upper edge in percent. */
  ticks: { value: number; top: number }[]
}

/** Actions on the days of a chart, oldest first: distances from the left edge, and names with days. */
export interface ChartActions {
  lefts: number[]
  labels: string[]
}

export interface VolumeChart extends Chart<VolumePoint> {
  /** One SVG path per sentiment, containing the bars of all points. */
  bars: Record<Sentiment, string>
  totals: Record<Sentiment, number>
}

export interface RatingChart extends Chart<RatingPoint> {
  line: string
  dots: string
  /** Start of the rating axis, 1 to 4. */
  lowest: number
}

/**
 * Number of days the charts cover: from the first day in `daily` to today, and at least `MIN_DAYS`.
 *
 * @param daily oldest first
 * @param today UTC day, `YYYY-MM-DD`
 */
export function daysShown(daily: DailyReviews[], today: string): number {
  const first = daily[0]
  return Math.max(MIN_DAYS, first ? daysBetween(first.day, today) + 1 : 0)
}

/**
 * Number of points. Leftover days get their own point while the history is short, because they contain the first
 * reviews. Later they are dropped: the history limit cuts into them, so the point would look like a dip.
 *
 * @param step days in one point
 */
export function pointsFor(days: number, step: number, historyDays: number): number {
  return days > historyDays ? Math.floor(days / step) : Math.ceil(days / step)
}

/**
 * Groups days into points, oldest first, filling empty ones. Points are counted back from today, so only the oldest
 * point may be shorter.
 *
 * @param length points wanted
 * @param step days in one point
 */
export function seriesOf(daily: DailyReviews[], today: string, length: number, step: number): ChartPoint[] {
  const end = Date.parse(today)
  const stepMs = step * DAY_MS
  const points = Array.from({ length }, (_, index): ChartPoint => {
    const last = end - (length - 1 - index) * stepMs
    const to = utcDay(last)
    const from = step === 1 ? to : utcDay(last - stepMs + DAY_MS)
    return { count: 0, positive: 0, neutral: 0, negative: 0, from, to, averageRating: null }
  })
  for (const row of daily) {
    const point = points[length - 1 - Math.floor((end - Date.parse(row.day)) / stepMs)]
    if (!point || row.count === 0) continue
    // The history limit may hide earlier reviews, so start the point at the first day we have.
    if (row === daily[0] && point.from < row.day) point.from = row.day
    const ratingSum = (point.averageRating ?? 0) * point.count + row.averageRating * row.count
    point.count += row.count
    point.positive += row.positive
    point.neutral += row.neutral
    point.negative += row.negative
    point.averageRating = ratingSum / point.count
  }
  return points
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}
