import { LANGUAGES, type Language } from '../../rules/locales.ts'
import { phraseAt } from './phrase-table.ts'
import type { Token } from './tokens.ts'
import type { LanguageTables, WordLists } from './word-lists.ts'

/** Longer texts need no more tokens than this to be told apart. */
const MOST_TOKENS = 60
/** Lead in function words over any other language that leaves no doubt. */
const CLEAR_LEAD = 4
/** A function word says more about the language than a word with a polarity, which others may have borrowed. */
const FUNCTION_WEIGHT = 3
const POLARITY_WEIGHT = 2
/** Minimum share of known tokens; a text in a foreign language has fewer by accident. */
const LEAST_SHARE = 0.2

/**
 * The language of a text by its function words, and where these leave a doubt by those with a polarity; null where that is
 * unsure, or where it is none that we read.
 */
export function languageOf(tokens: readonly Token[], { tablesOf }: WordLists): Language | null {
  const spoken = tokens.filter(({ kind }) => kind === 'word').slice(0, MOST_TOKENS)
  const counts = LANGUAGES.map((language) => {
    const { functionWords } = tablesOf(language)
    return { language, known: spoken.filter(({ term }) => functionWords.has(term)).length }
  }).sort((a, b) => b.known - a.known)
  const [first, second] = counts
  if (first && second && first.known - second.known >= CLEAR_LEAD && isEnough(first.known, spoken)) {
    return first.language
  }
  const [best, next] = counts
    .map(({ language, known }) => {
      const opinions = countOpinions(tablesOf(language), spoken)
      return {
        language,
        known: known + opinions,
        points: FUNCTION_WEIGHT * known + POLARITY_WEIGHT * opinions,
      }
    })
    .sort((a, b) => b.points - a.points)
  return best && next && best.points > next.points && isEnough(best.known, spoken) ? best.language : null
}

function isEnough(known: number, spoken: readonly Token[]): boolean {
  return known >= spoken.length * LEAST_SHARE
}

function countOpinions({ functionWords, polarity }: LanguageTables, spoken: readonly Token[]): number {
  return spoken.filter(({ term }, index) => !functionWords.has(term) && phraseAt(polarity, spoken, index))
    .length
}
