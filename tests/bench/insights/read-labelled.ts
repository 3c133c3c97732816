import { WORDS } from '#tests/word-lists.ts'
import { type ReadText, readText } from '#worker/insights/text/read-text.ts'
import type { Lesson, Opinions } from '#worker/insights/text/term-counts.ts'
import { scoreText, type TextScore } from '#worker/insights/text/text-opinion.ts'
import { type ReviewTopic, topicsOf } from '#worker/insights/topics/review-topics.ts'

export const NOTHING: Opinions = [0, 0]

export function opinionsOf(isPositive: boolean): Opinions {
  return isPositive ? [1, 0] : [0, 1]
}

export interface ReadLabelled {
  read: ReadText
  score: TextScore
  topics: ReviewTopic[]
}

/** A text as the product reads it before anybody has taught it; `own` is what it has itself added to the starting table. */
export function readLabelled(
  text: string,
  own: Opinions = NOTHING,
  taught: readonly Lesson[] = [],
): ReadLabelled {
  const read = readText(text, WORDS)
  const score = scoreText(read, [{ counts: WORDS.startingCounts, own }, ...taught])
  return { read, score, topics: topicsOf(read, { score, industry: 'restaurant', rating: 3 }) }
}
