import { scaleLinear } from 'd3-scale'
import { PLOT } from './series.ts'

/** Maps a value to its distance below the upper edge. */
type Scale = (value: number) => number

/**
 * Equal bands side by side over the plot's width; `padding` is the free share of each. A lookup-free replacement for
 * d3's.
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
  const y = scaleLinear([0, highest], [PLOT.height, 0]).nice(3)
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
  return { bars, ticks: ticksOf(y.ticks(3).filter(Number.isInteger), y) }
}

interface Bar {
  left: number
  width: number
  /** Distances below the upper edge. */
  from: number
  to: number
}

/** The SVG path of a bar. */
export function barOf({ left, width, from, to }: Bar): string {
  const bottom = round(from)
  return `M${left} ${bottom}V${round(to)}h${width}V${bottom}z`
}

export function ticksOf(values: readonly number[], y: Scale) {
  return values.map((value) => ({ value, top: round((y(value) / PLOT.height) * 100) }))
}

/** To tenths: no screen shows more. */
export function round(value: number): number {
  return Math.round(value * 10) / 10
}
