const MAX_TERMS = 8

/** A word as the search index tokenizes it: letters and digits with their diacritics. Anything else separates words. */
const WORD = /[\p{L}\p{N}\p{Co}]+(?:\p{M}+[\p{L}\p{N}\p{Co}]*)*/gu

/** At most eight words. */
export function searchTerms(search: string): string[] {
  return (search.match(WORD) ?? []).slice(0, MAX_TERMS)
}

const ES = /(?:ch|sh|ss|x|z)es$/i
const PLURAL = /[^su]s$/i
const MIN_PLURAL_CHARS = 4

/**
 * Word prefixes that a term matches. A plural is reduced to its singular, so that 'oysters' also finds reviews with
 * 'oyster'. A singular finds its plural anyway, because 'dish' is a prefix of 'dishes'.
 */
export function beginningsOf(term: string): string[] {
  if (term.length < MIN_PLURAL_CHARS) return [term]
  if (/ies$/i.test(term)) return [`${term.slice(0, -3)}y`, term.slice(0, -1)]
  if (ES.test(term)) return [term.slice(0, -2)]
  return [PLURAL.test(term) ? term.slice(0, -1) : term]
}

/** A hit is a word that begins with a search term. */
export interface TextPart {
  text: string
  isHit: boolean
}

/** Splits a text for highlighting. Like the index, it ignores case and accents and matches word prefixes. */
export function hitsIn(text: string, search: string): TextPart[] {
  const terms = searchTerms(search).flatMap(beginningsOf).map(folded)
  const parts: TextPart[] = []
  let end = 0
  if (terms.length > 0) {
    for (const { 0: word, index } of text.matchAll(WORD)) {
      if (!terms.some((term) => folded(word).startsWith(term))) continue
      if (index > end) parts.push({ text: text.slice(end, index), isHit: false })
      parts.push({ text: word, isHit: true })
      end = index + word.length
    }
  }
  if (end < text.length) parts.push({ text: text.slice(end), isHit: false })
  return parts
}

/** Scripts that don't separate words, so the index treats a whole clause as one word. */
const UNSEPARATED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** True if the search index can't find the phrase inside a text. */
export function isUnseparated(phrase: string): boolean {
  return UNSEPARATED.test(phrase)
}

/**
 * True if a text mentions any of the phrases. Like the index, it ignores case and accents and matches word prefixes.
 * The words of a phrase have to follow each other.
 */
export function mentionsAny(text: string, phrases: readonly string[]): boolean {
  if (phrases.length === 0) return false
  const found = (text.match(WORD) ?? []).map(folded)
  return phrases.some((phrase) => {
    if (isUnseparated(phrase)) return folded(text).includes(folded(phrase))
    const terms = searchTerms(phrase).map((term) => beginningsOf(term).map(folded))
    return found.some((_, start) =>
      terms.every((beginnings, offset) =>
        beginnings.some((beginning) => found[start + offset]?.startsWith(beginning)),
      ),
    )
  })
}

function folded(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
