import type { ActionMark } from '#worker/rules/actions.ts'
import type { DailyReviews } from '#worker/rules/analytics.ts'
import { MIN_FOR_PERCENT } from '#worker/rules/changes.ts'
import type { NumberFormat } from '#worker/rules/counted.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { SENTIMENTS, type Sentiment } from '#worker/rules/sentiment.ts'
import type { Compared } from '#worker/rules/statistics.ts'
import { axisTo, type Scale, scaleOf } from './scales.server.ts'
import {
  type ChartActions,
  type ChartPoint,
  daysShown,
  PLOT,
  pointsFor,
  type RatingChart,
  type Stretch,
  seriesOf,
  type Unit,
  type VolumeChart,
} from './series.ts'

/** Maximum days drawn as daily bars. More bars would be too thin on a phone, so longer charts have weekly bars. */
const MAX_DAILY_BARS = 45

/** Maximum days of a rating chart with weekly points. Longer charts have four-week points, which fluctuate less. */
const MAX_WEEKLY_DAYS = 98

interface History {
  daily: DailyReviews[]
  stats: { lastUpdated: string }
  historyDays: number
  actions?: readonly ActionMark[]
}

/** Computed on the server, so that the browser needs only the sentences. */
export function chartsWithFindings(view: History & Trend, format: FindingFormat) {
  const { volume, rating } = chartsOf(view)
  const marked = (points: readonly Stretch[]) => actionsIn(points, view.actions ?? [], format)
  return {
    volume: {
      ...volume,
      actions: marked(volume.points),
      finding: volumeFinding(volume, view, format),
    },
    rating: {
      ...rating,
      actions: marked(rating.points),
      finding: ratingFinding(rating, view, format),
    },
  }
}

/** Each mark is in the middle of its day. */
function actionsIn(
  points: readonly Stretch[],
  actions: readonly ActionMark[],
  format: FindingFormat,
): ChartActions {
  const shown = actions.flatMap(({ day, name }) => {
    const index = points.findIndex(({ from, to }) => day >= from && day <= to)
    const point = points[index]
    if (!point) return []
    const days = (Date.parse(point.to) - Date.parse(point.from)) / DAY_MS + 1
    const share = (Date.parse(day) - Date.parse(point.from)) / DAY_MS + 0.5
    const left = round(((index + share / days) / points.length) * PLOT.width)
    return [{ day, left, label: `${format.day(day)}: ${name}` }]
  })
  const sorted = shown.sort((a, b) => a.left - b.left)
  return { lefts: sorted.map(({ left }) => left), labels: sorted.map(({ label }) => label) }
}

export type ChartsWithFindings = ReturnType<typeof chartsWithFindings>

/** SVG paths, so that the browser needs no chart library. */
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
  const y = scaleOf([lowest, 5], [PLOT.height, 0])
  const bands = bandsOf(points.length, 0)
  const left = ({ index }: { index: number }) => round(bands.left(index) + bands.width / 2)
  const top = ({ rating }: { rating: number }) => round(y(rating))
  return {
    unit,
    points: points.map(({ from, to, count, averageRating }) => ({ from, to, count, averageRating })),
    lowest,
    line: rated.map((point, index) => `${index === 0 ? 'M' : 'L'}${left(point)},${top(point)}`).join(''),
    // A zero-length stroke with round caps draws a dot that stretching doesn't distort.
    dots: rated.map((point) => `M${left(point)} ${top(point)}h0`).join(''),
    ticks: ticksOf(
      Array.from({ length: 6 - lowest }, (_, index) => lowest + index),
      y,
    ),
  }
}

/**
 * Equal bands side by side over the plot's width; `padding` is the share of each band that stays empty. Like d3's band
 * scale, but by index.
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
  const { end, ticks } = axisTo(highest, 3)
  const y = scaleOf([0, end], [PLOT.height, 0])
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
  return { bars, ticks: ticksOf(ticks, y) }
}

interface Bar {
  left: number
  width: number
  /** Bottom of the bar; `to` is its top. Both are distances from the plot's upper edge. */
  from: number
  to: number
}

export function barOf({ left, width, from, to }: Bar): string {
  const bottom = round(from)
  return `M${left} ${bottom}V${round(to)}h${width}V${bottom}z`
}

export function ticksOf(values: readonly number[], y: Scale) {
  return values.map((value) => ({ value, top: round((y(value) / PLOT.height) * 100) }))
}

/** Rounds to tenths; finer steps aren't visible on any screen. */
export function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** A chart's title, and its summary for screen readers. */
export interface Finding {
  title: string
  summary: string
}

interface FindingFormat extends NumberFormat {
  rating(value: number): string
  day(day: string): string
}

