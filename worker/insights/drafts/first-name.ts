import type { WordLists } from '../text/word-lists.ts'

/** A capital letter and small ones; also Jean-Luc and O'Neil. */
const NAME = /^\p{Lu}\p{Ll}{1,19}(?:['’-]\p{Lu}?\p{Ll}{1,19})?$/u
const MOST_PARTS = 4
/** First words of author names that are no first name: placeholders and titles. */
const NO_NAMES = new Set(
  `a an the google yelp facebook tripadvisor user guest anonymous customer client traveler traveller local guide visitor member
reviewer mr mrs ms miss dr prof sir herr frau monsieur madame senor señora señor signora signor mister team family company hotel
restaurant cafe shop inc ltd llc gmbh happy hungry foodie someone nobody deleted unknown`.split(/\s+/),
)

/** The first name of a review's author; null where it does not look like one. */
export function firstNameOf(author: string, words: WordLists): string | null {
  const parts = author.trim().split(/\s+/)
  const [first = ''] = parts
  if (parts.length > MOST_PARTS || /\p{N}|[@_/]/u.test(author) || !NAME.test(first)) return null
  const lower = first.toLowerCase()
  const { functionWords, polarity } = words.tablesOf('en')
  return NO_NAMES.has(lower) || functionWords.has(lower) || polarity.whole.has(lower) ? null : first
}
