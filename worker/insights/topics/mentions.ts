import { TOPICS, type Topic } from '../../rules/review-features.ts'
import type { Language } from '../text/languages.ts'
import { type PhraseTable, phraseAt, phraseTable } from '../text/phrase-table.ts'
import type { ReadText } from '../text/read-text.ts'
import { type Industry, PACKS } from './industries.ts'
import { ENGLISH_TOPICS } from './languages/english.ts'
import { FRENCH_TOPICS } from './languages/french.ts'
import { GERMAN_TOPICS } from './languages/german.ts'
import { ITALIAN_TOPICS } from './languages/italian.ts'
import { PORTUGUESE_TOPICS } from './languages/portuguese.ts'
import { SPANISH_TOPICS } from './languages/spanish.ts'

/** A place in a text that is about a topic. */
export interface Mention {
  topic: Topic
  /** Index of its first token, and how many it has. */
  index: number
  length: number
}

const DATA: Record<Language, Record<Topic, string>> = {
  en: ENGLISH_TOPICS,
  de: GERMAN_TOPICS,
  fr: FRENCH_TOPICS,
  es: SPANISH_TOPICS,
  pt: PORTUGUESE_TOPICS,
  it: ITALIAN_TOPICS,
}
/** Built when a language is first read. */
const built = new Map<Language, PhraseTable<readonly Topic[]>>()

function tableOf(language: Language): PhraseTable<readonly Topic[]> {
  const known = built.get(language)
  if (known) return known
  /** An entry may belong to several topics. */
  const topics = new Map<string, Topic[]>()
  for (const topic of TOPICS) {
    for (const entry of DATA[language][topic].split(/\s+/))
      topics.set(entry, [...(topics.get(entry) ?? []), topic])
  }
  const table = phraseTable(topics)
  built.set(language, table)
  return table
}

/** Where a text mentions topics of an industry, in reading order; none in a language that we don't read. */
export function mentionsIn(text: ReadText, industry: Industry): Mention[] {
  if (!text.language) return []
  const table = tableOf(text.language)
  const pack = PACKS[industry]
  const mentions: Mention[] = []
  for (let index = 0; index < text.tokens.length; ) {
    const found = phraseAt(table, text.tokens, index)
    for (const topic of found?.value ?? []) {
      if (pack.includes(topic)) mentions.push({ topic, index, length: found?.length ?? 1 })
    }
    index += found?.length ?? 1
  }
  return mentions
}
