const MAX_TERMS = 8

/** A word as the search index has it: letters and digits, with the marks on them. Everything else separates words. */
const WORD = /[\p{L}\p{N}\p{Co}]+(?:\p{M}+[\p{L}\p{N}\p{Co}]*)*/gu

/** What is looked for: the words of a search text, at most eight. */
export function searchTerms(search: string): string[] {
  return (search.match(WORD) ?? []).slice(0, MAX_TERMS)
}

/** A piece of a text; a hit begins with a word that was searched for. */
export interface TextPart {
  text: string
  isHit: boolean
}

/** A text in parts, so that its hits can be marked. The index knows neither case nor accents, and finds beginnings of words. */
export function hitsIn(text: string, search: string): TextPart[] {
  const terms = searchTerms(search).map(folded)
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

function folded(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
