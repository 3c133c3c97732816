import type { Interval } from '../rules/insights.ts'

export type StarCounts = readonly [one: number, two: number, three: number, four: number, five: number]

export const NO_STARS: StarCounts = [0, 0, 0, 0, 0]

export function addStars(all: readonly StarCounts[]): StarCounts {
  const sums: [number, number, number, number, number] = [...NO_STARS]
  for (const stars of all) {
    sums[0] += stars[0]
    sums[1] += stars[1]
    sums[2] += stars[2]
    sums[3] += stars[3]
    sums[4] += stars[4]
  }
  return sums
}

export function countOf(stars: StarCounts): number {
  return stars[0] + stars[1] + stars[2] + stars[3] + stars[4]
}

export type { Interval }

const Z_95 = 1.96

/** A share with its 95 % interval (Wilson 1927); null if the total is 0. */
export function shareOf(part: number, all: number): ({ share: number } & Interval) | null {
  if (all === 0) return null
  const share = part / all
  const spread = Z_95 ** 2 / all
  const centre = (share + spread / 2) / (1 + spread)
  const half = (Math.sqrt((share * (1 - share)) / all + spread / (4 * all)) * Z_95) / (1 + spread)
  // Rounding may put a share of 0 or 1 just outside the interval.
  return {
    share,
    low: Math.max(0, Math.min(share, centre - half)),
    high: Math.min(1, Math.max(share, centre + half)),
  }
}

/** Prior star counts, small enough for a handful of reviews to outweigh them. */
export const BASE: StarCounts = [0.25, 0.25, 0.5, 1, 1]
/** Weight, in reviews, of the whole group's mix. */
const GROUP_WORTH = 10
const Z_90 = 1.64

export interface RatingEstimate extends Interval {
  mean: number
  variance: number
}

/**
 * The rating of a place with its 90 % interval: its own stars plus ten reviews with the mix of its group, so that a
 * place with few reviews isn't first or last by luck (Dirichlet posterior; Efron & Morris 1975).
 */
export function estimateRating(stars: StarCounts, group: StarCounts): RatingEstimate {
  const known = addStars([group, BASE])
  const scale = GROUP_WORTH / countOf(known)
  const [a, b, c, d, e] = stars
  const weights = [
    a + known[0] * scale,
    b + known[1] * scale,
    c + known[2] * scale,
    d + known[3] * scale,
    e + known[4] * scale,
  ]
  const all = countOf(stars) + GROUP_WORTH
  const mean = weights.reduce((sum, weight, index) => sum + (weight / all) * (index + 1), 0)
  const square = weights.reduce((sum, weight, index) => sum + (weight / all) * (index + 1) ** 2, 0)
  const variance = Math.max(0, square - mean ** 2) / (all + 1)
  const half = Z_90 * Math.sqrt(variance)
  return { mean, variance, low: Math.max(1, mean - half), high: Math.min(5, mean + half) }
}

export function chanceBetter(one: RatingEstimate, other: RatingEstimate): number {
  const spread = Math.sqrt(one.variance + other.variance)
  if (spread === 0) return one.mean === other.mean ? 0.5 : Number(one.mean > other.mean)
  return normalShare((one.mean - other.mean) / spread)
}

/** The share of a normal distribution below `z` (Abramowitz & Stegun 26.2.17, to 7 digits). */
export function normalShare(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(z))
  const tail =
    (Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))))
  return z >= 0 ? 1 - tail : tail
}
