import type { Wordings } from '../languages/wordings-data.ts'
import { contactsIn } from '../text-checks.ts'

/** Placeholder sent instead of a name or a contact: `[A]`. */
export const PLACEHOLDER = /\[[A-Z]+\]/g
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Sent instead of names and contacts that the draft doesn't repeat; it needn't come back. */
const LEFT_OUT = '…'
/** Its owner's brackets must not look like ours. */
const BRACKETED = /\[[^\]]*\]?|\]/g

export interface Masked {
  draft: string
  review: string
  /** Puts back what was taken out of the draft. */
  unmask(text: string): string
}

interface Texts {
  draft: string
  review: string
  /** The author's name, the business's, and what of the draft has to stay as it is. */
  fixed: readonly string[]
  /** True if a lower-case word surely is a word of the language, not just a name. */
  isOrdinary: (word: string) => boolean
}

/**
 * Takes out of a draft and its review what says who is meant: the given names, e-mail addresses, links, numbers as long as those
 * of phones, and whatever looks like a name.
 */
export function mask({ draft, review, fixed, isOrdinary }: Texts): Masked {
  const texts = [draft, review]
  const contacts = texts.flatMap((text) => [...contactsIn(text), ...(text.match(BRACKETED) ?? [])])
  const parts = fixed.flatMap((name) => [name, ...wordsIn(name).filter((word) => !isOrdinary(word))])
  const names = texts.flatMap((text) => namesIn(text, isOrdinary))
  const pattern = patternOf(contacts, [...parts, ...names])
  const placeholders = new Map<string, string>()
  const masked = draft.replace(pattern, (value) => {
    const known = placeholders.get(value) ?? `[${lettersOf(placeholders.size)}]`
    placeholders.set(value, known)
    return known
  })
  const back = new Map([...placeholders].map(([value, placeholder]) => [placeholder, value]))
  return {
    draft: masked,
    review: review.replace(pattern, (value) => placeholders.get(value) ?? LEFT_OUT),
    unmask: (text) => text.replace(PLACEHOLDER, (placeholder) => back.get(placeholder) ?? placeholder),
  }
}

/** Words with a capital letter inside a sentence; those that begin one where no list knows them. */
function namesIn(text: string, isOrdinary: (word: string) => boolean): string[] {
  return capitalizedWords(text).flatMap(({ word, isFirst }) => {
    const plain = plainWord(word)
    const isUsual = isFirst && plain.split(/['-]/).every((part) => isOrdinary(part))
    return isUsual || isI(word) ? [] : [word]
  })
}

/** Contacts wherever they are, also inside of words; names as whole words. */
function patternOf(contacts: readonly string[], names: readonly string[]): RegExp {
  const anyName = `(?<![\\p{L}\\p{N}])${anyOf(names)}(?![\\p{L}\\p{N}])`
  return new RegExp(`${anyOf(contacts)}|${anyName}`, 'gu')
}

/** The longest first. */
function anyOf(values: readonly string[]): string {
  const sources = [...new Set(values)]
    .filter((value) => value.trim() !== '')
    .sort((a, b) => b.length - a.length)
    .map((value) => value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return sources.length === 0 ? '(?!)' : `(?:${sources.join('|')})`
}

/** A, B, …, Z, AA, AB and so on: numbers would look like something that was said. */
function lettersOf(index: number): string {
  const last = ALPHABET[index % ALPHABET.length] ?? ''
  return index < ALPHABET.length ? last : lettersOf(Math.floor(index / ALPHABET.length) - 1) + last
}

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
