import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { SENTIMENTS, type Sentiment } from '#worker/rules/ratings.ts'
import type { DailyReviews } from '#worker/rules/views.ts'
import { type FindingFormat, ratingFinding, type Trend, volumeFinding } from './findings.server.ts'
import {
  type ChartPoint,
  daysShown,
  PLOT,
  pointsFor,
  type RatingChart,
  seriesOf,
  type Unit,
  type VolumeChart,
} from './series.ts'

/** Above this, daily bars are too thin on a phone, so each bar is a week. */
const MAX_DAILY_BARS = 45

/** Above this many days a point covers four weeks; averages over fewer days fluctuate too much. */
const MAX_WEEKLY_DAYS = 98

/** Reviews per day within the plan's history. */
interface History {
  daily: DailyReviews[]
  stats: { lastUpdated: string }
  historyDays: number
}

/** Both charts with their findings. Computed here, so that the browser needs only the sentences. */
export function chartsWithFindings(view: History & Trend, format: FindingFormat) {
  const { volume, rating } = chartsOf(view)
  return {
    volume: { ...volume, finding: volumeFinding(volume, view, format) },
    rating: { ...rating, finding: ratingFinding(rating, view, format) },
  }
}

export type ChartsWithFindings = ReturnType<typeof chartsWithFindings>

/** Both charts as SVG paths, so that the browser needs no chart library. */
export function chartsOf(view: History): { volume: VolumeChart; rating: RatingChart } {
  const today = view.stats.lastUpdated.slice(0, 10)
  const days = daysShown(view.daily, today)
  const points = (step: number) => seriesOf(view.daily, today, pointsFor(days, step, view.historyDays), step)
  return {
    volume: days > MAX_DAILY_BARS ? volumeChart(points(7), 'week') : volumeChart(points(1), 'day'),
    rating: days > MAX_WEEKLY_DAYS ? ratingChart(points(28), 'four weeks') : ratingChart(points(7), 'week'),
  }
}

function volumeChart(points: ChartPoint[], unit: Unit): VolumeChart {
  const total = (sentiment: Sentiment) => points.reduce((sum, point) => sum + point[sentiment], 0)
  return {
    unit,
    points: points.map(({ averageRating: _, ...point }) => point),
    totals: { positive: total('positive'), neutral: total('neutral'), negative: total('negative') },
    ...stackedBars(points, SENTIMENTS, (point, sentiment) => point[sentiment]),
  }
}

function ratingChart(points: ChartPoint[], unit: Unit): RatingChart {
  const rated = points.flatMap(({ averageRating: rating }, index) =>
    rating === null ? [] : [{ index, rating }],
  )
  const lowest = Math.min(4, ...rated.map((point) => Math.floor(point.rating)))
  const y = scaleLinear([lowest, 5], [PLOT.height, 0])
  const bands = bandsOf(points.length, 0)
  const left = ({ index }: { index: number }) => round(bands.left(index) + bands.width / 2)
  const top = ({ rating }: { rating: number }) => round(y(rating))
  return {
    unit,
    points: points.map(({ from, to, count, averageRating }) => ({ from, to, count, averageRating })),
    lowest,
    line: line<{ index: number; rating: number }>(left, top)(rated) ?? '',
    // A zero-length stroke with round caps draws a dot that stretching doesn't distort.
    dots: rated.map((point) => `M${left(point)} ${top(point)}h0`).join(''),
    ticks: ticksOf(
      Array.from({ length: 6 - lowest }, (_, index) => lowest + index),
      y,
    ),
  }
}

/** Maps a value to its distance below the upper edge. */
type Scale = (value: number) => number

/**
 * Equal bands side by side over the plot's width; `padding` is the free share of each. A lookup-free replacement for
 * d3's.
 */
export function bandsOf(count: number, padding: number) {
  const step = PLOT.width / Math.max(1, count - padding)
  const margin = (PLOT.width - step * (count - padding)) / 2
  return { width: step * (1 - padding), left: (index: number) => margin + step * index }
}

/** Stacks a bar per point from the counts under each key, the first key at the bottom. Returns one SVG path per key. */
export function stackedBars<Key extends PropertyKey, Point>(
  points: readonly Point[],
  keys: readonly Key[],
  count: (point: Point, key: Key) => number,
) {
  const highest = Math.max(3, ...points.map((point) => keys.reduce((sum, key) => sum + count(point, key), 0)))
  const y = scaleLinear([0, highest], [PLOT.height, 0]).nice(3)
  const bands = bandsOf(points.length, 0.3)
  const width = round(bands.width)
  // Safe: one entry per key.
  const bars = Object.fromEntries(keys.map((key) => [key, ''])) as Record<Key, string>
  for (const [index, point] of points.entries()) {
    const left = round(bands.left(index))
    let below = 0
    for (const key of keys) {
      const counted = count(point, key)
      if (counted > 0) bars[key] += barOf({ left, width, from: y(below), to: y(below + counted) })
      below += counted
    }
  }
  return { bars, ticks: ticksOf(y.ticks(3).filter(Number.isInteger), y) }
}

interface Bar {
  left: number
  width: number
  /** Distances below the upper edge. */
  from: number
  to: number
}

/** The SVG path of a bar. */
export function barOf({ left, width, from, to }: Bar): string {
  const bottom = round(from)
  return `M${left} ${bottom}V${round(to)}h${width}V${bottom}z`
}

export function ticksOf(values: readonly number[], y: Scale) {
  return values.map((value) => ({ value, top: round((y(value) / PLOT.height) * 100) }))
}

/** To tenths: no screen shows more. */
export function round(value: number): number {
  return Math.round(value * 10) / 10
}
