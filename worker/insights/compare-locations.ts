import type { LocationStanding, LocationVerdict } from '../rules/analytics.ts'
import type { BenchmarkVerdict } from '../rules/competitors.ts'
import { addStars, chanceBetter, countOf, estimateRating, type StarCounts } from './ratings.ts'

export const MIN_REVIEWS_COMPARED = 5

/** Minimum probability for the verdicts `better` and `probably_better`. */
const BETTER = 0.95
const PROBABLY_BETTER = 0.8

export function verdictOfChance(chance: number): BenchmarkVerdict {
  if (chance >= BETTER) return 'better'
  if (chance >= PROBABLY_BETTER) return 'probably_better'
  if (1 - chance >= BETTER) return 'worse'
  return 1 - chance >= PROBABLY_BETTER ? 'probably_worse' : 'no_difference'
}

/** Compares the stars of two periods; null if one has fewer than MIN_REVIEWS_COMPARED reviews. */
export function comparePeriods(stars: StarCounts, before: StarCounts): BenchmarkVerdict | null {
  if (Math.min(countOf(stars), countOf(before)) < MIN_REVIEWS_COMPARED) return null
  const group = addStars([stars, before])
  return verdictOfChance(chanceBetter(estimateRating(stars, group), estimateRating(before, group)))
}

interface Location {
  id: string
  name: string
  stars: StarCounts
}

/**
 * Ranks locations by the lower end of their interval; those with too few reviews come last. Locations whose intervals
 * overlap the leader's share its rank. The first one below the overlap leads the next rank.
 */
export function compareLocations(locations: readonly Location[]): {
  standings: LocationStanding[]
  verdict: LocationVerdict | null
} {
  const group = addStars(locations.map(({ stars }) => stars))
  const all = locations.map(({ id, name, stars }) => ({
    id,
    name,
    stars,
    count: countOf(stars),
    estimate: estimateRating(stars, group),
  }))
  const ranked = all
    .filter(({ count }) => count >= MIN_REVIEWS_COMPARED)
    .sort((a, b) => b.estimate.low - a.estimate.low || b.estimate.mean - a.estimate.mean)
  const ranks = new Map<string, number>()
  let leader = ranked[0]
  let rank = 1
  for (const [index, place] of ranked.entries()) {
    if (leader && place.estimate.high < leader.estimate.low) {
      leader = place
      rank = index + 1
    }
    ranks.set(place.id, rank)
  }
  const rest = all.filter(({ count }) => count < MIN_REVIEWS_COMPARED).sort((a, b) => b.count - a.count)
  return {
    standings: [...ranked, ...rest].map(({ id, name, stars, count, estimate: { mean, low, high } }) => ({
      id,
      name,
      count,
      average:
        count === 0 ? null : stars.reduce((sum, reviews, star) => sum + reviews * (star + 1), 0) / count,
      expected: mean,
      low,
      high,
      rank: ranks.get(id) ?? null,
      needed: Math.max(0, MIN_REVIEWS_COMPARED - count),
    })),
    verdict: verdictOf(ranked),
  }
}

/** Null if fewer than two locations can be compared. */
function verdictOf(
  ranked: readonly { name: string; estimate: ReturnType<typeof estimateRating> }[],
): LocationVerdict | null {
  const byMean = ranked.toSorted((a, b) => b.estimate.mean - a.estimate.mean)
  const [best, worst] = [byMean[0], byMean.at(-1)]
  if (!best || !worst || best === worst) return null
  const chance = chanceBetter(best.estimate, worst.estimate)
  const kind = chance >= BETTER ? 'better' : chance >= PROBABLY_BETTER ? 'probably_better' : 'no_difference'
  return { kind, best: best.name, worst: worst.name, compared: ranked.length }
}
