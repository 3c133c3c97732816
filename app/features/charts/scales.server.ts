/** Maps a value to its distance from an edge of the plot. */
export type Scale = (value: number) => number

/** Maps `lowest` to `atLowest`, `highest` to `atHighest`, and values between them in proportion. */
export function scaleOf([lowest, highest]: [number, number], [atLowest, atHighest]: [number, number]): Scale {
  return (value) => {
    const share = (value - lowest) / (highest - lowest)
    return atLowest * (1 - share) + atHighest * share
  }
}

/**
 * An axis from 0 to a round number, divided into about `count` equal parts, as by d3-scale.
 *
 * @param highest at least `count`, because ticks are whole numbers
 */
export function axisTo(highest: number, count: number): { end: number; ticks: number[] } {
  let end = highest
  let step = roundStep(end / count)
  for (let former = 0; step !== former; step = roundStep(end / count)) {
    former = step
    end = Math.ceil(end / step) * step
  }
  return { end, ticks: Array.from({ length: end / step + 1 }, (_, index) => index * step) }
}

/** 1, 2 or 5 times a power of ten: the one whose ratio to `rough` is smallest. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const ratio = rough / power
  return power * (ratio >= Math.sqrt(50) ? 10 : ratio >= Math.sqrt(10) ? 5 : ratio >= Math.SQRT2 ? 2 : 1)
}
