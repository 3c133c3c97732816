import { ENGLISH_WORDINGS } from '../drafts/languages/english.ts'
import { ENGLISH, ENGLISH_TOPICS } from '../languages/english.ts'
import { FRENCH, FRENCH_TOPICS, FRENCH_WORDINGS } from '../languages/french.ts'
import { GERMAN, GERMAN_TOPICS, GERMAN_WORDINGS } from '../languages/german.ts'
import { ITALIAN, ITALIAN_TOPICS, ITALIAN_WORDINGS } from '../languages/italian.ts'
import { PORTUGUESE, PORTUGUESE_TOPICS, PORTUGUESE_WORDINGS } from '../languages/portuguese.ts'
import { SPANISH, SPANISH_TOPICS, SPANISH_WORDINGS } from '../languages/spanish.ts'
import { TERM_WEIGHTS } from './term-weights.ts'
import type { WordListsData } from './word-lists.ts'
import { WORD_VALUES } from './word-values.ts'

/**
 * The content of `WORD_LISTS_FILE`; the worker reads that file instead of importing this list. Our own lists override
 * AFINN-165.
 */
export const ALL_WORD_LISTS: WordListsData = {
  languages: { en: ENGLISH, de: GERMAN, fr: FRENCH, es: SPANISH, pt: PORTUGUESE, it: ITALIAN },
  topics: {
    en: ENGLISH_TOPICS,
    de: GERMAN_TOPICS,
    fr: FRENCH_TOPICS,
    es: SPANISH_TOPICS,
    pt: PORTUGUESE_TOPICS,
    it: ITALIAN_TOPICS,
  },
  englishValues: WORD_VALUES,
  englishWeights: TERM_WEIGHTS,
  wordings: {
    en: ENGLISH_WORDINGS,
    de: GERMAN_WORDINGS,
    fr: FRENCH_WORDINGS,
    es: SPANISH_WORDINGS,
    pt: PORTUGUESE_WORDINGS,
    it: ITALIAN_WORDINGS,
  },
}
