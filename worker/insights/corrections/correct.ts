import { sql } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { businessName, recordAction } from '../../identity/log/record-action.ts'
import type { Correction, CorrectReviewInput, ReviewReading } from '../../rules/corrections.ts'
import { rereadQueries } from '../reading/readings.ts'
import { storeFeatures, type UnreadReview } from '../reading/store-features.ts'
import { readWordLists } from '../text/word-lists.ts'
import { findCorrections } from './find-corrections.ts'
import { readingOf, requireUnread } from './get-reading.ts'

const CHANGED = 'This review has just changed. Look at it again first.'

/**
 * Stores what a member says a review means, or takes it back. It goes before what is read, at once in every count and list and
 * for as long as the text stays as it is.
 *
 * @throws DomainError `not_found`; `invalid_input` for a review without a text, or a topic that its kind of business doesn't have;
 * `conflict` where the text has changed meanwhile
 */
export async function correctReview(ctx: MemberContext, input: CorrectReviewInput): Promise<ReviewReading> {
  const review = await requireUnread(ctx, input.reviewId)
  const words = await readWordLists(ctx)
  const corrections = (await findCorrections(ctx, review.organizationId, [review]))(review.id)
  const former = corrections.find(({ subject }) => subject === input.subject)
  const reading = await readingOf(review, words, corrections)
  if (input.textVersion !== reading.textVersion) throw new DomainError('conflict', CHANGED)
  if ((former?.verdict ?? null) === input.verdict) return reading
  requireCorrectable(review, reading, input)
  const others = corrections.filter(({ subject }) => subject !== input.subject)
  const corrected = [...others, ...correctionIn(input)]
  const [recorded] = await ctx.db.batch([
    ...storeCorrection(ctx, review, input),
    // Whoever corrects the same review in this moment may not know of this: then it is read once more.
    ...rereadQueries(ctx, review.organizationId, sql`(${review.id})`),
    ...storeFeatures(ctx, [review], words, () => corrected),
  ])
  if (input.verdict !== null && recorded.meta.changes === 0) throw new DomainError('conflict', CHANGED)
  return readingOf(review, words, corrected)
}

function requireCorrectable(
  { reviewText }: UnreadReview,
  { topics, otherTopics }: ReviewReading,
  { subject, verdict }: CorrectReviewInput,
): void {
  if (verdict === null) return
  if (reviewText === '') throw new DomainError('invalid_input', 'This review has no text.')
  const isKnown =
    subject === 'text' || otherTopics.includes(subject) || topics.some(({ topic }) => topic === subject)
  if (!isKnown) throw new DomainError('invalid_input', 'This topic does not apply to this kind of business.')
}

function correctionIn({ subject, verdict }: CorrectReviewInput): Correction[] {
  // Safe: the schema has the verdicts of each subject.
  return verdict === null ? [] : [{ subject, verdict } as Correction]
}

/** The first statement says by its changes whether there was something to do. */
function storeCorrection(ctx: MemberContext, review: UnreadReview, input: CorrectReviewInput) {
  const { id, organizationId, reviewText } = review
  const { subject, verdict } = input
  const isThere = sql`EXISTS (SELECT 1 FROM review_corrections WHERE review_id = ${id} AND subject = ${subject})`
  const isUnchanged = sql`EXISTS (SELECT 1 FROM reviews
    WHERE id = ${id} AND organization_id = ${organizationId} AND review_text = ${reviewText})`
  return [
    recordAction(
      ctx,
      {
        organizationId,
        action: verdict === null ? 'correction_undone' : 'review_corrected',
        subject: businessName(organizationId, review.businessId),
      },
      verdict === null ? isThere : isUnchanged,
    ),
    ctx.db.statement(sql`DELETE FROM review_corrections
      WHERE review_id = ${id} AND subject = ${subject} AND organization_id = ${organizationId}`),
    ctx.db.statement(sql`
      INSERT INTO review_corrections (review_id, subject, organization_id, verdict, corrected_by, corrected_at)
      SELECT ${id}, ${subject}, ${organizationId}, ${verdict}, ${ctx.session.user.id}, ${ctx.now()}
      WHERE ${verdict} IS NOT NULL AND ${isUnchanged}`),
  ] as const
}
