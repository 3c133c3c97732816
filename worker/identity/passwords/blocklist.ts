import { buildFile } from '../../platform/build-file.ts'
import { foldPassword } from './fold-password.ts'
import { isKeyboardPattern } from './keyboard-patterns.ts'

/** Obvious password ideas for this product. */
const PRODUCT_WORDS = wordList(`
  review reviews dashboard reviewdashboard reviewsdashboard myreviews reviewmonitoring business
  mybusiness google googlereviews googlebusiness yelp yelpreviews facebook tripadvisor`)

/** Obvious ideas for a password that has to be changed again. */
const CALENDAR_WORDS = wordList(`
  spring summer autumn fall winter january february march april june july august september october
  november december monday tuesday wednesday thursday friday saturday sunday`)

/** Maximum number of digits and signs at either end of a term that may stand for letters: `Footba11`. */
const MAX_SWAPPED_AT_END = 3

/** File with the most common passwords, one per line, created by the build (`scripts/local/common-passwords.ts`). */
export const COMMON_PASSWORDS_FILE = '/common-passwords.txt'

/** Common and obvious passwords, all folded. */
export type Blocklist = ReadonlySet<string>

/** @throws DomainError `unavailable`: without the list no password can be accepted */
export const readBlocklist = buildFile(COMMON_PASSWORDS_FILE, async (file) => blocklistOf(await file.text()))

/** @param passwords folded, one per line */
export function blocklistOf(passwords: string): Blocklist {
  return new Set([...passwords.split('\n'), ...[...PRODUCT_WORDS, ...CALENDAR_WORDS].map(foldPassword)])
}

/**
 * True if the password is common (in any case and with the usual digits for letters), a keyboard pattern, or a single
 * common term, product name or calendar term surrounded by digits and signs. `Summer2026!` satisfies every composition
 * rule and is among the first guesses.
 */
export function isBlockedPassword(blocklist: Blocklist, password: string): boolean {
  if (isKeyboardPattern(password)) return true
  return [password, ...wordsIn(password.normalize('NFKC'))].some((text) => blocklist.has(foldPassword(text)))
}

/** The password without the digits and signs around it, and variants with some of those next to its letters. */
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
