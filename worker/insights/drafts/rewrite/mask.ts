import type { Wordings } from '../languages/wordings-data.ts'
import { contactsIn } from '../text-checks.ts'

/** Placeholder sent instead of a name or a contact: `[A]`. */
export const PLACEHOLDER = /\[[A-Z]+\]/g
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Sent instead of the review's names and contacts that the draft doesn't repeat; the model may omit it. */
const LEFT_OUT = '…'
/** Brackets in the owner's text, which must not be mistaken for placeholders. */
const BRACKETED = /\[[^\]]*\]?|\]/g

export interface Masked {
  draft: string
  review: string
  unmask(text: string): string
}

interface Texts {
  draft: string
  review: string
  /** The author's name, the business's name, and parts of the draft that must not change. */
  fixed: readonly string[]
  /** True if a lower-case word is certainly an ordinary word of the language, not just a name. */
  isOrdinary: (word: string) => boolean
}

/**
 * Masks identifying details in a draft and its review: the texts in `fixed`, email addresses, links, long numbers such
 * as phone numbers, and anything that looks like a name. Also masks text in square brackets, which could be mistaken
 * for placeholders.
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

/** Words taken for names: all capitalized words, except 'I' and ordinary words at the beginning of a sentence. */
function namesIn(text: string, isOrdinary: (word: string) => boolean): string[] {
  return capitalizedWords(text).flatMap(({ word, isFirst }) => {
    const plain = plainWord(word)
    const isUsual = isFirst && plain.split(/['-]/).every((part) => isOrdinary(part))
    return isUsual || isI(word) ? [] : [word]
  })
}

/** Matches contacts anywhere, also inside other words, and names as whole words. */
function patternOf(contacts: readonly string[], names: readonly string[]): RegExp {
  const anyName = `(?<![\\p{L}\\p{N}])${anyOf(names)}(?![\\p{L}\\p{N}])`
  return new RegExp(`${anyOf(contacts)}|${anyName}`, 'gu')
}

/** Pattern of alternatives, longest first. */
function anyOf(values: readonly string[]): string {
  const sources = [...new Set(values)]
    .filter((value) => value.trim() !== '')
    .sort((a, b) => b.length - a.length)
    .map((value) => value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return sources.length === 0 ? '(?!)' : `(?:${sources.join('|')})`
}

/** Letters of a placeholder: A, B, …, Z, AA, AB and so on. Numbers could be mistaken for content. */
function lettersOf(index: number): string {
  const last = ALPHABET[index % ALPHABET.length] ?? ''
  return index < ALPHABET.length ? last : lettersOf(Math.floor(index / ALPHABET.length) - 1) + last
}

/** A word with its attached parts: `We’re`, `Jean-Luc`. */
const WORD = /\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*/gu

/** The words of a text, in lower case and with straight apostrophes. */
export function wordsIn(text: string): string[] {
  return (text.match(WORD) ?? []).map(plainWord)
}

export function plainWord(word: string): string {
  return word.toLowerCase().replaceAll('’', "'")
}

/** The capitalized words of a text, and whether each begins a sentence or a line. */
export function capitalizedWords(text: string): { word: string; isFirst: boolean }[] {
  let end = 0
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const isFirst = end === 0 || /[.!?…\n]/.test(text.slice(end, index))
    end = index + word.length
    return /\p{Lu}/u.test(word) ? [{ word, isFirst }] : []
  })
}

export function isI(word: string): boolean {
  return /^I(?:['’]|$)/.test(word)
}

const ofWordings = new WeakMap<Wordings, ReadonlySet<string>>()

export function wordsOfWordings(wordings: Wordings): ReadonlySet<string> {
  const known = ofWordings.get(wordings)
  if (known) return known
  const { tones, topicNames, visit, visits } = wordings
  // A line break is written as two characters here, one of which is a letter.
  const words = new Set(wordsIn(JSON.stringify([tones, topicNames, visit, visits]).replaceAll('\\n', ' ')))
  ofWordings.set(wordings, words)
  return words
}
