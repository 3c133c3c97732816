import { countOf, type StarCounts } from '../ratings.ts'
import type { Part } from '../statistics/significance.ts'

/** Values of a period's reviews: their stars, or 1 for each review with a complaint and 0 for any other. */
export interface Sample {
  count: number
  /** The average as shown to the owner. */
  average: number
  /** Shrunk average, and variance of a single review; both are used by the test. */
  mean: number
  variance: number
  /** Effective number of reviews behind the mean, including `added`. */
  worth: number
  /** Reviews invented to shrink the mean, half of them 1 and half 0. */
  added: number
}

/** Samples from before an action's day, and from that day on. */
export interface Change {
  before: Sample
  after: Sample
}

export interface EffectInput {
  own: Change
  /** Changes over the same periods at the owner's other locations, where no action for the same purpose took place. */
  others: readonly Change[]
  /**
   * Change over the same periods a year earlier, at the same locations as `own`; null if there were too few reviews.
   */
  lastYear: Change | null
  noticeable: number
}

export interface Effect {
  /** Estimated effect of the action, with its 90 % interval. */
  effect: number
  low: number
  high: number
  without: number
  /** Number of locations that the action's location was compared with. */
  others: number
  /** True if the effect is more than Z_CERTAIN standard errors from zero, not too small, and after enough reviews. */
  isCertain: boolean
  /** Further reviews needed to make a noticeable effect certain: 0 if there are enough, null if no number is enough. */
  needed: number | null
}

const Z_90 = 1.645
/**
 * Standard errors from zero beyond which an effect is certain. By chance alone, this happens once per hundred checks;
 * with daily checks for half a year, a false effect is reported at a few percent of places.
 */
const Z_CERTAIN = 2.3
const MIN_BEFORE = 10
const MIN_AFTER = 5
const FEW = 2
/**
 * Natural drift of averages, in standard deviations of a single review: with the season (SEASON), common to all of an
 * owner's places (COMMON), and of a single place (ALONE).
 */
const SEASON = 0.08
const COMMON = 0.05
const ALONE = 0.04
/** Standard errors from zero beyond which a change at the other locations, or a year earlier, counts as real. */
const PLAIN = 3
/**
 * Prior variance of stars, with the weight of VARIANCE_WORTH reviews. Without a prior, five equal reviews would look
 * certain.
 */
const USUAL_VARIANCE = 1.3
const VARIANCE_WORTH = 10
/**
 * Added to each sample: one review with a complaint and one without, because a few reviews without complaints prove
 * little (Agresti & Caffo 2000).
 */
const ADDED = 2
const MAX_NEEDED = 500

export function starSample(stars: StarCounts): Sample {
  const count = countOf(stars)
  const average = stars.reduce((sum, some, index) => sum + some * (index + 1), 0) / Math.max(1, count)
  const squares = stars.reduce((sum, some, index) => sum + some * (index + 1 - average) ** 2, 0)
  const variance = (squares + VARIANCE_WORTH * USUAL_VARIANCE) / (count + VARIANCE_WORTH)
  return { count, average, mean: average, variance, worth: count, added: 0 }
}

export function shareSample({ part, all }: Part): Sample {
  const worth = all + ADDED
  const mean = (part + ADDED / 2) / worth
  const variance = mean * (1 - mean)
  return { count: all, average: part / Math.max(1, all), mean, variance, worth, added: ADDED }
}

/**
 * Combines the changes at several locations into one. Both averages use the same weights, so that a location that
 * merely got more reviews doesn't look like a change (direct standardization).
 *
 * @param weights number of reviews since the action, by location. Locations without reviews before or since the action
 * are left out
 */
export function togetherOf(changes: readonly Change[], weights: readonly number[]): Change {
  const parts = changes
    .map((change, index) => ({ ...change, weight: weights[index] ?? 0 }))
    .filter(({ before, after }) => before.count > 0 && after.count > 0)
  const all = parts.reduce((sum, { weight }) => sum + weight, 0)
  const weighted = (which: keyof Change) =>
    weightedSample(parts.map((part) => ({ sample: part[which], share: part.weight / all })))
  return { before: weighted('before'), after: weighted('after') }
}

const NO_SAMPLE: Sample = { count: 0, average: 0, mean: 0, variance: 0, worth: 0, added: 0 }

/** @param parts samples with their shares, which add up to 1 */
function weightedSample(parts: readonly { sample: Sample; share: number }[]): Sample {
  const [first] = parts
  if (!first) return NO_SAMPLE
  const { added } = first.sample
  const sum = (value: (sample: Sample, share: number) => number) =>
    parts.reduce((total, { sample, share }) => total + value(sample, share), 0)
  const average = sum((sample, share) => share * sample.average)
  const variance = sum((sample, share) => share * sample.variance)
  const worth = variance / sum((sample, share) => (share ** 2 * sample.variance) / sample.worth)
  const mean = (average * (worth - added) + added / 2) / worth
  return { count: sum(({ count }) => count), average, mean, variance, worth, added }
}

