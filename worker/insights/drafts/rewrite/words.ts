import type { Wordings } from '../languages/wordings-data.ts'

/** A word as it is written, with what is attached to it: `We’re`, `Jean-Luc`. */
const WORD = /\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*/gu

/** The words of a text, in lower case and with straight apostrophes. */
export function wordsIn(text: string): string[] {
  return (text.match(WORD) ?? []).map(plainWord)
}

export function plainWord(word: string): string {
  return word.toLowerCase().replaceAll('’', "'")
}

/** The words of a text that have a capital letter, and whether each begins a sentence or a line. */
export function capitalizedWords(text: string): { word: string; isFirst: boolean }[] {
  let end = 0
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const isFirst = end === 0 || /[.!?…\n]/.test(text.slice(end, index))
    end = index + word.length
    return /\p{Lu}/u.test(word) ? [{ word, isFirst }] : []
  })
}

/** `I`, which has a capital letter everywhere, also in `I’m`. */
export function isI(word: string): boolean {
  return /^I(?:['’]|$)/.test(word)
}

/** Built when a language is first rewritten in. */
const ofWordings = new WeakMap<Wordings, ReadonlySet<string>>()

/** Every word that drafts of a language are made of; what fills their slots is not among them. */
export function wordsOfWordings(wordings: Wordings): ReadonlySet<string> {
  const known = ofWordings.get(wordings)
  if (known) return known
  const { tones, topicNames, visit, visits } = wordings
  // A line break is written as two characters here, of which one is a letter.
  const words = new Set(wordsIn(JSON.stringify([tones, topicNames, visit, visits]).replaceAll('\\n', ' ')))
  ofWordings.set(wordings, words)
  return words
}
