import type { BenchmarkView, ExpectedRating } from '#worker/rules/competitors.ts'
import { DAY_MS, iso, utcDay } from '#worker/rules/durations.ts'

const HIGHEST = 5

/** Positions of a rating and its interval, in percent of the axis. */
export interface Whiskers {
  mean: number
  low: number
  high: number
}

export type BenchmarkData = ReturnType<typeof benchmarkData>

/** All ratings share one axis, which starts half a star below the lowest interval. */
export function benchmarkData(view: BenchmarkView) {
  const { own, competitors } = view
  const all = [...own, ...competitors].flatMap(({ expected }) => expected ?? [])
  const lowest = Math.max(1, Math.floor(2 * Math.min(HIGHEST, ...all.map(({ low }) => low))) / 2 - 0.5)
  const at = (rating: number) => (100 * (rating - lowest)) / (HIGHEST - lowest)
  const drawn = ({ mean, low, high }: ExpectedRating): Whiskers => ({
    mean: at(mean),
    low: at(low),
    high: at(high),
  })
  return {
    ...view,
    ownWhiskers: Object.fromEntries(own.map(({ platform, expected }) => [platform, drawn(expected)])),
    theirWhiskers: Object.fromEntries(
      competitors.flatMap(({ id, expected }) => (expected ? [[id, drawn(expected)]] : [])),
    ),
  }
}

/** Two invented competitors, for plans without the feature. */
export function sampleView(now: number): BenchmarkView {
  const dayBack = (days: number) => utcDay(now - days * DAY_MS)
  const place = { link: '', needed: 0, problem: null, dueAt: iso(now + 5 * DAY_MS) }
  return {
    businesses: [{ id: 'harbor', name: 'Harbor Street' }],
    businessId: 'harbor',
    own: [{ platform: 'google', average: 4.5, count: 412, expected: { mean: 4.5, low: 4.42, high: 4.57 } }],
    competitors: [
      {
        ...place,
        id: 'lantern',
        name: 'Lantern Kitchen',
        platform: 'google',
        totals: [
          { day: dayBack(2), average: 4.2, count: 958, isTyped: false },
          { day: dayBack(9), average: 4.3, count: 941, isTyped: false },
        ],
        expected: { mean: 4.2, low: 4.14, high: 4.26 },
        verdict: 'better',
      },
      {
        ...place,
        id: 'pier',
        name: 'The Old Pier',
        platform: 'google',
        totals: [
          { day: dayBack(3), average: 4.5, count: 287, isTyped: false },
          { day: dayBack(10), average: 4.5, count: 280, isTyped: true },
        ],
        expected: { mean: 4.5, low: 4.4, high: 4.59 },
        verdict: 'no_difference',
      },
    ],
  }
}
