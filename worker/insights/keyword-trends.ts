import { type Finding, notYet } from '../rules/insights.ts'
import { type Interval, shareOf } from './ratings.ts'
import { discoveries, fisherTest, type Part } from './statistics/significance.ts'

export interface TermSeries {
  place: string
  recentReviews: number
  baseReviews: number
  terms: readonly { term: string; recent: number; base: number; lastYear?: Part }[]
}

export interface KeywordTrend {
  place: string
  term: string
  recent: Part & Interval
  base: Part & Interval
  p: number
  /** True if the term's share in the same days last year wasn't significantly different from the recent one. */
  isSeasonal: boolean
}

/** Minimum number of reviews with text in the recent days, and also in the days before. */
export const MIN_REVIEWS = 20
const MIN_MENTIONS = 8
const FALSE_DISCOVERIES = 0.1
/** Minimum factor of a reported change: smaller changes can be real, but aren't useful. */
const MIN_FACTOR = 1.5
const MIN_SHARE_CHANGE = 0.05
const SEASON_P = 0.05

/**
 * Terms that became more or less common, most certain first. Pass all places of a screen at once: the more terms are
 * tested, the more are found by chance (Fisher's exact test, Benjamini & Hochberg 1995).
 *
 * @returns the trends; the number of missing reviews if no place has MIN_REVIEWS on each side
 */
export function keywordTrends(
  places: readonly TermSeries[],
): Finding<{ trends: KeywordTrend[]; tested: number }> {
  const missing = places.map(({ recentReviews, baseReviews }) =>
    Math.max(0, MIN_REVIEWS - Math.min(recentReviews, baseReviews)),
  )
  const ready = places.filter((_, index) => missing[index] === 0)
  if (ready.length === 0) return notYet(Math.min(MIN_REVIEWS, ...missing))
  const tests = ready.flatMap(({ place, recentReviews, baseReviews, terms }) =>
    terms
      .filter(({ recent, base }) => recent + base >= MIN_MENTIONS)
      .map(({ term, recent, base, lastYear }) => {
        const sides = { recent: { part: recent, all: recentReviews }, base: { part: base, all: baseReviews } }
        return { place, term, lastYear, ...sides, p: fisherTest(sides.recent, sides.base) }
      }),
  )
  const trends = discoveries(tests, FALSE_DISCOVERIES)
    .filter(({ recent, base }) => isWorthTelling(recent, base))
    .map(({ place, term, recent, base, lastYear, p }) => ({
      place,
      term,
      recent: withInterval(recent),
      base: withInterval(base),
      p,
      isSeasonal: lastYear !== undefined && lastYear.all > 0 && fisherTest(recent, lastYear) >= SEASON_P,
    }))
  return { known: true, trends, tested: tests.length }
}

function isWorthTelling(recent: Part, base: Part): boolean {
  const [less = 0, more = 0] = [recent.part / recent.all, base.part / base.all].sort((a, b) => a - b)
  return more >= less * MIN_FACTOR || more - less >= MIN_SHARE_CHANGE
}

function withInterval(part: Part): Part & Interval {
  const { low, high } = shareOf(part.part, part.all) ?? { low: 0, high: 1 }
  return { ...part, low, high }
}
