import { countOf, type StarCounts } from '../ratings.ts'
import type { Part } from '../statistics/significance.ts'

/** Reviews of a span, measured: in stars, or as 1 for a complaint and 0 for none. */
export interface Sample {
  count: number
  /** The average as an owner reads it. */
  average: number
  /** The average and the variance of a single review that the test goes by. */
  mean: number
  variance: number
  /** Number of reviews these are worth. */
  worth: number
}

/** The time before a day, and the time since. */
export interface Change {
  before: Sample
  after: Sample
}

export interface EffectInput {
  own: Change
  /** Locations where nothing was done, in the same days. */
  others: readonly Change[]
  /** The same days a year earlier; null where there were too few reviews. */
  lastYear: Change | null
  /** A change that an owner would notice. */
  noticeable: number
}

export interface Effect {
  /** Estimated effect of the action, with its 90 % interval. */
  effect: number
  low: number
  high: number
  /** Change that would have come without it. */
  without: number
  /** Number of locations it was compared with. */
  others: number
  /** Two standard errors and a half from nothing. */
  isCertain: boolean
  /** Further reviews after which a noticeable effect would be certain; 0 where it would be by now, null where no number of them is enough. */
  needed: number | null
}

const Z_90 = 1.645
/** Looked at every day for half a year, a chance that one look in a hundred takes for an effect comes up in a few of a hundred places. */
const Z_CERTAIN = 2.3
const MIN_BEFORE = 10
const MIN_AFTER = 5
const FEW = 2
/**
 * Spread of averages by themselves, in standard deviations of a review: with the season, at all places of an owner
 * alike, and at each alone.
 */
const SEASON = 0.08
const COMMON = 0.05
const ALONE = 0.04
/** A change elsewhere of so many standard errors isn't chance. */
const PLAIN = 3
/** Stars vary by so much, which is worth this many reviews: five equal reviews know little of it. */
const USUAL_VARIANCE = 1.3
const VARIANCE_WORTH = 10
/** A complaint more and one less than there are: few reviews without any prove little (Agresti & Caffo 2000). */
const ADDED = 1
/** No owner waits for more reviews than this. */
const MAX_NEEDED = 500

export function starSample(stars: StarCounts): Sample {
  const count = countOf(stars)
  const average = stars.reduce((sum, some, index) => sum + some * (index + 1), 0) / Math.max(1, count)
  const squares = stars.reduce((sum, some, index) => sum + some * (index + 1 - average) ** 2, 0)
  const variance = (squares + VARIANCE_WORTH * USUAL_VARIANCE) / (count + VARIANCE_WORTH)
  return { count, average, mean: average, variance, worth: count }
}

export function shareSample({ part, all }: Part): Sample {
  const worth = all + 2 * ADDED
  const mean = (part + ADDED) / worth
  return { count: all, average: part / Math.max(1, all), mean, variance: mean * (1 - mean), worth }
}

/**
 * Says what an action changed: the difference between the time since and the time before, less what changed without it (difference in
 * differences). What changed without it is estimated from the other locations, which share the season and the year, and from the same
 * days a year earlier, which share the season alone; each counts by how certain it is, against the guess that nothing did. What is left
 * unknown widens the interval.
 *
 * @returns null where there are too few reviews to say anything of
 */
export function effectOf({ own, others, lastYear, noticeable }: EffectInput): Effect | null {
  const { before, after } = own
  if (before.count < MIN_BEFORE) return null
  const unit = before.variance
  const alone = ALONE ** 2 * unit
  const around = othersTogether(others, alone)
  const year = lastYear && differenceOf(lastYear)
  // A season, or a change at all places, that was plainly larger than usual is taken for what it was.
  const season = Math.max(SEASON ** 2 * unit, seenIn(year))
  const common = Math.max(COMMON ** 2 * unit, seenIn(around) - season)
  const without = expected({ season, common, alone }, around, year)
  const usable = after.count > 0
  const effect = usable ? after.mean - before.mean - without.mean : 0
  const fixed = before.variance / before.worth + without.variance + alone
  // Few reviews know little of their own spread.
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

/** The variance that a change suggests besides its own uncertainty; nothing, unless it is plainly larger than that. */
function seenIn(change: Estimate | null): number {
  if (!change || change.mean ** 2 < PLAIN ** 2 * change.variance) return 0
  return change.mean ** 2 - change.variance
}

/** The change at other locations, each by its certainty: a place that many write about counts more. */
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

/** Estimates the change that would have come anyhow, from other locations and from a year ago. */
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
  // The conditional mean of three normal variables of which two are seen; they share the season.
  const determinant = a * b - season ** 2
  const weightAround = (total * b - season ** 2) / determinant
  const weightYear = (season * a - total * season) / determinant
  return {
    mean: weightAround * (around?.mean ?? 0) + weightYear * (lastYear?.mean ?? 0),
    variance: total - weightAround * total - weightYear * season,
  }
}

/** Number of further reviews, with the present spread, that would make an effect of this size certain. */
function neededFor(
  size: number,
  { fixed, unit, count }: { fixed: number; unit: number; count: number },
): number | null {
  const room = (size / Z_CERTAIN) ** 2 - fixed
  if (room <= 0) return null
  const needed = Math.ceil(unit / room - count)
  return needed > MAX_NEEDED ? null : Math.max(0, needed)
}
