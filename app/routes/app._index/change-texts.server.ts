import type { Change } from '#worker/rules/changes.ts'
import type { Compared } from '#worker/rules/statistics.ts'

interface Format {
  number(value: number): string
  rating(value: number): string
  percent(value: number): string
}

const before = (days: number) => `the ${days} days before`

/** Change of a rating: '+0.1 stars compared with …'. */
export function ratingChangeText(format: Format, days: number) {
  return ({ by }: Change) =>
    by === 0
      ? `the same as in ${before(days)}`
      : `${sign(by)}${format.rating(Math.abs(by))} stars compared with ${before(days)}`
}

/** Change of a count: '8 more than …', with a percentage if there are enough reviews. */
export function countChangeText(format: Format, days: number) {
  return ({ by, percent }: Change) => {
    if (by === 0) return `the same as in ${before(days)}`
    if (percent === 0) return `about the same as in ${before(days)}`
    const share = percent === null ? '' : ` (${sign(percent)}${format.percent(Math.abs(percent))})`
    return `${format.number(Math.abs(by))} ${by > 0 ? 'more' : 'fewer'} than in ${before(days)}${share}`
  }
}

/**
 * Compares pending reviews as counts: recent reviews have had less time for a reply, so comparing shares would raise
 * false alarms.
 */
export function pendingChangeText(format: Format, { previous }: Compared, days: number) {
  return () => `${previous === 0 ? 'none' : format.number(previous)} from ${before(days)}`
}

export function pointsChangeText(format: Format, days: number) {
  return ({ by }: Change) => {
    const points = Math.abs(Math.round(by))
    if (points === 0) return `the same as in ${before(days)}`
    return `${sign(by)}${format.number(points)} percentage ${points === 1 ? 'point' : 'points'}`
  }
}

/** Uses a real minus sign: screen readers say it, and it is as wide as the plus. */
function sign(value: number): string {
  return value > 0 ? '+' : '−'
}
