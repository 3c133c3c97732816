import type { Fact, TopicInsight } from '../../rules/insights.ts'
import type { Words } from './words.ts'

const MOST_FACTS = 5
/** How much an owner can do about it. */
const CAN_ACT = { blamed: 2, trend: 1, mismatch: 1, praised: 0.5 } as const
const LEAST_SHARE = 0.75

interface Sources {
  topics: readonly TopicInsight[]
  words: Words
}

/**
 * The few things that matter, by effect, certainty and whether anything can be done about it; never two about the same topic.
 * Only what has passed its test is among them.
 */
export function factsOf({ topics, words }: Sources): Fact[] {
  const ranked: { fact: Fact; about: string; importance: number }[] = []
  const add = (fact: Fact, about: string, effect: number, certainty: number) =>
    ranked.push({ fact, about, importance: effect * certainty * CAN_ACT[fact.kind] })
  for (const { topic, weight, praised, positive, negative } of topics) {
    if (weight.known && weight.high < 0) {
      const { weight: effect, low, high, part, all } = weight
      add({ kind: 'blamed', topic, weight: effect, low, high, part, all }, topic, -effect, 0.9)
    }
    if (praised && praised.low >= LEAST_SHARE) {
      const { share, low, high } = praised
      const fact = {
        kind: 'praised',
        topic,
        share,
        low,
        high,
        part: positive,
        all: positive + negative,
      } as const
      add(fact, topic, (low * positive) / Math.max(1, words.texts), 0.95)
    }
  }
  if (words.trends.known) {
    for (const trend of words.trends.trends) {
      const { recent, base, p } = trend
      const effect = Math.abs(recent.part / recent.all - base.part / base.all)
      add({ kind: 'trend', ...trend }, trend.term, effect, 1 - p)
    }
  }
  for (const mismatch of ['complaint_inside', 'praise_inside'] as const) {
    const part = words.mismatches[mismatch]
    if (part > 0) {
      const share = part / Math.max(1, words.texts)
      add({ kind: 'mismatch', mismatch, part, all: words.texts }, mismatch, share, 0.8)
    }
  }
  ranked.sort((a, b) => b.importance - a.importance)
  return ranked
    .filter(({ about }, index) => ranked.findIndex((other) => other.about === about) === index)
    .slice(0, MOST_FACTS)
    .map(({ fact }) => fact)
}
