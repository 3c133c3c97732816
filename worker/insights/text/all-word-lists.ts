import { ENGLISH_WORDINGS } from '../drafts/languages/english.ts'
import { FRENCH_WORDINGS } from '../drafts/languages/french.ts'
import { GERMAN_WORDINGS } from '../drafts/languages/german.ts'
import { ITALIAN_WORDINGS } from '../drafts/languages/italian.ts'
import { PORTUGUESE_WORDINGS } from '../drafts/languages/portuguese.ts'
import { SPANISH_WORDINGS } from '../drafts/languages/spanish.ts'
import { ENGLISH_TOPICS } from '../topics/languages/english.ts'
import { FRENCH_TOPICS } from '../topics/languages/french.ts'
import { GERMAN_TOPICS } from '../topics/languages/german.ts'
import { ITALIAN_TOPICS } from '../topics/languages/italian.ts'
import { PORTUGUESE_TOPICS } from '../topics/languages/portuguese.ts'
import { SPANISH_TOPICS } from '../topics/languages/spanish.ts'
import { ENGLISH } from './languages/english.ts'
import { FRENCH } from './languages/french.ts'
import { GERMAN } from './languages/german.ts'
import { ITALIAN } from './languages/italian.ts'
import { PORTUGUESE } from './languages/portuguese.ts'
import { SPANISH } from './languages/spanish.ts'
import { TERM_WEIGHTS } from './term-weights.ts'
import type { WordListsData } from './word-lists.ts'
import { WORD_VALUES } from './word-values.ts'

/** The content of `WORD_LISTS_FILE`; the worker itself reads that. AFINN-165 counts where our own list says nothing. */
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
