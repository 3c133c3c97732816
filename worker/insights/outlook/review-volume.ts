import { type Finding, notYet } from '../../rules/insights.ts'
import type { Interval } from '../ratings.ts'
import { type CountDistribution, countQuantiles } from '../statistics/distributions.ts'

export interface VolumePeriod {
  count: number
  days: number
}

export interface VolumeForecast {
  median: number
  band80: Interval
  days: number
}

const MEMORY = 0.9
const MIN_PERIODS = 3
/** Prior: number of days per review. It has the weight of one review. */
const USUAL_DAYS_PER_REVIEW = 7

/** Predicts the number of reviews in the next days from the past; recent days count more (Gamma-Poisson). */
export function volumeDistribution(
  periods: readonly VolumePeriod[],
  days: number,
  memory: number = MEMORY,
): CountDistribution {
  const past = periods.reduce(
    (sum, period) => ({ count: sum.count * memory + period.count, days: sum.days * memory + period.days }),
    { count: 0, days: 0 },
  )
  return { shape: 1 + past.count, rate: USUAL_DAYS_PER_REVIEW + past.days, days }
}

/** @param periods oldest first, including empty ones */
export function forecastVolume(periods: readonly VolumePeriod[], days: number): Finding<VolumeForecast> {
  if (periods.length < MIN_PERIODS) return notYet(MIN_PERIODS - periods.length)
  const [low = 0, median = 0, high = 0] = countQuantiles(volumeDistribution(periods, days), [0.1, 0.5, 0.9])
  return { known: true, median, band80: { low, high }, days }
}
