import { type Token, tokensOf } from './tokens.ts'

/** Entries of one to three terms with a value each; the longest match wins. */
export interface PhraseTable<T> {
  whole: Map<string, T>
  /** Entries that match any ending, by their first three letters, longest first. */
  beginnings: Map<string, { beginning: string; value: T }[]>
  /**
   * First terms of the entries with several terms. At any other token, only entries with one term need to be looked up.
   */
  firsts: Set<string>
}

export const MAX_PHRASE_TERMS = 3
const INDEXED_CHARS = 3

/**
 * @param lists entries separated by white space; in an entry `_` is a space and a final `*` matches any ending. Later
 * entries override earlier ones.
 */
export function phraseTable<T>(lists: Iterable<readonly [entries: string, value: T]>): PhraseTable<T> {
  const table: PhraseTable<T> = { whole: new Map(), beginnings: new Map(), firsts: new Set() }
  for (const [entries, value] of lists) {
    for (const entry of entries.split(/\s+/)) {
      if (entry === '') continue
      const terms = entry.replaceAll('_', ' ')
      if (terms.endsWith('*')) addBeginning(table, terms.slice(0, -1), value)
      else table.whole.set(terms, value)
      if (terms.includes(' ')) table.firsts.add(terms.slice(0, terms.indexOf(' ')))
    }
  }
  return table
}

function addBeginning<T>({ beginnings }: PhraseTable<T>, beginning: string, value: T): void {
  const index = beginning.slice(0, INDEXED_CHARS)
  const same = [{ beginning, value }, ...(beginnings.get(index) ?? [])]
  beginnings.set(
    index,
    same.sort((a, b) => b.beginning.length - a.beginning.length),
  )
}

/** The longest entry that begins at a token and ends within its clause, and the number of its tokens. */
export function phraseAt<T>(
  table: PhraseTable<T>,
  tokens: readonly Token[],
  index: number,
): { value: T; length: number } | null {
  const first = tokens[index]
  if (!first) return null
  if (table.firsts.has(first.term)) {
    for (let length = MAX_PHRASE_TERMS; length > 1; length--) {
      const part = tokens.slice(index, index + length)
      if (part.length < length || part.at(-1)?.clause !== first.clause) continue
      const value = entryFor(table, part.map(({ term }) => term).join(' '))
      if (value !== undefined) return { value, length }
    }
  }
  const value = entryFor(table, first.term)
  return value === undefined ? null : { value, length: 1 }
}

function entryFor<T>({ whole, beginnings }: PhraseTable<T>, terms: string): T | undefined {
  const exact = whole.get(terms)
  if (exact !== undefined) return exact
  const same = beginnings.get(terms.slice(0, INDEXED_CHARS))
  return same?.find(({ beginning }) => terms.startsWith(beginning) && !terms.includes(' ', beginning.length))
    ?.value
}

const GROUP = 3

/** The distinct groups of three consecutive terms in a text. */
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
