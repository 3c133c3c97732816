import type { Correction } from '../../rules/corrections.ts'
import { type ReviewTopic, topicsOf } from '../topics/review-topics.ts'
import { textVerdict } from './find-corrections.ts'

/** Somebody who has read the text knows better what it says of its topics than its stars do. */
const STARS = { positive: 5, mixed: 3, negative: 1 } as const

/** The topics of a review, as members correct them: one that they alone see has no place in the text. */
export function correctedTopicsOf(
  text: Parameters<typeof topicsOf>[0],
  context: Parameters<typeof topicsOf>[1],
  corrections: readonly Correction[],
): ReviewTopic[] {
  const verdict = textVerdict(corrections)
  const topics = topicsOf(text, verdict ? { ...context, rating: STARS[verdict] } : context)
  const said = new Map(
    corrections.flatMap((one) => (one.subject === 'text' ? [] : [[one.subject, one.verdict]])),
  )
  const corrected: ReviewTopic[] = []
  for (const topic of topics) {
    const polarity = said.get(topic.topic)
    said.delete(topic.topic)
    if (polarity !== 'absent') corrected.push(polarity ? { ...topic, polarity } : topic)
  }
  for (const [topic, polarity] of said) {
    if (polarity !== 'absent') corrected.push({ topic, polarity, spans: [] })
  }
  return corrected
}
