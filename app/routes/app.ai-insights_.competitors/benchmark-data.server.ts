import type { BenchmarkView, ExpectedRating } from '#worker/rules/competitors.ts'

const HIGHEST = 5

/** Positions of a rating and its interval, in per cent of the axis. */
export interface Whiskers {
  mean: number
  low: number
  high: number
}

export type BenchmarkData = ReturnType<typeof benchmarkData>

/** All data for the screen. All ratings share one axis, which starts half a star below the lowest interval. */
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
