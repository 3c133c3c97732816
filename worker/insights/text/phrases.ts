import type { ReadText } from './read-text.ts'

const MOST_TOKENS = 3

/**
 * The different phrases of a text that may be a subject: one to three tokens side by side in a clause, of which neither the first
 * nor the last is a function word.
 */
export function phrasesOf({ tokens }: ReadText): Set<string> {
  const phrases = new Set<string>()
  for (const [index, first] of tokens.entries()) {
    if (!first.isContent) continue
    let phrase = ''
    for (const token of tokens.slice(index, index + MOST_TOKENS)) {
      if (token.clause !== first.clause || token.kind !== 'word') break
      phrase = phrase === '' ? token.term : `${phrase} ${token.term}`
      if (token.isContent) phrases.add(phrase)
    }
  }
  return phrases
}
