import { contactsIn } from '../text-checks.ts'
import { capitalizedWords, isI, plainWord, wordsIn } from './words.ts'

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
