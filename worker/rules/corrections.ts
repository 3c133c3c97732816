import * as v from 'valibot'
import { TOPICS, type Topic } from './review-features.ts'
import { ReviewKey } from './reviews.ts'
import type { Sentiment } from './sentiment.ts'

/** Sentiment of a text, independent of its stars. */
const TEXT_SENTIMENTS = ['positive', 'mixed', 'negative'] as const
export type TextSentiment = (typeof TEXT_SENTIMENTS)[number]

const TOPIC_VERDICTS = ['positive', 'negative', 'absent'] as const
type TopicVerdict = (typeof TOPIC_VERDICTS)[number]

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
/** Limit per review: one correction for the text and one for each topic. */
export const MAX_CORRECTIONS = 1 + TOPICS.length

const CORRECTED = {
  reviewId: ReviewKey,
  /** Version of the text on screen, from its ReviewReading. */
  textVersion: v.string('Which text are you correcting?'),
}
/** A null verdict removes the correction. */
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

export interface ReviewReading {
  /** Changes whenever the text does. */
  textVersion: string
  /** False if topics aren't supported in its language. */
  hasTopics: boolean
  /** Null if it can't be determined. */
  sentiment: TextSentiment | null
  topics: {
    topic: Topic
    polarity: Sentiment
    quotes: string[]
  }[]
  otherTopics: Topic[]
  /** Subjects that members have corrected. The fields above contain the corrected values. */
  corrected: Correction['subject'][]
}
