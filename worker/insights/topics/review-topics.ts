import type { Industry } from '../../rules/kind-answers.ts'
import type { Topic } from '../../rules/review-features.ts'
import { type Sentiment, sentimentOf } from '../../rules/sentiment.ts'
import { phraseAt } from '../text/phrase-table.ts'
import type { ReadText } from '../text/read-text.ts'
import type { Reason, TextScore } from '../text/text-opinion.ts'
import type { Token } from '../text/tokens.ts'
import { PACKS } from './industries.ts'

export interface ReviewTopic {
  topic: Topic
  polarity: Sentiment
  /** Spans of the text about the topic: UTF-16 offsets, end excluded. */
  spans: { start: number; end: number }[]
}

/** Distance in tokens at which an opinion counts a factor of e less than at the mention itself. */
const NEARNESS = 4
/** An opinion counts a tenth in the clause next to the mention's, a hundredth in the one after that, and so on. */
const NEXT_CLAUSE = 0.1
/** Factor for an opinion word that also mentions another topic, such as `slow` (waiting) when judging a dish. */
const OTHER_TOPIC = 1 / 4
const MIN_OPINION = 0.07
/**
 * Added to the opinion per star above three, and subtracted per star below: in a five-star review, only a word as bad
 * as `terrible` makes a complaint.
 */
const STAR = 0.3
/** Minimum strength of a clear word: that of the mildest entry in a polarity list. */
const CLEAR_WORD = 0.5

/**
 * Finds the topics of a review, each with its polarity. The polarity is computed from the stars and from the opinions
 * in the same sentence as the mentions: the nearer an opinion, the more it counts. This separates praise and blame in
 * one sentence better than clauses alone. Only a clear opinion in the clause of a mention overrides the stars.
 */
export function topicsOf(
  text: ReadText,
  { score, industry, rating }: { score: TextScore; industry: Industry; rating: number },
): ReviewTopic[] {
  const all = mentionsIn(text, industry)
  const opinions = opinionsBySentence(text, score, all)
  return [...Map.groupBy(all, ({ topic }) => topic)].map(([topic, mentions]) => {
    const said = mentions.reduce((sum, mention) => sum + opinionNear(mention, opinions, text), 0)
    const stars = sentimentOf(rating)
    const isContrary = said < 0 ? stars === 'positive' : stars === 'negative'
    const counts = !isContrary || mentions.some((mention) => isClear(mention, Math.sign(said), text, score))
    const opinion = (counts ? said : 0) + (rating - 3) * STAR
    return {
      topic,
      polarity: Math.abs(opinion) < MIN_OPINION ? 'neutral' : opinion > 0 ? 'positive' : 'negative',
      spans: mentions.map(({ index, length }) => ({
        start: text.tokens[index]?.start ?? 0,
        end: text.tokens[index + length - 1]?.end ?? 0,
      })),
    }
  })
}

/** A reason with the topics of the mention that contains it; empty outside of mentions. */
interface Opinion {
  reason: Reason
  topics: readonly Topic[]
}

function opinionsBySentence(
  { tokens }: ReadText,
  { reasons }: TextScore,
  mentions: readonly Mention[],
): Map<number | undefined, Opinion[]> {
  const topicsAt = new Map<number, Topic[]>()
  for (const { topic, index, length } of mentions) {
    for (let at = index; at < index + length; at++) topicsAt.set(at, [...(topicsAt.get(at) ?? []), topic])
  }
  const opinions = reasons.map((reason) => ({ reason, topics: topicsAt.get(reason.index) ?? [] }))
  return Map.groupBy(opinions, ({ reason }) => tokens[reason.index]?.sentence)
}

function opinionNear(
  mention: Mention,
  opinions: ReadonlyMap<number | undefined, readonly Opinion[]>,
  { tokens }: ReadText,
): number {
  let sum = 0
  for (const { reason, topics } of opinions.get(tokens[mention.index]?.sentence) ?? []) {
    const share = topics.length === 0 || topics.includes(mention.topic) ? 1 : OTHER_TOPIC
    sum += reason.effect * share * nearness(mention, tokens, reason.index)
  }
  return sum
}

/** True if a single word in the clause of a mention is clearly negative (`direction` -1) or clearly positive (1). */
function isClear(mention: Mention, direction: number, { tokens }: ReadText, { reasons }: TextScore): boolean {
  const clause = tokens[mention.index]?.clause
  return reasons.some(
    ({ index, effect }) => effect * direction >= CLEAR_WORD && tokens[index]?.clause === clause,
  )
}

/** Weight of a token's opinion for a mention: 1 at the mention itself, 0 in another sentence. */
export function nearness({ index, length }: Mention, tokens: readonly Token[], said: number): number {
  const token = tokens[said]
  const mentioned = tokens[index]
  if (!token || !mentioned || token.sentence !== mentioned.sentence) return 0
  const distance = Math.max(0, index - said, said - index - length + 1)
  return Math.exp(-distance / NEARNESS) * NEXT_CLAUSE ** Math.abs(token.clause - mentioned.clause)
}

interface Mention {
  topic: Topic
  /** Index of its first token, and number of its tokens. */
  index: number
  length: number
}

/** Finds mentions of an industry's topics, in reading order; none if the language isn't read. */
export function mentionsIn({ tables, tokens }: ReadText, industry: Industry): Mention[] {
  if (!tables) return []
  const pack = PACKS[industry]
  const mentions: Mention[] = []
  for (let index = 0; index < tokens.length; ) {
    const found = phraseAt(tables.topics, tokens, index)
    for (const topic of found?.value ?? []) {
      if (pack.includes(topic)) mentions.push({ topic, index, length: found?.length ?? 1 })
    }
    index += found?.length ?? 1
  }
  return mentions
}
