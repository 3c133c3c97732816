import type { Correction } from '../../rules/corrections.ts'
import type { ReviewTopic } from '../topics/review-topics.ts'

/** The topics of a review as members correct them: one that only they see has no place in the text. */
export function correctTopics(
  topics: readonly ReviewTopic[],
  corrections: readonly Correction[],
): ReviewTopic[] {
  const said = new Map(
    corrections.flatMap((one) => (one.subject === 'text' ? [] : [[one.subject, one.verdict]])),
  )
  const corrected: ReviewTopic[] = []
  for (const topic of topics) {
    const verdict = said.get(topic.topic)
    said.delete(topic.topic)
    if (verdict !== 'absent') corrected.push(verdict ? { ...topic, polarity: verdict } : topic)
  }
  for (const [topic, verdict] of said) {
    if (verdict !== 'absent') corrected.push({ topic, polarity: verdict, spans: [] })
  }
  return corrected
}
