import type { TextSentiment } from '../../rules/corrections.ts'
import {
  ANY_TEXT,
  MAX_TERM_CHARS,
  type MismatchKind,
  mismatchTerm,
  OTHER_LANGUAGE,
} from '../../rules/review-features.ts'
import { correctedTopicsOf } from '../corrections/correct-topics.ts'
import { lessonsOf, NOTHING_TAUGHT, type Taught, textVerdict } from '../corrections/what-members-taught.ts'
import { contradictionOf, mismatchOf } from '../text/mismatch.ts'
import { phrasesOf } from '../text/phrases.ts'
import { type ReadText, readText } from '../text/read-text.ts'
import { scoreText, textSentimentOf } from '../text/text-opinion.ts'
import type { WordLists } from '../text/word-lists.ts'
import type { Industry } from '../topics/industries.ts'
import type { ReviewTopic } from '../topics/review-topics.ts'

/** Raised with every change of what is read in a text: then all reviews are read again, in the background. */
export const METHOD = 3

const MOST_TERMS = 60
const MOST_WORDS = 2

export interface ReviewFeatures {
  language: ReadText['language']
  tokens: number
  /** How probable 4 or 5 stars are, given the text. */
  score: number
  /** What the text sounds like, or is said to; null where that can't be told. */
  sentiment: TextSentiment | null
  mismatch: MismatchKind | null
  topics: ReviewTopic[]
  /** What it counts for: each once. */
  terms: string[]
}

/** What a review says: what members say of it, else what is read. The same text, stars and corrections always give the same. */
export function readReview(
  text: string,
  rating: number,
  industry: Industry,
  words: WordLists,
  taught: Taught = NOTHING_TAUGHT,
): ReviewFeatures {
  const read = readText(text, words)
  const score = scoreText(read, lessonsOf(taught, read))
  const verdict = textVerdict(taught.corrections)
  const mismatch = verdict
    ? contradictionOf(rating, verdict)
    : (mismatchOf(rating, read, score)?.kind ?? null)
  return {
    language: read.language,
    tokens: read.tokens.length,
    score: score.positiveChance,
    sentiment: verdict ?? textSentimentOf(read, score),
    mismatch,
    topics: correctedTopicsOf(read, { score, industry, rating }, taught.corrections),
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
