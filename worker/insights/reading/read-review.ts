import {
  ANY_TEXT,
  MAX_TERM_CHARS,
  type MismatchKind,
  mismatchTerm,
  OTHER_LANGUAGE,
} from '../../rules/review-features.ts'
import { mismatchOf } from '../text/mismatch.ts'
import { phrasesOf } from '../text/phrases.ts'
import { type ReadText, readText } from '../text/read-text.ts'
import { startingCounts } from '../text/starting-lesson.ts'
import { scoreText } from '../text/text-opinion.ts'
import type { Industry } from '../topics/industries.ts'
import { type ReviewTopic, topicsOf } from '../topics/review-topics.ts'

/** Raised with every change of what is read in a text: then all reviews are read again, in the background. */
export const METHOD = 1

const MOST_TERMS = 60
const MOST_WORDS = 2

export interface ReviewFeatures {
  language: ReadText['language']
  tokens: number
  /** How probable 4 or 5 stars are, given the text. */
  score: number
  mismatch: MismatchKind | null
  topics: ReviewTopic[]
  /** What it counts for: each once. */
  terms: string[]
}

/** What a review says. The same text and stars always give the same. */
export function readReview(text: string, rating: number, industry: Industry): ReviewFeatures {
  const read = readText(text)
  const score = scoreText(read, [{ counts: startingCounts(), own: [0, 0] }])
  const mismatch = mismatchOf(rating, read, score)?.kind ?? null
  return {
    language: read.language,
    tokens: read.tokens.length,
    score: score.positiveChance,
    mismatch,
    topics: topicsOf(read, { score, industry, rating }),
    terms: [
      ANY_TEXT,
      ...(mismatch ? [mismatchTerm(mismatch)] : []),
      ...(read.language ? termsOf(read) : [OTHER_LANGUAGE]),
    ],
  }
}

/** Words and pairs of them. Of a language without a list of function words, most of them would be such. */
function termsOf(read: ReadText): string[] {
  return [...phrasesOf(read)]
    .filter((phrase) => phrase.length <= MAX_TERM_CHARS && phrase.split(' ').length <= MOST_WORDS)
    .slice(0, MOST_TERMS)
}
