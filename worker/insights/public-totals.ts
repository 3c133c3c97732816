import type { StarCounts } from './ratings.ts'

const STEPS = 50
const CLOSE_ENOUGH = 1e-9
/** Not even a tilt that leaves nothing but one star says an average of exactly 1 or 5. */
const LOWEST = 1.001
const HIGHEST = 4.999

/**
 * Stars of a place of which only the public average and count are known: the mix of its category, tilted until it has that
 * average (exponential tilt by Newton's method). Label what is made of it "from public totals".
 *
 * @param category stars of similar places; each has to have some
 */
export function starsFromTotals(
  totals: { average: number; count: number },
  category: StarCounts,
): StarCounts {
  const target = Math.min(HIGHEST, Math.max(LOWEST, totals.average))
  let tilt = 0
  for (let step = 0; step < STEPS; step++) {
    const { mean, variance } = momentsOf(tilted(category, tilt))
    if (Math.abs(mean - target) < CLOSE_ENOUGH || variance === 0) break
    // Newton's step may be far too long where one star has nearly all.
    tilt += Math.max(-2, Math.min(2, (target - mean) / variance))
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
