import type { LocationVerdict, PlatformFigures, WaitingTimes } from './analytics.ts'
import { counted, type NumberFormat } from './counted.ts'
import { PLATFORM_NAMES } from './platforms.ts'
import type { Compared } from './views.ts'

interface FigureFormat extends NumberFormat {
  rating(value: number): string
  percent(value: number): string
}

/** With fewer reviews, a percentage suggests more than is known. */
const MIN_FOR_PERCENT = 20

export function hasShare(count: number): boolean {
  return count >= MIN_FOR_PERCENT
}

/** Compares a figure with that of the preceding period. */
export function comparisonText(
  { current, previous }: Compared,
  { unit, days }: { unit: 'reviews' | 'stars' | 'points'; days: number },
  format: FigureFormat,
): string {
  const difference = unit === 'reviews' ? current - previous : Math.round((current - previous) * 10) / 10
  const before = `the ${days} days before`
  if (difference === 0) return `The same as in ${before}`
  if (unit === 'reviews') {
    return `${format.number(Math.abs(difference))} ${difference > 0 ? 'more' : 'fewer'} than in ${before}`
  }
  const size = `${difference > 0 ? '+' : '−'}${format.rating(Math.abs(difference))}`
  return unit === 'stars' ? `${size} compared with ${before}` : `${size} points compared with ${before}`
}

export function locationsTitle(verdict: LocationVerdict | null, locations: number): string {
  if (!verdict) return 'Not enough reviews yet to compare your locations'
  const { kind, best, worst, compared } = verdict
  if (kind === 'better') return `${worst} is your weakest, ${best} your strongest`
  if (kind === 'probably_better') return `${worst} is probably your weakest, ${best} your strongest`
  if (compared === 2) return `No clear difference between ${best} and ${worst}`
  return compared === locations
    ? `No clear difference between your ${compared} locations`
    : `No clear difference between the ${compared} locations with enough reviews`
}

export function starsTitle(five: number, all: number, since: string, format: FigureFormat): string {
  if (all === 0) return `No reviews have been posted since ${since}`
  if (five === all) return `All reviews since ${since} have five stars`
  return `${format.number(five)} of ${format.number(all)} reviews since ${since} ${five === 1 ? 'has' : 'have'} five stars`
}

export function platformsTitle(platforms: readonly PlatformFigures[], format: FigureFormat): string {
  const all = platforms.reduce((sum, { count }) => sum + count, 0)
  const top = platforms.reduce<PlatformFigures | null>(
    (most, one) => (one.count > (most?.count ?? 0) ? one : most),
    null,
  )
  if (!top) return 'No reviews were posted in this period'
  const name = PLATFORM_NAMES[top.platform]
  if (top.count === all) return `All reviews came from ${name}`
  return `${name} has the most reviews: ${format.number(top.count)} of ${format.number(all)}`
}

const HOURS_A_DAY = 24

/** '4 hours', 'a day', '2 days', 'a week' */
export function durationText(hours: number): string {
  if (hours < HOURS_A_DAY) return hours === 1 ? 'an hour' : `${hours} hours`
  const days = hours / HOURS_A_DAY
  if (days === 1) return 'a day'
  return days === 7 ? 'a week' : `${days} days`
}

export function waitingTitle({ needed, count, medianHours }: WaitingTimes): string {
  if (count === 0) return 'No reviews from this period are waiting for an answer'
  if (needed > 0) return `Response times need ${needed} more ${needed === 1 ? 'review' : 'reviews'}`
  if (medianHours === null) return 'More than half of the reviews are still unanswered'
  return `Half of the reviews are answered within ${durationText(medianHours)}`
}

export function waitingSummary(times: WaitingTimes, format: FigureFormat): string {
  const { needed, count, mostHours, withinTarget, open, undated } = times
  const sentences: string[] = []
  if (needed === 0) {
    if (mostHours !== null) sentences.push(`Nine in ten within ${durationText(mostHours)}.`)
    if (withinTarget !== null && hasShare(count))
      sentences.push(`${format.percent(withinTarget * 100)} within two days.`)
  }
  if (open > 0) sentences.push(open === 1 ? 'One still waits.' : `${format.number(open)} still wait.`)
  if (undated > 0) sentences.push(`Not counted: ${counted(undated, 'answer', format)} without a date.`)
  return sentences.join(' ')
}
