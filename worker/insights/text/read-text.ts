import { LANGUAGES, type Language } from '../../rules/locales.ts'
import { phraseAt } from './phrase-table.ts'
import { type Token, tokensOf } from './tokens.ts'
import type { LanguageTables, WordLists } from './word-lists.ts'

export interface ReadText {
  /** Null if uncertain, or if we don't read that language. */
  language: Language | null
  tables: LanguageTables | null
  tokens: Token[]
  contentCount: number
}

/** Number of tokens that a negation affects, at most to the end of its clause. */
const NEGATION_REACH = 4

/**
 * Splits a text into sentences, clauses and tokens, and marks negated tokens.
 *
 * @param assumed the language if the text is ambiguous
 */
export function readText(text: string, words: WordLists, assumed: Language | null = null): ReadText {
  const tokens = tokensOf(text)
  const language = languageOf(tokens, words) ?? assumed
  const tables = language && words.tablesOf(language)
  if (tables) {
    breakAtContrasts(tokens, tables)
    markWords(tokens, tables)
  }
  const contentCount = tokens.filter(({ isContent }) => isContent).length
  return { language, tables, tokens, contentCount }
}

function markWords(tokens: Token[], tables: LanguageTables): void {
  const { negations, functionWords } = tables
  let reach = 0
  let clause = -1
  for (const [index, token] of tokens.entries()) {
    if (token.clause !== clause) reach = 0
    clause = token.clause
    const isNegation = negations.has(token.term)
    token.negated = reach > 0 && !isNegation
    if (isNegation) reach = isInEntry(tokens, index, tables) ? 0 : NEGATION_REACH
    else reach = Math.max(0, reach - 1)
    if (isNegation || functionWords.has(token.term)) token.isContent = false
  }
}

/**
 * True for a token within a polarity entry such as `can't wait to come back` or `not only`: a negation in such an entry
 * affects nothing else.
 */
function isInEntry(tokens: readonly Token[], index: number, { polarity }: LanguageTables): boolean {
  return [index, index - 1, index - 2].some((start) => {
    const length = start < 0 ? 1 : (phraseAt(polarity, tokens, start)?.length ?? 1)
    return length > 1 && start + length > index
  })
}

/** Makes the text after a contrast a separate clause, as in `good food but slow`. */
function breakAtContrasts(tokens: Token[], { contrasts }: LanguageTables): void {
  let extra = 0
  let before = -1
  for (const [index, token] of tokens.entries()) {
    const found = token.clause === before ? phraseAt(contrasts, tokens, index) : null
    before = token.clause
    if (found) extra += 1
    token.clause += extra
  }
}

/** Maximum tokens read to detect the language; they are enough for longer texts too. */
const MAX_TOKENS = 60
/** Number of function words by which a language must lead every other language to be unambiguous. */
const CLEAR_LEAD = 4
/** Function words say more about the language than words with a polarity, which other languages may have borrowed. */
const FUNCTION_WEIGHT = 3
const POLARITY_WEIGHT = 2
/** Minimum share of known tokens; a text in a language we don't read contains some by chance, but fewer. */
const MIN_KNOWN_SHARE = 0.2

/**
 * The language of a text by its function words and, if ambiguous, by its words with a polarity; null if uncertain or if
 * we don't read it.
 */
function languageOf(tokens: readonly Token[], words: WordLists): Language | null {
  const spoken = tokens.filter(({ kind }) => kind === 'word').slice(0, MAX_TOKENS)
  const counts = countFunctionWords(spoken, words).sort((a, b) => b.known - a.known)
  const [first, second] = counts
  if (first && second && first.known - second.known >= CLEAR_LEAD && isEnough(first.known, spoken)) {
    return first.language
  }
  const [best, next] = counts
    .map(({ language, known }) => {
      const opinions = countOpinions(words.tablesOf(language), spoken)
      return {
        language,
        known: known + opinions,
        points: FUNCTION_WEIGHT * known + POLARITY_WEIGHT * opinions,
      }
    })
    .sort((a, b) => b.points - a.points)
  return best && next && best.points > next.points && isEnough(best.known, spoken) ? best.language : null
}

function countFunctionWords(spoken: readonly Token[], { languagesOf }: WordLists) {
  const counts = new Map(LANGUAGES.map((language) => [language, { language, known: 0 }]))
  for (const { term } of spoken) {
    for (const language of languagesOf.get(term) ?? []) {
      const count = counts.get(language)
      if (count) count.known += 1
    }
  }
  return [...counts.values()]
}

function isEnough(known: number, spoken: readonly Token[]): boolean {
  return known >= spoken.length * MIN_KNOWN_SHARE
}

function countOpinions({ functionWords, polarity }: LanguageTables, spoken: readonly Token[]): number {
  return spoken.filter(({ term }, index) => !functionWords.has(term) && phraseAt(polarity, spoken, index))
    .length
}
