import { addStars, countOf, type Interval, type StarCounts } from '../ratings.ts'
import { logBeta, logGamma } from './distributions.ts'

/** Prior star counts, worth three reviews. */
const PRIOR: StarCounts = [0.25, 0.25, 0.5, 1, 1]
/** Minimum number of reviews for which the normal distribution approximates their mean well. */
const NORMAL_FROM = 20
const Z_80 = 1.2816
const Z_95 = 1.96

export interface MeanForecast {
  mean: number
  /** Contains the mean of the forecast reviews with a probability of 80 %; `band95` with 95 %. */
  band80: Interval
  band95: Interval
}

/** Posterior weights of the five stars (Dirichlet), given counts that may be discounted. */
export function posteriorMix(counted: StarCounts): StarCounts {
  return addStars([counted, PRIOR])
}

/** The mean stars of the next `count` reviews: exact for few, by normal approximation for many. */
export function forecastMean(mix: StarCounts, count: number): MeanForecast {
  const all = countOf(mix)
  const mean = mix.reduce((sum, weight, index) => sum + (weight / all) * (index + 1), 0)
  if (count < NORMAL_FROM) {
    const [low95 = 1, low80 = 1, high80 = 5, high95 = 5] = meanQuantiles(mix, count, [0.025, 0.1, 0.9, 0.975])
    return { mean, band80: around(mean, low80, high80), band95: around(mean, low95, high95) }
  }
  const square = mix.reduce((sum, weight, index) => sum + (weight / all) * (index + 1) ** 2, 0)
  const spread = Math.sqrt((Math.max(0, square - mean ** 2) / count) * ((count + all) / (1 + all)))
  return {
    mean,
    band80: around(mean, mean - Z_80 * spread, mean + Z_80 * spread),
    band95: around(mean, mean - Z_95 * spread, mean + Z_95 * spread),
  }
}

/**
 * Limits an interval to 1 to 5 stars, and widens it to contain the mean: with few reviews, the mean can be outside the
 * quantiles.
 */
function around(mean: number, low: number, high: number): Interval {
  return { low: Math.max(1, Math.min(mean, low)), high: Math.min(5, Math.max(mean, high)) }
}

/** Quantiles of the mean of `count` reviews (at least one), in the order of `shares` (ascending). */
function meanQuantiles(mix: StarCounts, count: number, shares: readonly number[]): number[] {
  const found: number[] = []
  let sum = 0
  for (const [extra, probability] of extraStars(mix, count).entries()) {
    sum += probability
    while (found.length < shares.length && sum >= (shares[found.length] ?? 1)) found.push(1 + extra / count)
  }
  while (found.length < shares.length) found.push(5)
  return found
}

/**
 * Distribution of the sum of (stars − 1) over `count` reviews: a Dirichlet-multinomial, computed one star value at a
 * time.
 */
function extraStars(mix: StarCounts, count: number): number[] {
  const width = 4 * count + 1
  /** Products of the stars' terms, indexed by number of reviews and extra stars. */
  let weights = new Float64Array((count + 1) * width)
  weights[0] = 1
  for (const [extra, weight] of mix.entries()) {
    const next = new Float64Array(weights.length)
    const terms = Array.from({ length: count + 1 }, (_, some) =>
      Math.exp(logGamma(some + weight) - logGamma(some + 1) - logGamma(weight)),
    )
    for (let used = 0; used <= count; used++) {
      for (let stars = 0; stars < width; stars++) {
        const before = weights[used * width + stars] ?? 0
        if (before === 0) continue
        for (let some = 0; used + some <= count; some++) {
          const at = (used + some) * width + stars + some * extra
          next[at] = (next[at] ?? 0) + before * (terms[some] ?? 0)
        }
      }
    }
    weights = next
  }
  const all = countOf(mix)
  const scale = Math.exp(logBeta(count, all)) * count
  return [...weights.subarray(count * width)].map((weight) => weight * scale)
}

export function logPredictive(mix: StarCounts, next: StarCounts): number {
  const count = countOf(next)
  const all = countOf(mix)
  return next.reduce(
    (sum, some, index) =>
      sum + logGamma(some + (mix[index] ?? 0)) - logGamma(mix[index] ?? 0) - logGamma(some + 1),
    logGamma(all) - logGamma(count + all) + logGamma(count + 1),
  )
}
