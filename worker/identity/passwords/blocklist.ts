import { COMMON_PASSWORDS } from './common-passwords.ts'
import { foldPassword } from './fold-password.ts'

/** What someone thinks of first who needs a password for this product, folded. */
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
].map(foldPassword)

let common: Set<string> | null = null

/**
 * Whether the whole password is one that many people have, whatever its case and with the usual digit-for-letter swaps
 * undone; or a word of this product with nothing but digits and signs around it.
 */
export function isBlockedPassword(password: string): boolean {
  // Made at the first use: most requests need no list.
  common ??= new Set(COMMON_PASSWORDS.split(' '))
  const word = password.normalize('NFKC').replace(/^\P{L}+|\P{L}+$/gu, '')
  return common.has(foldPassword(password)) || PRODUCT_WORDS.includes(foldPassword(word))
}
