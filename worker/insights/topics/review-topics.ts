import { type Sentiment, sentimentOf } from '../../rules/ratings.ts'
import type { Topic } from '../../rules/review-features.ts'
import type { ReadText } from '../text/read-text.ts'
import type { TextScore } from '../text/text-opinion.ts'
import type { Industry } from './industries.ts'
import { type Mention, mentionsIn } from './mentions.ts'

export interface ReviewTopic {
  topic: Topic
  polarity: Sentiment
  /** Where the text is about it: UTF-16 offsets, the end excluded. */
  spans: { start: number; end: number }[]
}

/** What is said so many tokens away counts a third of what is said at the mention itself (a factor of e). */
const NEARNESS = 4
/** What is said a clause away counts a tenth of that. */
const NEXT_CLAUSE = 0.1
/** Below this nothing is said for or against a topic. */
const LEAST_OPINION = 0.07

/**
 * The topics of a review, each with its polarity: by what is said near its mentions in their sentences; where nothing is, by
 * the stars. Praise and blame in one sentence are so told apart better than by clauses alone.
 */
export function topicsOf(
  text: ReadText,
  { score, industry, rating }: { score: TextScore; industry: Industry; rating: number },
): ReviewTopic[] {
  return [...Map.groupBy(mentionsIn(text, industry), ({ topic }) => topic)].map(([topic, mentions]) => {
    const opinion = mentions.reduce((sum, mention) => sum + opinionNear(mention, text, score), 0)
    return {
      topic,
      polarity:
        Math.abs(opinion) < LEAST_OPINION ? sentimentOf(rating) : opinion > 0 ? 'positive' : 'negative',
      spans: mentions.map(({ index, length }) => ({
        start: text.tokens[index]?.start ?? 0,
        end: text.tokens[index + length - 1]?.end ?? 0,
      })),
    }
  })
}

function opinionNear({ index, length }: Mention, { tokens }: ReadText, { reasons }: TextScore): number {
  const mentioned = tokens[index]
  let opinion = 0
  for (const reason of reasons) {
    const token = tokens[reason.index]
    if (!token || token.sentence !== mentioned?.sentence) continue
    const distance = Math.max(0, index - reason.index, reason.index - index - length + 1)
    const clauses = Math.abs(token.clause - mentioned.clause)
    opinion += reason.effect * Math.exp(-distance / NEARNESS) * NEXT_CLAUSE ** clauses
  }
  return opinion
}
