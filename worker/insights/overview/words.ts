import type { Finding, TermTrend, TypicalTerm } from '../../rules/insights.ts'
import { ANY_TEXT, type MismatchKind, mismatchTerm, OTHER_LANGUAGE } from '../../rules/review-features.ts'
import { keywordTrends } from '../keyword-trends.ts'
import { type Distinction, praiseAndBlame } from '../praise-and-blame.ts'
import { saysNothing } from '../text/empty-terms.ts'
import type { TermRow } from './queries.ts'

const MAX_TYPICAL_TERMS = 8

export interface Words {
  /** Number of reviews with text, and of those in a language that isn't read for topics. */
  texts: number
  otherLanguages: number
  praise: TypicalTerm[]
  blame: TypicalTerm[]
  trends: Finding<{ trends: TermTrend[]; tested: number }>
  mismatches: Record<MismatchKind, number>
}

interface Totals {
  all: number
  positive: number
  negative: number
  recent: number
  base: number
}

const NONE: Readonly<Totals> = { all: 0, positive: 0, negative: 0, recent: 0, base: 0 }

/**
 * Finds terms of praise and blame, trends, and mismatches. Months are 'YYYY-MM'; the base months and the recent months
 * don't overlap.
 */
export function wordsOf(
  rows: readonly TermRow[],
  months: { base: readonly string[]; recent: readonly string[] },
): Words {
  const totals = totalsOf(rows, months)
  const of = (term: string) => totals.get(term) ?? NONE
  const terms = [...totals]
    .filter(([term]) => /^\p{L}/u.test(term) && !saysNothing(term))
    .map(([term, counts]) => ({ term, ...counts }))
  const { praise, blame } = praiseAndBlame(terms)
  const { recent: recentReviews, base: baseReviews } = of(ANY_TEXT)
  const trends = keywordTrends([{ place: '', recentReviews, baseReviews, terms }])
  return {
    texts: of(ANY_TEXT).all,
    otherLanguages: of(OTHER_LANGUAGE).all,
    praise: mostTypical(praise),
    blame: mostTypical(blame),
    trends: trends.known ? { ...trends, trends: withoutPairs(trends.trends.map(trendOf)) } : trends,
    mismatches: {
      complaint_inside: of(mismatchTerm('complaint_inside')).all,
      praise_inside: of(mismatchTerm('praise_inside')).all,
    },
  }
}

function totalsOf(
  rows: readonly TermRow[],
  { base, recent }: { base: readonly string[]; recent: readonly string[] },
): Map<string, Totals> {
  const totals = new Map<string, Totals>()
  for (const { term, month, reviews, positive, negative } of rows) {
    const own = totals.get(term) ?? { ...NONE }
    own.all += reviews
    own.positive += positive
    own.negative += negative
    if (recent.includes(month)) own.recent += reviews
    else if (base.includes(month)) own.base += reviews
    totals.set(term, own)
  }
  return totals
}

function mostTypical(all: readonly Distinction[]): TypicalTerm[] {
  return withoutPairs(
    all.map(({ term, all, positive, negative }) => ({ term, all, positive, negative })),
  ).slice(0, MAX_TYPICAL_TERMS)
}

function trendOf({ term, recent, base, p }: TermTrend): TermTrend {
  return { term, recent, base, p }
}

/** Removes terms that share a word with an earlier one in the list. */
function withoutPairs<T extends { term: string }>(all: readonly T[]): T[] {
  const kept: T[] = []
  for (const one of all) {
    const words = one.term.split(' ')
    const isSaid = kept.some(({ term }) => term.split(' ').some((word) => words.includes(word)))
    if (!isSaid) kept.push(one)
  }
  return kept
}
