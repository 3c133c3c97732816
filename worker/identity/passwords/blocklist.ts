import { foldPassword, readFrontCoded } from './blocklist-coding.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

/** What someone thinks of first who needs a password for this product. */
const PRODUCT_WORDS = [
  'review',
  'reviews',
  'dashboard',
  'reviewdashboard',
  'reviewsdashboard',
  'myreviews',
  'reviewmonitoring',
  'business',
  'mybusiness',
  'google',
  'googlereviews',
  'googlebusiness',
  'yelp',
  'yelpreviews',
  'facebook',
  'tripadvisor',
]

/** What someone thinks of first who has to change a password again. */
const CALENDAR_WORDS = [
  'spring',
  'summer',
  'autumn',
  'fall',
  'winter',
  'january',
  'february',
  'march',
  'april',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
]

/** At the ends of a word so many digits and signs may stand for letters: `Footba11`. */
const MAX_SWAPPED_AT_END = 3

let blocked: Set<string> | null = null

/**
 * Whether the password is one that many people have, whatever its case and with the usual digit-for-letter swaps undone; or
 * a single word that many use, of this product or of the calendar, with nothing but digits and signs around it: `Summer2026!`
 * meets every rule of composition and is among the first that are tried.
 */
export function isBlockedPassword(password: string): boolean {
  // Made at the first use: most requests need no list.
  blocked ??= new Set([
    ...readFrontCoded(COMMON_PASSWORDS),
    ...[...PRODUCT_WORDS, ...CALENDAR_WORDS].map(foldPassword),
  ])
  const known = blocked
  return [password, ...wordsIn(password.normalize('NFKC'))].some((text) => known.has(foldPassword(text)))
}

/** The password without the digits and signs around it, and with some of those that stand next to its letters. */
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
