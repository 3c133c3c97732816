import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { SENTIMENTS, type Sentiment } from '#worker/rules/ratings.ts'
import type { DailyReviews } from '#worker/rules/views.ts'
import { type FindingFormat, ratingFinding, type Trend, volumeFinding } from './findings.server.ts'
import { bandsOf, round, stackedBars, ticksOf } from './plot-paths.server.ts'
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
