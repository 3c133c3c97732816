import { buildFile } from '../../platform/build-file.ts'
import { LANGUAGES, type Language } from '../../rules/locales.ts'
import { TOPICS, type Topic } from '../../rules/review-features.ts'
import type { Wordings } from '../drafts/languages/wordings-data.ts'
import type { LanguageData } from './languages.ts'
import { type TermWeights, termWeights } from './learned-terms.ts'
import { type PhraseTable, phraseTable } from './phrase-table.ts'

export interface WordListsData {
  languages: Readonly<Record<Language, LanguageData>>
  topics: Readonly<Record<Language, Readonly<Record<Topic, string>>>>
  /** English words by sentiment, from -5 to 5; each list is front-coded. */
  englishValues: Readonly<Record<string, string>>
  /** Additional weights of English terms: for each weight, a line `weight term|term`, with the weight in hundredths. */
  englishWeights: string
  wordings: Readonly<Record<Language, Wordings>>
}

export interface LanguageTables {
  functionWords: ReadonlySet<string>
  negations: ReadonlySet<string>
  contrasts: PhraseTable<true>
  polarity: PhraseTable<number>
  weights: TermWeights
  topics: PhraseTable<readonly Topic[]>
}

export interface WordLists {
  tablesOf(language: Language): LanguageTables
  /** Languages by their function words. */
  languagesOf: ReadonlyMap<string, readonly Language[]>
  wordings: Readonly<Record<Language, Wordings>>
}

export const WORD_LISTS_FILE = '/word-lists.json'

/** @throws DomainError `unavailable` */
export const readWordLists = buildFile(WORD_LISTS_FILE, async (file) =>
  wordListsOf((await file.json()) as WordListsData),
)

export function wordListsOf(data: WordListsData): WordLists {
  const built = new Map<Language, LanguageTables>()
  return {
    tablesOf(language) {
      const tables = built.get(language) ?? tablesIn(data, language)
      built.set(language, tables)
      return tables
    },
    languagesOf: languagesByWord(data),
    wordings: data.wordings,
  }
}

function languagesByWord({ languages }: WordListsData): ReadonlyMap<string, readonly Language[]> {
  const byWord = new Map<string, Language[]>()
  for (const language of LANGUAGES) {
    for (const word of new Set(languages[language].functionWords.split(/\s+/))) {
      byWord.set(word, [...(byWord.get(word) ?? []), language])
    }
  }
  return byWord
}

function tablesIn(
  { languages, topics, englishValues, englishWeights }: WordListsData,
  language: Language,
): LanguageTables {
  const { functionWords, negations, contrasts, notTopics, polarity } = languages[language]
  const lists = Object.entries(polarity).map(([value, entries]) => [entries, Number(value)] as const)
  const tables = {
    functionWords: new Set(functionWords.split(/\s+/)),
    negations: new Set(negations.split(/\s+/)),
    contrasts: phraseTable([[contrasts, true as const]]),
    polarity: phraseTable(lists),
    weights: language === 'en' ? weightsIn(englishWeights) : new Map(),
    topics: topicTable(topics[language], notTopics),
  }
  if (language === 'en') addWhereSilent(tables.polarity, englishValues)
  return tables
}

function topicTable(
  entriesOf: Readonly<Record<Topic, string>>,
  notTopics: string,
): PhraseTable<readonly Topic[]> {
  const topics = new Map<string, Topic[]>()
  for (const topic of TOPICS) {
    for (const entry of entriesOf[topic].split(/\s+/))
      topics.set(entry, [...(topics.get(entry) ?? []), topic])
  }
  for (const entry of notTopics.split(/\s+/)) topics.set(entry, [])
  return phraseTable(topics)
}

function addWhereSilent({ whole }: PhraseTable<number>, values: WordListsData['englishValues']): void {
  for (const [value, words] of Object.entries(values)) {
    for (const word of readFrontCoded(words)) if (!whole.has(word)) whole.set(word, Number(value))
  }
}

function weightsIn(lines: string): TermWeights {
  return termWeights(
    lines.split('\n').flatMap((line) => {
      const [hundredths = ''] = line.split(' ', 1)
      return line
        .slice(hundredths.length + 1)
        .split('|')
        .map((term) => [term, Number(hundredths) / 100] as const)
    }),
  )
}

const NONE_SHARED = 'A'.charCodeAt(0)
const MAX_SHARED = 25

/**
 * Encodes a sorted list as one text, which compresses a third smaller: before each word, a capital letter for the
 * length of the prefix shared with the word before (A for 0, B for 1 ...), then the rest of the word.
 *
 * @param words sorted, without capital letters
 */
export function frontCode(words: readonly string[]): string {
  let former = ''
  let coded = ''
  for (const word of words) {
    let shared = 0
    while (shared < MAX_SHARED && shared < word.length && word[shared] === former[shared]) shared += 1
    coded += String.fromCharCode(NONE_SHARED + shared) + word.slice(shared)
    former = word
  }
  return coded
}

export function readFrontCoded(coded: string): string[] {
  let former = ''
  return (coded.match(/[A-Z][^A-Z]*/g) ?? []).map((entry) => {
    former = former.slice(0, entry.charCodeAt(0) - NONE_SHARED) + entry.slice(1)
    return former
  })
}
