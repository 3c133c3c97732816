import type { NumberFormat } from '#worker/rules/counted.ts'
import type { Compared } from '#worker/rules/views.ts'
import type { RatingChart, VolumeChart, VolumePoint } from './series.ts'

/** What a chart says, for those who read and those who listen. */
export interface Finding {
  title: string
  summary: string
}

interface FindingFormat extends NumberFormat {
  rating(value: number): string
  day(day: string): string
}

/** The period that is looked at, against the one before it. */
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
  const top = points.reduce<VolumePoint | null>(
    (best, point) => (point.count > (best?.count ?? 0) ? point : best),
    null,
  )
  const peak = top
    ? ` Most ${unit === 'day' ? 'on' : 'in the week from'} ${format.day(top.from)}: ${format.number(top.count)}.`
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
  const rated = chart.points.filter((point) => point.averageRating !== null)
  const sorted = rated.toSorted((a, b) => (a.averageRating ?? 0) - (b.averageRating ?? 0))
  const [lowest, best] = [sorted[0], sorted.at(-1)]
  const summary =
    lowest && best && lowest !== best
      ? `Best ${chart.unit} starting ${format.day(best.from)}: ${format.rating(best.averageRating ?? 0)}. Lowest starting ${format.day(lowest.from)}: ${format.rating(lowest.averageRating ?? 0)}.`
      : 'Not enough history yet to show a trend.'
  return { title: ratingTitle(trend.averageRating, periodDays, format), summary }
}

function ratingTitle({ current, previous }: Compared, days: number, format: FindingFormat): string {
  if (current === 0) return `No new ratings in the last ${days} days`
  const now = format.rating(current)
  if (previous === 0) return `Average rating ${now} in the last ${days} days`
  const before = format.rating(previous)
  if (now === before) return `Average rating stays at ${now}`
  return `Average rating ${current > previous ? 'rose' : 'fell'} from ${before} to ${now}`
}
