import { ALL_WORD_LISTS } from '#worker/insights/text/all-word-lists.ts'
import { wordListsOf } from '#worker/insights/text/word-lists.ts'

/** The word lists as the worker reads them from its file. */
export const WORDS = wordListsOf(ALL_WORD_LISTS)
