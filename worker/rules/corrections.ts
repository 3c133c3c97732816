import * as v from 'valibot'
import type { Sentiment } from './ratings.ts'
import { TOPICS, type Topic } from './review-features.ts'
import { ReviewKey } from './reviews.ts'

/** What a text sounds like, whatever its stars say. */
const TEXT_SENTIMENTS = ['positive', 'mixed', 'negative'] as const
export type TextSentiment = (typeof TEXT_SENTIMENTS)[number]

/** What a member says of a topic: praised, blamed, or not meant. */
const TOPIC_VERDICTS = ['positive', 'negative', 'absent'] as const
type TopicVerdict = (typeof TOPIC_VERDICTS)[number]

/** What a member says a review means: its text as a whole, or a topic of it. */
export type Correction =
  | { subject: 'text'; verdict: TextSentiment }
  | { subject: Topic; verdict: TopicVerdict }

export const TEXT_CORRECTION = {
  subject: v.literal('text'),
  verdict: v.picklist(TEXT_SENTIMENTS, 'Choose positive, mixed or negative.'),
}
export const TOPIC_CORRECTION = {
  subject: v.picklist(TOPICS, 'Choose one of the topics listed.'),
  verdict: v.picklist(TOPIC_VERDICTS, 'Choose positive, negative or absent.'),
}
/** Of one review: its text and each topic. */
export const MAX_CORRECTIONS = 1 + TOPICS.length

const CORRECTED = {
  reviewId: ReviewKey,
  /** Of the text that was looked at, as its reading has it. */
  textVersion: v.string('Which text are you correcting?'),
}
/** Without a verdict, a correction is taken back. */
export const CorrectReviewInput = v.variant(
  'subject',
  [
    v.object({ ...CORRECTED, ...TEXT_CORRECTION, verdict: v.nullable(TEXT_CORRECTION.verdict) }),
    v.object({ ...CORRECTED, ...TOPIC_CORRECTION, verdict: v.nullable(TOPIC_CORRECTION.verdict) }),
  ],
  'Choose the text or one of the topics listed.',
)
export type CorrectReviewInput = v.InferOutput<typeof CorrectReviewInput>

export const ReadingOf = v.object({ reviewId: ReviewKey })
export type ReadingOf = v.InferOutput<typeof ReadingOf>

/** What is read in a review's text. */
export interface ReviewReading {
  /** Another one where the text is. */
  textVersion: string
  /** False in a language that is not read for topics. */
  hasTopics: boolean
  /** Null where that can't be told. */
  sentiment: TextSentiment | null
  topics: {
    topic: Topic
    polarity: Sentiment
    /** What in the text is about it. */
    quotes: string[]
  }[]
  /** The other topics of a business of this kind. */
  otherTopics: Topic[]
  /** What members have corrected: these say what they said. */
  corrected: Correction['subject'][]
  /** Whether what the caller calls this text teaches how others are read. */
  teaches: boolean
}
