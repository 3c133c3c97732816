import type { Part } from '../../rules/insights.ts'
import { logChoose } from './distributions.ts'

export type { Part }

/** Log-probabilities that differ by less are equal up to rounding errors. */
const ROUNDING = 1e-7
/** Terms below this share of the sum are too small to change it. */
const NEGLIGIBLE = 1e-17

/**
 * Probability that chance alone makes two shares differ this much (Fisher's exact test, two-sided: the sum over all
 * tables with the same margins that are at most as probable as the given one). 1 if one of the two groups is empty.
 *
 * On each side, the sum starts at the first table that is improbable enough, so the cost hardly depends on the counts.
 */
export function fisherTest(one: Part, other: Part): number {
  const having = one.part + other.part
  const all = one.all + other.all
  const least = Math.max(0, having - other.all)
  const most = Math.min(having, one.all)
  const logWays = logChoose(all, having)
  const logProbability = (x: number) => logChoose(one.all, x) + logChoose(other.all, having - x) - logWays
  /** Ratio of the probability of the next table to that of `x`. */
  const growth = (x: number) => ((one.all - x) * (having - x)) / ((x + 1) * (other.all - having + x + 1))

  const limit = logProbability(one.part) + ROUNDING
  const mode = Math.floor(((one.all + 1) * (having + 1)) / (all + 2))
  if (logProbability(mode) <= limit) return 1

  const isExtreme = (x: number) => logProbability(x) <= limit
  const below = firstTrue(mode - least, (steps) => isExtreme(mode - steps))
  const above = firstTrue(most - mode, (steps) => isExtreme(mode + steps))
  let sum = 0
  if (below !== null) {
    let probability = Math.exp(logProbability(mode - below))
    for (let x = mode - below; x >= least && probability > sum * NEGLIGIBLE; x--) {
      sum += probability
      probability /= growth(x - 1)
    }
  }
  if (above !== null) {
    let probability = Math.exp(logProbability(mode + above))
    for (let x = mode + above; x <= most && probability > sum * NEGLIGIBLE; x++) {
      sum += probability
      probability *= growth(x)
    }
  }
  return Math.min(1, sum)
}

/** The smallest whole number up to `most` from which a condition is true; null if it never is. */
function firstTrue(most: number, isTrue: (step: number) => boolean): number | null {
  if (!isTrue(most)) return null
  let low = 0
  let high = most
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isTrue(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * Selects discoveries among many tests, most certain first, so that at most the share `rate` of them is due to chance
 * (Benjamini & Hochberg 1995). Pass all tests whose results are shown together.
 */
export function discoveries<T extends { p: number }>(tests: readonly T[], rate: number): T[] {
  const sorted = tests.toSorted((a, b) => a.p - b.p)
  const last = sorted.findLastIndex(({ p }, index) => p <= (rate * (index + 1)) / tests.length)
  return sorted.slice(0, last + 1)
}
