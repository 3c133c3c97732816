import { buildFile } from '../../platform/build-file.ts'
import { foldPassword } from './fold-password.ts'
import { isKeyboardPattern } from './keyboard-patterns.ts'

/** The first ideas for a password of this product. */
const PRODUCT_WORDS = wordList(`
  review reviews dashboard reviewdashboard reviewsdashboard myreviews reviewmonitoring business
  mybusiness google googlereviews googlebusiness yelp yelpreviews facebook tripadvisor`)

/** The first ideas for a password that has to be changed again. */
const CALENDAR_WORDS = wordList(`
  spring summer autumn fall winter january february march april june july august september october
  november december monday tuesday wednesday thursday friday saturday sunday`)

/** So many digits and signs at either end of a word may be letters: `Footba11`. */
const MAX_SWAPPED_AT_END = 3

/** Where the build puts the most used passwords (`scripts/local/common-passwords.ts`), one a line. */
export const COMMON_PASSWORDS_FILE = '/common-passwords.txt'

/** Passwords and words that many people have or think of first, all folded. */
export type Blocklist = ReadonlySet<string>

/** @throws DomainError `unavailable`: without the list no password is good enough */
export const readBlocklist = buildFile(COMMON_PASSWORDS_FILE, async (file) => blocklistOf(await file.text()))

/** @param passwords folded, one a line */
export function blocklistOf(passwords: string): Blocklist {
  return new Set([...passwords.split('\n'), ...[...PRODUCT_WORDS, ...CALENDAR_WORDS].map(foldPassword)])
}

/**
 * Whether many people have this password, in any case and with the usual digits for letters; whether it is a pattern of the
 * keyboard; or whether it is one common word, of this product or the calendar, among digits and signs. `Summer2026!` meets every rule of composition and is
 * among the first guesses.
 */
export function isBlockedPassword(blocklist: Blocklist, password: string): boolean {
  if (isKeyboardPattern(password)) return true
  return [password, ...wordsIn(password.normalize('NFKC'))].some((text) => blocklist.has(foldPassword(text)))
}

/** The password without the digits and signs around it, and with some of those next to its letters. */
function wordsIn(password: string): string[] {
  const first = /\p{L}/u.exec(password)
  const last = /\p{L}(?=\P{L}*$)/u.exec(password)
  if (!first || !last) return []
  const from = first.index
  const to = last.index + last[0].length
  const words: string[] = []
  for (let start = from; start >= Math.max(0, from - MAX_SWAPPED_AT_END); start -= 1) {
    for (let end = to; end <= Math.min(password.length, to + MAX_SWAPPED_AT_END); end += 1) {
      words.push(password.slice(start, end))
    }
  }
  return words
}

function wordList(text: string): string[] {
  return text.trim().split(/\s+/)
}
