import { buildFile } from '../../platform/build-file.ts'

const PRODUCT_WORDS = wordList(`
  review reviews dashboard reviewdashboard reviewsdashboard myreviews reviewmonitoring business
  mybusiness google googlereviews googlebusiness yelp yelpreviews facebook tripadvisor`)

/** Terms that are common in passwords that have to be changed regularly. */
const CALENDAR_WORDS = wordList(`
  spring summer autumn fall winter january february march april june july august september october
  november december monday tuesday wednesday thursday friday saturday sunday`)

/** Maximum number of digits and signs at either end of a term that may stand for letters: `Footba11`. */
const MAX_SWAPPED_AT_END = 3

/** File with the most common passwords, one per line, created by the build (`scripts/local/common-passwords.ts`). */
export const COMMON_PASSWORDS_FILE = '/common-passwords.txt'

/** Common and obvious passwords, all folded. */
type Blocklist = ReadonlySet<string>

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

/** The password between its first and last letter, and variants with up to three characters more on each side. */
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

/** Digits and signs used in place of letters. `i` and `l` are folded together, because 1 and ! are used for either. */
const SWAPS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'l',
  '|': 'l',
  '+': 't',
  '€': 'e',
  i: 'l',
}

/** Normalizes a password the way a guesser would: lower case, with letters for digits and signs. */
export function foldPassword(password: string): string {
  return [...password.normalize('NFKC').toLowerCase()].map((char) => SWAPS[char] ?? char).join('')
}

const LINES = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
  '8ik',
  '9ol',
]
const PATTERNS = [...LINES, ...LINES.map((line) => [...line].reverse().join(''))]
const MIN_KEYS = 3
const SHIFTED = '!@#$%^&*()'

/** True if a password consists only of adjacent keys, in runs of three or more: `Zaq1@wsx`, `Qwe123!@#`. */
function isKeyboardPattern(password: string): boolean {
  const keys = [...password.toLowerCase()]
    .map((char) => (SHIFTED.includes(char) ? '1234567890'.charAt(SHIFTED.indexOf(char)) : char))
    .join('')
  /** Positions up to which the password is covered by patterns. */
  const covered = new Set([0])
  for (let start = 0; start < keys.length; start += 1) {
    if (!covered.has(start)) continue
    for (let end = start + MIN_KEYS; end <= keys.length; end += 1) {
      const part = keys.slice(start, end)
      if (!PATTERNS.some((line) => line.includes(part))) break
      covered.add(end)
    }
  }
  return keys !== '' && covered.has(keys.length)
}
