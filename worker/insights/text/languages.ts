import { readFrontCoded } from './front-coding.ts'
import { ENGLISH } from './languages/english.ts'
import { FRENCH } from './languages/french.ts'
import { GERMAN } from './languages/german.ts'
import { ITALIAN } from './languages/italian.ts'
import type { LanguageData } from './languages/language-data.ts'
import { PORTUGUESE } from './languages/portuguese.ts'
import { SPANISH } from './languages/spanish.ts'
import { type PhraseTable, phraseTable } from './phrase-table.ts'
import { WORD_VALUES } from './word-values.ts'

/** The languages whose texts are read for topics. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it'] as const
export type Language = (typeof LANGUAGES)[number]

export interface LanguageTables {
  functionWords: ReadonlySet<string>
  negations: ReadonlySet<string>
  contrasts: PhraseTable<true>
  polarity: PhraseTable<number>
}

const DATA: Record<Language, LanguageData> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  pt: PORTUGUESE,
  it: ITALIAN,
}
/** Built when a language is first read: a Worker starts within a second. */
const built = new Map<Language, LanguageTables>()

export function tablesOf(language: Language): LanguageTables {
  const known = built.get(language)
  if (known) return known
  const { functionWords, negations, contrasts, polarity } = DATA[language]
  const lists = Object.entries(polarity).map(([value, entries]) => [entries, Number(value)] as const)
  const tables = {
    functionWords: new Set(functionWords.split(/\s+/)),
    negations: new Set(negations.split(/\s+/)),
    contrasts: phraseTable([[contrasts, true as const]]),
    polarity: phraseTable(lists),
  }
  if (language === 'en') addAfinn(tables.polarity)
  built.set(language, tables)
  return tables
}

/** AFINN-165 where our own list says nothing. */
function addAfinn({ whole }: PhraseTable<number>): void {
  for (const [value, words] of Object.entries(WORD_VALUES)) {
    for (const word of readFrontCoded(words)) if (!whole.has(word)) whole.set(word, Number(value))
  }
}
