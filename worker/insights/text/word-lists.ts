import { buildFile } from '../../platform/build-file.ts'
import type { Language } from '../../rules/locales.ts'
import { TOPICS, type Topic } from '../../rules/review-features.ts'
import { readFrontCoded } from './front-coding.ts'
import type { LanguageData } from './languages.ts'
import { type PhraseTable, phraseTable } from './phrase-table.ts'
import type { Opinions, TermCounts } from './term-counts.ts'

/** The lists of all languages as the build writes them. */
export interface WordListsData {
  languages: Readonly<Record<Language, LanguageData>>
  /** Entries of each topic, as those of `LanguageData`. One may belong to several. */
  topics: Readonly<Record<Language, Readonly<Record<Topic, string>>>>
  /** English words by how good or bad they are, from -5 to 5; each list front-coded. */
  englishValues: Readonly<Record<string, string>>
  /** How many positive and negative sentences were counted, and a line `positive negative term|term` for each number of terms. */
  starting: { sentences: Opinions; terms: string }
}

export interface LanguageTables {
  functionWords: ReadonlySet<string>
  negations: ReadonlySet<string>
  contrasts: PhraseTable<true>
  polarity: PhraseTable<number>
  topics: PhraseTable<readonly Topic[]>
}

/** What is known of words before anybody has taught it. */
export interface WordLists {
  tablesOf(language: Language): LanguageTables
  /** English, of restaurants. */
  startingCounts: TermCounts
}

export const WORD_LISTS_FILE = '/word-lists.json'

/** @throws DomainError `unavailable` */
export const readWordLists = buildFile(WORD_LISTS_FILE, async (file) =>
  wordListsOf((await file.json()) as WordListsData),
)

export function wordListsOf(data: WordListsData): WordLists {
  /** Each is built when its language is first read. */
  const built = new Map<Language, LanguageTables>()
  return {
    tablesOf(language) {
      const tables = built.get(language) ?? tablesIn(data, language)
      built.set(language, tables)
      return tables
    },
    startingCounts: startingCountsIn(data),
  }
}

function tablesIn({ languages, topics, englishValues }: WordListsData, language: Language): LanguageTables {
  const { functionWords, negations, contrasts, polarity } = languages[language]
  const lists = Object.entries(polarity).map(([value, entries]) => [entries, Number(value)] as const)
  const tables = {
    functionWords: new Set(functionWords.split(/\s+/)),
    negations: new Set(negations.split(/\s+/)),
    contrasts: phraseTable([[contrasts, true as const]]),
    polarity: phraseTable(lists),
    topics: topicTable(topics[language]),
  }
  if (language === 'en') addWhereSilent(tables.polarity, englishValues)
  return tables
}

function topicTable(entriesOf: Readonly<Record<Topic, string>>): PhraseTable<readonly Topic[]> {
  const topics = new Map<string, Topic[]>()
  for (const topic of TOPICS) {
    for (const entry of entriesOf[topic].split(/\s+/))
      topics.set(entry, [...(topics.get(entry) ?? []), topic])
  }
  return phraseTable(topics)
}

function addWhereSilent({ whole }: PhraseTable<number>, values: WordListsData['englishValues']): void {
  for (const [value, words] of Object.entries(values)) {
    for (const word of readFrontCoded(words)) if (!whole.has(word)) whole.set(word, Number(value))
  }
}

function startingCountsIn({ starting: { sentences, terms } }: WordListsData): TermCounts {
  return { reviews: sentences, terms: new Map(terms.split('\n').flatMap(termsOfLine)) }
}

function termsOfLine(line: string): [string, Opinions][] {
  const [positive = '', negative = ''] = line.split(' ', 2)
  const opinions: Opinions = [Number(positive), Number(negative)]
  return line
    .slice(positive.length + negative.length + 2)
    .split('|')
    .map((term) => [term, opinions])
}
