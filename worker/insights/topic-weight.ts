import { type Finding, notYet } from '../rules/insights.ts'
import { addStars, countOf, type Interval, type StarCounts } from './ratings.ts'

export interface TopicWeight extends Interval {
  /**
   * Average of all reviews minus the average without those that complain about the topic, in stars; mostly
   * below 0. A correlation, not a cause.
   */
  weight: number
  /** Number of reviews that complain about the topic, and of all reviews. */
  part: number
  all: number
}

const MIN_REVIEWS = 5
const Z_90 = 1.64

/**
 * Weight of a topic in the rating: how much worse the complaining reviews are, times their share.
 *
 * @param blaming stars of the reviews that complain about the topic
 * @param others stars of all other reviews
 * @returns the weight with its 90 % interval, by the normal formula for two means
 */
export function topicWeight(blaming: StarCounts, others: StarCounts): Finding<TopicWeight> {
  const missing = MIN_REVIEWS - Math.min(countOf(blaming), countOf(others))
  if (missing > 0) return notYet(missing)
  const one = meanOf(blaming)
  const other = meanOf(others)
  const all = countOf(addStars([blaming, others]))
  const share = one.count / all
  const weight = (one.mean - other.mean) * share
  const half = Z_90 * Math.sqrt(one.variance / one.count + other.variance / other.count) * share
  return { known: true, weight, low: weight - half, high: weight + half, part: one.count, all }
}

/** Adds a fifth of a review of each star to the variance, so that five equal reviews don't look certain. */
function meanOf(stars: StarCounts): { mean: number; variance: number; count: number } {
  const count = countOf(stars)
  const mean = stars.reduce((sum, some, index) => sum + some * (index + 1), 0) / count
  const smoothed = addStars([stars, [0.2, 0.2, 0.2, 0.2, 0.2]])
  const variance =
    smoothed.reduce((sum, some, index) => sum + some * (index + 1 - mean) ** 2, 0) / countOf(smoothed)
  return { mean, variance, count }
}
