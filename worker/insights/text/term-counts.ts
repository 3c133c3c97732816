import type { ReadToken } from './tokens.ts'

/** How many positive reviews (4 stars and more) have a term, and how many negative ones (2 and less). */
export type Opinions = readonly [positive: number, negative: number]

/** What stars, or members, have taught about terms. */
export interface TermCounts {
  /** All reviews that were counted. */
  reviews: Opinions
  terms: ReadonlyMap<string, Opinions>
}

/** Where terms were counted, and what the review that is judged has itself added there: it must not agree with itself. */
export interface Lesson {
  counts: TermCounts
  own: Opinions
}

const NEGATED = 'NOT_'

/**
 * The different terms of a text, each with the index of its first token: single ones, and pairs that are side by side in a
 * clause; marked where a negation reaches them.
 */
export function termsOf({ tokens }: { tokens: readonly ReadToken[] }): Map<string, number> {
  const terms = new Map<string, number>()
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'number') continue
    const marked = markedTerm(token)
    if (!terms.has(marked)) terms.set(marked, index)
    const former = tokens[index - 1]
    if (!former || former.kind === 'number' || former.clause !== token.clause) continue
    const pair = `${markedTerm(former)} ${marked}`
    if (!terms.has(pair)) terms.set(pair, index - 1)
  }
  return terms
}

/** Those of them that say what a text is about: function words are in texts of every kind, and tell none from the others. */
export function contentTermsOf({ tokens }: { tokens: readonly ReadToken[] }): string[] {
  return [...termsOf({ tokens })].flatMap(([term, first]) => {
    const last = term.includes(' ') ? first + 1 : first
    return tokens.slice(first, last + 1).some(({ isContent }) => isContent) ? [term] : []
  })
}

function markedTerm({ term, negated }: ReadToken): string {
  return negated ? NEGATED + term : term
}

/** Fewer reviews with a term say nothing about it. */
const LEAST_REVIEWS = 3
/** So many reviews of either kind are added that say nothing: rare terms weigh little. */
const CAUTION = 4

/** Reviews that somebody has chosen: how many of those are positive says little before there are many. */
export function chosenReviews([positive, negative]: Opinions): Opinions {
  return [positive + CAUTION, negative + CAUTION]
}

/**
 * How much a term speaks for a positive review: the logarithm of how many more positive and how many fewer negative reviews
 * have it than would of a term that says nothing. A lesson in which fewer than three have it is left out.
 *
 * What would be expected is worked out for each lesson by itself, since one business has more positive reviews than another
 * and its own subjects.
 */
export function termWeight(term: string, lessons: readonly Lesson[]): number {
  let positive = 0
  let negative = 0
  let expectedPositive = 0
  let expectedNegative = 0
  for (const { counts, own } of lessons) {
    const found = counts.terms.get(term)
    if (!found) continue
    const liked = found[0] - own[0]
    const disliked = found[1] - own[1]
    if (liked + disliked < LEAST_REVIEWS) continue
    const share = positiveShare({ counts, own })
    positive += liked
    negative += disliked
    expectedPositive += (liked + disliked) * share
    expectedNegative += (liked + disliked) * (1 - share)
  }
  return (
    Math.log((positive + CAUTION) / (expectedPositive + CAUTION)) -
    Math.log((negative + CAUTION) / (expectedNegative + CAUTION))
  )
}

function positiveShare({ counts: { reviews }, own }: Lesson): number {
  const positive = reviews[0] - own[0]
  const all = positive + reviews[1] - own[1]
  return all > 0 ? positive / all : 0
}