/**
 * Estimates what an action changed: the difference between the time since and the time before, minus the change
 * expected without it (difference in differences). The expected change is estimated from the other locations, which
 * share the season and the year, and from the same days a year earlier, which share only the season. Each is weighted
 * by its certainty, with no change as the prior. The remaining uncertainty widens the interval.
 *
 * @returns null if there are too few reviews
 */
export function effectOf({ own, others, lastYear, noticeable }: EffectInput): Effect | null {
  const { before, after } = own
  if (before.count < MIN_BEFORE) return null
  const unit = before.variance
  const alone = ALONE ** 2 * unit
  const around = othersTogether(others, alone)
  const year = lastYear && differenceOf(lastYear)
  // If the seasonal or common change was clearly larger than usual, use that size.
  const season = Math.max(SEASON ** 2 * unit, seenIn(year))
  const common = Math.max(COMMON ** 2 * unit, seenIn(around) - season)
  const without = expected({ season, common, alone }, around, year)
  const usable = after.count > 0
  const effect = usable ? after.mean - before.mean - without.mean : 0
  const fixed = before.variance / before.worth + without.variance + alone
  // Few reviews say little about their own variance.
  const few = 1 + FEW / Math.max(1, after.count)
  const error = Math.sqrt(fixed + (usable ? (few * after.variance) / after.worth : unit))
  const isCertain =
    after.count >= MIN_AFTER && Math.abs(effect) > Z_CERTAIN * error && Math.abs(effect) >= noticeable / 3
  return {
    effect,
    low: effect - Z_90 * error,
    high: effect + Z_90 * error,
    without: without.mean,
    others: around?.count ?? 0,
    isCertain,
    needed: isCertain
      ? 0
      : neededFor(Math.max(noticeable, Math.abs(effect)), {
          fixed,
          unit: after.variance,
          count: after.worth,
        }),
  }
}

interface Estimate {
  mean: number
  variance: number
}

function differenceOf({ before, after }: Change): Estimate {
  return {
    mean: after.mean - before.mean,
    variance: before.variance / before.worth + after.variance / after.worth,
  }
}

/** Variance that a change suggests beyond its own uncertainty; 0 if the change may be due to chance. */
function seenIn(change: Estimate | null): number {
  if (!change || change.mean ** 2 < PLAIN ** 2 * change.variance) return 0
  return change.mean ** 2 - change.variance
}

/** The change at the other locations, weighted by certainty, so that places with many reviews count more. */
function othersTogether(others: readonly Change[], alone: number): (Estimate & { count: number }) | null {
  const each = others
    .filter(({ before, after }) => before.count >= MIN_AFTER && after.count >= MIN_AFTER)
    .map(differenceOf)
    .map(({ mean, variance }) => ({ mean, weight: 1 / (variance + alone) }))
  if (each.length === 0) return null
  const weight = each.reduce((sum, one) => sum + one.weight, 0)
  return {
    mean: each.reduce((sum, one) => sum + one.mean * one.weight, 0) / weight,
    variance: 1 / weight,
    count: each.length,
  }
}

function expected(
  { season, common, alone }: { season: number; common: number; alone: number },
  around: Estimate | null,
  lastYear: Estimate | null,
): Estimate {
  const total = season + common
  if (!around && !lastYear) return { mean: 0, variance: total }
  const a = total + (around?.variance ?? 0)
  const b = season + alone + (lastYear?.variance ?? 0)
  if (!lastYear && around) return { mean: (total / a) * around.mean, variance: total - total ** 2 / a }
  if (!around && lastYear) return { mean: (season / b) * lastYear.mean, variance: total - season ** 2 / b }
  // Conditional mean of three normal variables, two of them observed; they share the season.
  const determinant = a * b - season ** 2
  const weightAround = (total * b - season ** 2) / determinant
  const weightYear = (season * a - total * season) / determinant
  return {
    mean: weightAround * (around?.mean ?? 0) + weightYear * (lastYear?.mean ?? 0),
    variance: total - weightAround * total - weightYear * season,
  }
}

function neededFor(
  size: number,
  { fixed, unit, count }: { fixed: number; unit: number; count: number },
): number | null {
  const room = (size / Z_CERTAIN) ** 2 - fixed
  if (room <= 0) return null
  const needed = Math.ceil(unit / room - count)
  return needed > MAX_NEEDED ? null : Math.max(0, needed)
}