interface Trend {
  trend: { reviews: Compared; averageRating: Compared }
  periodDays: number
}

export function volumeFinding(
  chart: VolumeChart,
  { trend, periodDays }: Trend,
  format: FindingFormat,
): Finding {
  const { totals, points, unit } = chart
  const counts = `${format.number(totals.positive)} positive, ${format.number(totals.neutral)} neutral, ${format.number(totals.negative)} negative.`
  const most = Math.max(0, ...points.map(({ count }) => count))
  const [top, ...further] = points.filter(({ count }) => count === most)
  // A single review isn't a peak, nor is a maximum that occurs twice.
  const peak =
    top && most > 1 && further.length === 0
      ? ` Most ${unit === 'day' ? 'on' : 'in the week from'} ${format.day(top.from)}: ${format.number(most)}.`
      : ''
  return { title: volumeTitle(trend.reviews, periodDays, format), summary: `${counts}${peak}` }
}

function volumeTitle({ current, previous }: Compared, days: number, format: FindingFormat): string {
  if (current === 0) return `No reviews were posted in the last ${days} days`
  const now = `${format.number(current)} ${current === 1 ? 'review' : 'reviews'} in the last ${days} days`
  if (previous === 0) return now
  if (current === previous) return `${now}, the same as in the ${days} days before`
  const difference = format.number(Math.abs(current - previous))
  return `${now}, ${difference} ${current > previous ? 'more' : 'fewer'} than in the ${days} days before`
}

export function ratingFinding(
  chart: RatingChart,
  { trend, periodDays }: Trend,
  format: FindingFormat,
): Finding {
  return { title: ratingTitle(chart, { trend, periodDays }, format), summary: ratingSummary(chart, format) }
}

interface RatedPoint {
  from: string
  /** Text of the average as displayed. Averages with the same text count as equal. */
  text: string
  value: number
}

/** Minimum length of a complete point, as a share of the longest one. A February has 0.903 of the longest month. */
const WHOLE = 0.9

/** Leaves out incomplete points, such as the two days left over when 30 days are divided into weeks. */
function ratedPoints({ points }: RatingChart, format: FindingFormat): RatedPoint[] {
  const lengthOf = ({ from, to }: { from: string; to: string }) => Date.parse(to) - Date.parse(from) + DAY_MS
  const longest = Math.max(...points.map(lengthOf))
  return points
    .filter((point) => lengthOf(point) >= longest * WHOLE)
    .flatMap(({ from, averageRating }) =>
      averageRating === null ? [] : [{ from, text: format.rating(averageRating), value: averageRating }],
    )
}

function ratingSummary(chart: RatingChart, format: FindingFormat): string {
  const sorted = ratedPoints(chart, format).toSorted((a, b) => a.value - b.value)
  const [lowest, best] = [sorted[0], sorted.at(-1)]
  if (!lowest || !best || lowest === best) return 'Not enough history yet to show a trend.'
  if (lowest.text === best.text) return `Every ${chart.unit} with reviews averages ${best.text}.`
  const isAlone = ({ text }: RatedPoint) => sorted.filter((point) => point.text === text).length === 1
  return isAlone(lowest) && isAlone(best)
    ? `Best ${chart.unit} starting ${format.day(best.from)}: ${best.text}. Lowest starting ${format.day(lowest.from)}: ${lowest.text}.`
    : `Between ${lowest.text} and ${best.text}.`
}

/** Says 'rose' or 'fell' only if there are enough reviews and the line's ends differ in the same direction. */
function ratingTitle(
  chart: RatingChart,
  { trend: { reviews, averageRating }, periodDays: days }: Trend,
  format: FindingFormat,
): string {
  const { current, previous } = averageRating
  if (current === 0) return `No new ratings in the last ${days} days`
  const points = ratedPoints(chart, format)
  const [first, last] = [points[0], points.at(-1)]
  const [now, before] = [format.rating(current), format.rating(previous)]
  const isEnough = Math.min(reviews.current, reviews.previous) >= MIN_FOR_PERCENT
  if (isEnough && previous > 0 && first && last) {
    const isFlat = points.every(({ text }) => text === now)
    if (now === before && isFlat) return `Average rating stays at ${now}`
    const rose = current > previous
    const lineRose = last.value > first.value
    if (now !== before && first.text !== last.text && rose === lineRose)
      return `Average rating ${rose ? 'rose' : 'fell'} from ${before} to ${now}`
  }
  const isThisWeek = chart.unit === 'week' && last?.from === chart.points.at(-1)?.from
  const lately = isThisWeek && last && last.text !== now ? `, ${last.text} in the last week` : ''
  return `Average rating ${now} in the last ${days} days${lately}`
}
