import type { Token } from './tokens.ts'

/** Additional weights for a positive review, by term. */
export type TermWeights = ReadonlyMap<string, TermWeight>

export interface TermWeight {
  weight: number
  /** Pairs that begin with the term, by their second term. */
  pairs: Map<string, TermWeight>
}

const NO_PAIRS: TermWeight['pairs'] = new Map()

/** @param weights by term; pairs have a space, and negated terms are marked as in `visitTerms` */
export function termWeights(weights: Iterable<readonly [term: string, weight: number]>): TermWeights {
  const byFirst = new Map<string, TermWeight>()
  for (const [term, weight] of weights) {
    const [first = '', second] = term.split(' ')
    const known = byFirst.get(first) ?? { weight: 0, pairs: new Map() }
    if (second === undefined) known.weight = weight
    else known.pairs.set(second, { weight, pairs: NO_PAIRS })
    byFirst.set(first, known)
  }
  return byFirst
}

const NEGATED = 'NOT_'

/**
 * Visits the terms of a text in reading order; negated ones are marked.
 *
 * @param visit gets a term, the index of its token, and the term before it, null if that isn't in the same clause
 */
export function visitTerms(
  { tokens }: { tokens: readonly Token[] },
  visit: (term: string, index: number, former: string | null) => void,
): void {
  let former: string | null = null
  let clause = -1
  for (const [index, token] of tokens.entries()) {
    const term: string | null = token.kind === 'number' ? null : markedTerm(token)
    if (term !== null) visit(term, index, token.clause === clause ? former : null)
    former = term
    clause = token.clause
  }
}

function markedTerm({ term, negated }: Token): string {
  return negated ? NEGATED + term : term
}
