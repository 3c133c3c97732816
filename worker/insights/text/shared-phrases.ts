import { tokensOf } from './tokens.ts'

const GROUP = 3

/** Each group of three terms in a row that a text has, once. */
export function groupsOf(text: string): ReadonlySet<string> {
  const terms = tokensOf(text).map(({ term }) => term)
  return new Set(terms.slice(GROUP - 1).map((_, index) => terms.slice(index, index + GROUP).join(' ')))
}

/** Similarity of two texts by their groups, 0 to 1 (Jaccard). */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const group of one) if (other.has(group)) common += 1
  return common === 0 ? 0 : common / (one.size + other.size - common)
}
