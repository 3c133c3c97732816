import { WORDS } from '#tests/word-lists.ts'
import { termWeights } from '#worker/insights/text/learned-terms.ts'
import { type ReadText, readText } from '#worker/insights/text/read-text.ts'
import { scoreText, type TextScore } from '#worker/insights/text/text-opinion.ts'
import type { WordLists } from '#worker/insights/text/word-lists.ts'
import { type ReviewTopic, topicsOf } from '#worker/insights/topics/review-topics.ts'
import { fitWeights } from './fit-weights.ts'
import { FITTED_FILES, mamsSentences, sentenceSentiments } from './labelled-data.ts'

export interface ReadLabelled {
  read: ReadText
  score: TextScore
  topics: ReviewTopic[]
}

/** Reads a text like the product, by its words alone: three stars are neutral. */
export function readLabelled(text: string, { words = WORDS }: { words?: WordLists } = {}): ReadLabelled {
  const read = readText(text, words)
  const score = scoreText(read)
  return { read, score, topics: topicsOf(read, { score, industry: 'restaurant', rating: 3 }) }
}

export type LabelledReader = <T extends { text: string; file: string }>(
  sentences: readonly T[],
) => (T & { reading: ReadLabelled })[]

const FOLDS = 5

/**
 * Reads sentences of these collections. Training sentences are read with weights learned again from four
 * fifths of them, without the sentence itself.
 */
export function labelledReader(folder: string): LabelledReader {
  const isFitted = ({ file }: { file: string }) => FITTED_FILES.includes(file)
  const folds = new Map<number, WordLists>()
  function withoutFold(fold: number): WordLists {
    const others = <T extends { file: string }>(all: readonly T[]) =>
      all.filter(isFitted).filter((_, index) => index % FOLDS !== fold)
    const weights = termWeights(
      fitWeights(
        others(sentenceSentiments(`${folder}/sentence-sentiment`)),
        others(mamsSentences(`${folder}/mams-acsa`)),
      ),
    )
    return {
      ...WORDS,
      tablesOf: (language) =>
        language === 'en' ? { ...WORDS.tablesOf(language), weights } : WORDS.tablesOf(language),
    }
  }
  return (sentences) => {
    let fitted = 0
    return sentences.map((sentence) => {
      if (!isFitted(sentence)) return { ...sentence, reading: readLabelled(sentence.text) }
      const fold = fitted++ % FOLDS
      const words = folds.get(fold) ?? withoutFold(fold)
      folds.set(fold, words)
      return { ...sentence, reading: readLabelled(sentence.text, { words }) }
    })
  }
}
