import type { Language } from '../../rules/locales.ts'
import { languageOf } from './language-of.ts'
import { phraseAt } from './phrase-table.ts'
import { type ReadToken, type Token, tokensOf } from './tokens.ts'
import type { LanguageTables, WordLists } from './word-lists.ts'

export interface ReadText {
  /** Null where it is unsure or none that we read. */
  language: Language | null
  /** Tables of that language. */
  tables: LanguageTables | null
  tokens: ReadToken[]
  /** Number of content tokens. */
  contentCount: number
}

/** A negation reaches so many tokens, or to the end of its clause. */
const NEGATION_REACH = 4

/**
 * A text as sentences, clauses and tokens, with what a negation reaches.
 *
 * @param assumed its language where the text leaves a doubt
 */
export function readText(text: string, words: WordLists, assumed: Language | null = null): ReadText {
  const tokens = tokensOf(text)
  const language = languageOf(tokens, words) ?? assumed
  const tables = language && words.tablesOf(language)
  if (tables) breakAtContrasts(tokens, tables)
  let reach = 0
  let clause = -1
  const read = tokens.map((token, index): ReadToken => {
    if (token.clause !== clause) reach = 0
    clause = token.clause
    const isNegation = tables?.negations.has(token.term) ?? false
    const negated = reach > 0 && !isNegation
    if (isNegation) reach = isInEntry(tokens, index, tables) ? 0 : NEGATION_REACH
    else reach = Math.max(0, reach - 1)
    const isContent = token.kind === 'word' && !isNegation && !tables?.functionWords.has(token.term)
    return { ...token, negated, isContent }
  })
  const contentCount = read.filter(({ isContent }) => isContent).length
  return { language, tables, tokens: read, contentCount }
}

/** `can't wait to come back`, `not only`: a negation that belongs to an entry of the polarity list reaches no further. */
function isInEntry(tokens: readonly Token[], index: number, tables: LanguageTables | null): boolean {
  if (!tables) return false
  return [index, index - 1, index - 2].some((start) => {
    const length = start < 0 ? 1 : (phraseAt(tables.polarity, tokens, start)?.length ?? 1)
    return length > 1 && start + length > index
  })
}

/** `good food but slow`: what follows a contrast is a clause of its own. */
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
