import type { Change } from '#worker/rules/changes.ts'
import type { Compared } from '#worker/rules/views.ts'

/** The part of `useFormat()` the texts need. */
interface Format {
  number(value: number): string
  rating(value: number): string
  percent(value: number): string
}

const before = (days: number) => `the ${days} days before`

/** A rating in stars: '+0.1 stars compared with …'. */
export function ratingChangeText(format: Format, days: number) {
  return ({ by }: Change) =>
    by === 0
      ? `the same as in ${before(days)}`
      : `${sign(by)}${format.rating(Math.abs(by))} stars compared with ${before(days)}`
}

/** A count: '8 more than …', with per cent where there are enough reviews. */
export function countChangeText(format: Format, days: number) {
  return ({ by, percent }: Change) => {
    if (by === 0) return `the same as in ${before(days)}`
    if (percent === 0) return `about the same as in ${before(days)}`
    const share = percent === null ? '' : ` (${sign(percent)}${format.percent(Math.abs(percent))})`
    return `${format.number(Math.abs(by))} ${by > 0 ? 'more' : 'fewer'} than in ${before(days)}${share}`
  }
}

/** What waits, as two counts: older reviews have had more time to be answered, so a share of them would alarm for nothing. */
export function pendingChangeText(format: Format, { previous }: Compared, days: number) {
  return () => `${previous === 0 ? 'none' : format.number(previous)} from ${before(days)}`
}

/** A percentage moves by points: '+4 percentage points'. */
export function pointsChangeText(format: Format, days: number) {
  return ({ by }: Change) => {
    const points = Math.abs(Math.round(by))
    if (points === 0) return `the same as in ${before(days)}`
    return `${sign(by)}${format.number(points)} percentage ${points === 1 ? 'point' : 'points'}`
  }
}

/** A real minus: read out as one, and as wide as the plus. */
function sign(value: number): string {
  return value > 0 ? '+' : '−'
}
