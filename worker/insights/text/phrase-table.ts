import { type Token, tokensOf } from './tokens.ts'

/** Entries of one to three terms with a value each; the longest match wins. */
export interface PhraseTable<T> {
  /** Entries of one term. */
  whole: Map<string, T>
  /** Entries of one term that match any ending, by their first three letters, longest first. */
  beginnings: Map<string, { beginning: string; value: T }[]>
  /** Entries of several terms by their first one, in the order in which they are tried. */
  phrases: Map<string, Phrase<T>[]>
}

interface Phrase<T> {
  /** The terms after the first one. */
  others: string[]
  /** True if the last term matches any ending. */
  isOpen: boolean
  value: T
}

export const MAX_PHRASE_TERMS = 3
const INDEXED_CHARS = 3

/**
 * @param lists entries separated by white space; in an entry `_` is a space and a final `*` matches any ending. Later
 * entries override earlier ones.
 */
export function phraseTable<T>(lists: Iterable<readonly [entries: string, value: T]>): PhraseTable<T> {
  const table: PhraseTable<T> = { whole: new Map(), beginnings: new Map(), phrases: new Map() }
  for (const [entries, value] of lists) {
    for (const entry of entries.split(/\s+/)) {
      if (entry === '') continue
      const isOpen = entry.endsWith('*')
      const [first = '', ...others] = (isOpen ? entry.slice(0, -1) : entry).split('_')
      if (others.length > 0) putFirst(table.phrases, first, { others, isOpen, value })
      else if (isOpen) putFirst(table.beginnings, first.slice(0, INDEXED_CHARS), { beginning: first, value })
      else table.whole.set(first, value)
    }
  }
  for (const same of table.beginnings.values()) same.sort((a, b) => b.beginning.length - a.beginning.length)
  for (const same of table.phrases.values()) same.sort(compareSpecificity)
  return table
}

/** Adds an entry before the earlier ones, which it overrides. */
function putFirst<E>(entries: Map<string, E[]>, key: string, entry: E): void {
  const same = entries.get(key)
  if (same) same.unshift(entry)
  else entries.set(key, [entry])
}

/** Longer phrases come first, and exact ones before those that match any ending. */
function compareSpecificity<T>(a: Phrase<T>, b: Phrase<T>): number {
  const lastLength = ({ others }: Phrase<T>) => others.at(-1)?.length ?? 0
  return (
    b.others.length - a.others.length || Number(a.isOpen) - Number(b.isOpen) || lastLength(b) - lastLength(a)
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
  const phrase = table.phrases.get(first.term)?.find((one) => isContinued(first, one, tokens, index + 1))
  if (phrase) return { value: phrase.value, length: phrase.others.length + 1 }
  const value = entryFor(table, first.term)
  return value === undefined ? null : { value, length: 1 }
}

function isContinued(
  first: Token,
  { others, isOpen }: Phrase<unknown>,
  tokens: readonly Token[],
  from: number,
): boolean {
  return others.every((other, offset) => {
    const token = tokens[from + offset]
    if (token?.clause !== first.clause) return false
    return isOpen && offset === others.length - 1 ? token.term.startsWith(other) : token.term === other
  })
}

function entryFor<T>({ whole, beginnings }: PhraseTable<T>, term: string): T | undefined {
  const exact = whole.get(term)
  if (exact !== undefined || term.length < INDEXED_CHARS) return exact
  return beginnings.get(term.slice(0, INDEXED_CHARS))?.find(({ beginning }) => term.startsWith(beginning))
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
