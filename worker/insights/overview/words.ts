import type { InsightsView, TermTrend, TypicalTerm } from '../../rules/insights.ts'
import { ANY_TEXT, mismatchTerm, OTHER_LANGUAGE } from '../../rules/review-features.ts'
import { keywordTrends } from '../keyword-trends.ts'
import { type Distinction, praiseAndBlame } from '../praise-and-blame.ts'
import type { TermRow } from './queries.ts'

const MOST_TYPICAL = 8

export type Words = Pick<
  InsightsView,
  'texts' | 'otherLanguages' | 'praise' | 'blame' | 'trends' | 'mismatches'
>

/** What the words of reviews tell. Months are 'YYYY-MM'. */
export function wordsOf(
  rows: readonly TermRow[],
  { base, recent }: { base: readonly string[]; recent: readonly string[] },
): Words {
  const byTerm = Map.groupBy(rows, ({ term }) => term)
  const sum = (term: string, months?: readonly string[]) =>
    (byTerm.get(term) ?? [])
      .filter(({ month }) => months?.includes(month) ?? true)
      .reduce((total, { reviews }) => total + reviews, 0)
  const terms = [...byTerm.keys()].filter((term) => /^\p{L}/u.test(term))
  const { praise, blame } = praiseAndBlame(
    terms.map((term) => {
      const own = byTerm.get(term) ?? []
      return {
        term,
        positive: own.reduce((total, { positive }) => total + positive, 0),
        negative: own.reduce((total, { negative }) => total + negative, 0),
        all: sum(term),
      }
    }),
  )
  const trends = keywordTrends([
    {
      place: '',
      recentReviews: sum(ANY_TEXT, recent),
      baseReviews: sum(ANY_TEXT, base),
      terms: terms.map((term) => ({ term, recent: sum(term, recent), base: sum(term, base) })),
    },
  ])
  return {
    texts: sum(ANY_TEXT),
    otherLanguages: sum(OTHER_LANGUAGE),
    praise: mostTypical(praise),
    blame: mostTypical(blame),
    trends: trends.known ? { ...trends, trends: withoutPairs(trends.trends.map(trendOf)) } : trends,
    mismatches: {
      complaint_inside: sum(mismatchTerm('complaint_inside')),
      praise_inside: sum(mismatchTerm('praise_inside')),
    },
  }
}

function mostTypical(all: readonly Distinction[]): TypicalTerm[] {
  return withoutPairs(
    all.map(({ term, all, positive, negative }) => ({ term, all, positive, negative })),
  ).slice(0, MOST_TYPICAL)
}

function trendOf({ term, recent, base, p }: TermTrend): TermTrend {
  return { term, recent, base, p }
}

/** A pair says the same again as a word of it that is there already, and the other way round. */
function withoutPairs<T extends { term: string }>(all: readonly T[]): T[] {
  const kept: T[] = []
  for (const one of all) {
    const words = one.term.split(' ')
    const isSaid = kept.some(({ term }) => term.split(' ').some((word) => words.includes(word)))
    if (!isSaid) kept.push(one)
  }
  return kept
}
