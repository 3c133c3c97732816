import { MIN_FOR_PERCENT } from '#worker/rules/changes.ts'
import type { NumberFormat } from '#worker/rules/counted.ts'
import type { Compared } from '#worker/rules/views.ts'
import type { RatingChart, VolumeChart } from './series.ts'

/** A chart's title, and its summary for screen readers. */
export interface Finding {
  title: string
  summary: string
}

export interface FindingFormat extends NumberFormat {
  rating(value: number): string
  day(day: string): string
}

/** The current period compared with the previous one. */
export interface Trend {
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
  /** Compared as displayed: two averages with the same text are equal. */
  text: string
  value: number
}

function ratedPoints({ points }: RatingChart, format: FindingFormat): RatedPoint[] {
  return points.flatMap(({ from, averageRating }) =>
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

/** Names a direction only if there are enough reviews and the line's first and last point agree with it. */
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
