import type { StarCounts } from './ratings.ts'

const STEPS = 100
/** Leaves one star alone, whatever the category. */
const WIDEST_TILT = 40
const CLOSE_ENOUGH = 1e-9
/** Not even a tilt that leaves nothing but one star says an average of exactly 1 or 5. */
const LOWEST = 1.001
const HIGHEST = 4.999

/**
 * Stars of a place of which only the public average and count are known: the mix of its category, tilted until it has that
 * average (exponential tilt by Newton's method, kept within bounds that close in). Label what is made of it "from public totals".
 *
 * @param category stars of similar places; each has to have some
 */
export function starsFromTotals(
  totals: { average: number; count: number },
  category: StarCounts,
): StarCounts {
  const target = Math.min(HIGHEST, Math.max(LOWEST, totals.average))
  let tilt = 0
  // The mean grows with the tilt.
  let low = -WIDEST_TILT
  let high = WIDEST_TILT
  for (let step = 0; step < STEPS; step++) {
    const { mean, variance } = momentsOf(tilted(category, tilt))
    if (Math.abs(mean - target) < CLOSE_ENOUGH) break
    if (mean < target) low = tilt
    else high = tilt
    const newton = tilt + (target - mean) / variance
    // Far from the target it may go too far, and back, for ever: then half of what is left.
    tilt = newton > low && newton < high ? newton : (low + high) / 2
  }
  const mix = tilted(category, tilt)
  const [one, two, three, four, five] = mix.map((share) => share * totals.count) as [
    number,
    number,
    number,
    number,
    number,
  ]
  return [one, two, three, four, five]
}

/** Shares of the stars, each weighted by e to the power of tilt times star. */
function tilted(category: StarCounts, tilt: number): number[] {
  // Relative to the middle, so that no power overflows.
  const weights = category.map((some, index) => some * Math.exp(tilt * (index - 2)))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

function momentsOf(shares: readonly number[]): { mean: number; variance: number } {
  const mean = shares.reduce((sum, share, index) => sum + share * (index + 1), 0)
  const variance = shares.reduce((sum, share, index) => sum + share * (index + 1 - mean) ** 2, 0)
  return { mean, variance }
}
