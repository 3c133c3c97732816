import { sql } from 'drizzle-orm'
import type { BackgroundContext } from '../../context.ts'
import type { Correction, TextSentiment } from '../../rules/corrections.ts'
import { type ReviewTopic, topicsOf } from '../topics/review-topics.ts'

/** Null if no member has corrected the text. */
export function textVerdict(corrections: readonly Correction[]): TextSentiment | null {
  for (const correction of corrections) if (correction.subject === 'text') return correction.verdict
  return null
}

export function correctionsQuery(
  { db }: Pick<BackgroundContext, 'db'>,
  organizationId: string,
  reviewIds: readonly number[],
) {
  // Safe: written only by correct.ts.
  return db.statement<Correction & { reviewId: number }>(sql`
    SELECT review_id AS reviewId, subject, verdict FROM review_corrections
    WHERE organization_id = ${organizationId}
      AND review_id IN (SELECT value FROM json_each(${JSON.stringify(reviewIds)}))`)
}

/** @returns corrections by review id */
export function correctionsIn(
  rows: readonly (Correction & { reviewId: number })[],
): (reviewId: number) => Correction[] {
  const byReview = Map.groupBy(rows, ({ reviewId }) => reviewId)
  return (id) => (byReview.get(id) ?? []).map(({ reviewId: _, ...correction }) => correction)
}

export async function findCorrections(
  ctx: Pick<BackgroundContext, 'db'>,
  organizationId: string,
  reviews: readonly { id: number }[],
): Promise<(reviewId: number) => Correction[]> {
  const ids = reviews.map(({ id }) => id)
  const { results } = await correctionsQuery(ctx, organizationId, ids)
  return correctionsIn(results)
}

/** Stars that replace the review's stars if a member has corrected its text: the verdict says more about the topics. */
const STARS = { positive: 5, mixed: 3, negative: 1 } as const

/** Topics added by members have no position in the text. */
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
