import type { ReadToken } from './tokens.ts'

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

function markedTerm({ term, negated }: ReadToken): string {
  return negated ? NEGATED + term : term
}
