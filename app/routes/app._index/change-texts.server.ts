import type { Change } from '#worker/rules/changes.ts'

/** The part of `useFormat()` the texts need. */
interface Format {
  number(value: number): string
  rating(value: number): string
  percent(value: number): string
}

/** A rating in stars: '+0.1 stars compared with …'. */
export function ratingChangeText(format: Format) {
  return ({ by }: Change) =>
    by === 0
      ? 'the same as in the previous period'
      : `${sign(by)}${format.rating(Math.abs(by))} stars compared with the previous period`
}

/** A count: '8 more than …', with per cent where there are enough reviews. */
export function countChangeText(format: Format) {
  return ({ by, percent }: Change) => {
    if (by === 0) return 'the same as in the previous period'
    if (percent === 0) return 'about the same as in the previous period'
    const share = percent === null ? '' : ` (${sign(percent)}${format.percent(Math.abs(percent))})`
    return `${format.number(Math.abs(by))} ${by > 0 ? 'more' : 'fewer'} than in the previous period${share}`
  }
}

/** A percentage moves by points: '4 points more than …'. */
export function pointsChangeText(format: Format) {
  return ({ by }: Change) => {
    const points = Math.abs(Math.round(by))
    if (points === 0) return 'the same as in the previous period'
    return `${sign(by)}${format.number(points)} percentage ${points === 1 ? 'point' : 'points'}`
  }
}

/** A real minus: read out as one, and as wide as the plus. */
function sign(value: number): string {
  return value > 0 ? '+' : '−'
}
