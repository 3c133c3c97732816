import { sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { businesses } from '#db/schema/index.ts'
import type { ActingContext, MemberContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { businessName, recordAction } from '../../identity/log/record-action.ts'
import { sha256Hex } from '../../platform/ids.ts'
import { onlyReview, reviewQuery } from '../../reviews/require-review.ts'
import { storedItems } from '../../reviews/restore-reviews.ts'
import { readRuledTags, ruledTagsQuery } from '../../reviews/tag-rules.ts'
import type { RestoredReview } from '../../rules/archive-import.ts'
import type { Correction, CorrectReviewInput, ReadingOf, ReviewReading } from '../../rules/corrections.ts'
import { readReview } from '../reading/read-review.ts'
import { rereadQueries } from '../reading/readings.ts'
import { storeFeatures, type UnreadReview } from '../reading/store-features.ts'
import { readWordLists, type WordLists } from '../text/word-lists.ts'
import { type IndustryOf, PACKS, readIndustryOf } from '../topics/industries.ts'
import { findCorrections } from './find-corrections.ts'

const CHANGED = 'This review has just changed. Look at it again first.'

/**
 * Stores a member's correction of what a review means, or removes it. Corrections override the reading in every count
 * and list, at once, and last until the text changes.
 *
 * @throws DomainError `not_found`; `invalid_input` for a review without text or a topic of another industry; `conflict`
 * if the text has changed meanwhile
 */
export async function correctReview(ctx: MemberContext, input: CorrectReviewInput): Promise<ReviewReading> {
  const review = await requireUnread(ctx, input.reviewId)
  const means = await readMeans(ctx)
  const corrections = (await findCorrections(ctx, review.organizationId, [review]))(review.id)
  const former = corrections.find(({ subject }) => subject === input.subject)
  const reading = await readingOf(review, means, corrections)
  if (input.textVersion !== reading.textVersion) throw new DomainError('conflict', CHANGED)
  if ((former?.verdict ?? null) === input.verdict) return reading
  requireCorrectable(review, reading, input)
  const others = corrections.filter(({ subject }) => subject !== input.subject)
  const corrected = [...others, ...correctionIn(input)]
  const rules = await ruledTagsQuery(ctx.db, review.organizationId)
  const [recorded] = await ctx.db.batch([
    ...storeCorrection(ctx, review, input),
    // A concurrent correction of the same review may not see this one, so make it due to be read again.
    ...rereadQueries(ctx, review.organizationId, sql`(${review.id})`),
    ...storeFeatures(ctx, [review], {
      ...means,
      correctionsOf: () => corrected,
      tagRules: readRuledTags(rules.results[0]?.tags ?? '[]'),
    }),
  ])
  if (input.verdict !== null && recorded.meta.changes === 0) throw new DomainError('conflict', CHANGED)
  return readingOf(review, means, corrected)
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
  // Safe: the schema validates the verdicts of each subject.
  return verdict === null ? [] : [{ subject, verdict } as Correction]
}

/**
 * Statements that store or remove a correction. The number of rows changed by the first one shows whether there was
 * anything to do.
 */
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

/** @throws DomainError `not_found` */
export async function getReading(ctx: ActingContext, { reviewId }: ReadingOf): Promise<ReviewReading> {
  const review = await requireUnread(ctx, reviewId)
  const means = await readMeans(ctx)
  const correctionsOf = await findCorrections(ctx, review.organizationId, [review])
  return readingOf(review, means, correctionsOf(review.id))
}

interface Means {
  words: WordLists
  industryOf: IndustryOf
}

/** @throws DomainError `unavailable` */
async function readMeans(ctx: ActingContext): Promise<Means> {
  return { words: await readWordLists(ctx), industryOf: await readIndustryOf(ctx) }
}

/** @throws DomainError `not_found` */
async function requireUnread(ctx: ActingContext, reviewId: string): Promise<UnreadReview> {
  const organizationId = ctx.organization.id
  const [rows, [business]] = await ctx.db.batch([
    reviewQuery(ctx, reviewId),
    ctx.db
      .select(columns(businesses, 'industry', 'name'))
      .from(businesses)
      .where(sql`${businesses.organizationId} = ${organizationId} AND ${businesses.id} =
        (SELECT business_id FROM reviews WHERE id = ${Number(reviewId)} AND organization_id = ${organizationId})`),
  ])
  return {
    ...onlyReview(rows),
    organizationId,
    industry: business?.industry ?? null,
    businessName: business?.name ?? '',
  }
}

async function readingOf(
  { reviewText, rating, industry: stated, businessName }: UnreadReview,
  { words, industryOf }: Means,
  corrections: readonly Correction[],
): Promise<ReviewReading> {
  const industry = industryOf({ name: businessName, industry: stated })
  const { language, sentiment, topics } = readReview(reviewText, rating, industry, words, corrections)
  const mentioned = new Set(topics.map(({ topic }) => topic))
  return {
    textVersion: await sha256Hex(reviewText),
    hasTopics: language !== null,
    sentiment,
    topics: topics.map(({ topic, polarity, spans }) => ({
      topic,
      polarity,
      quotes: [...new Set(spans.map(({ start, end }) => reviewText.slice(start, end).toLowerCase()))],
    })),
    otherTopics: PACKS[industry].filter((topic) => !mentioned.has(topic)),
    corrected: corrections.map(({ subject }) => subject),
  }
}

/**
 * Statements that restore the corrections of an archive, for reviews that have the same text and no correction of the
 * same subject yet. The archive doesn't say who made the corrections.
 */
export function restoreCorrections(
  ctx: MemberContext,
  { businessId, reviews }: { businessId: string; reviews: readonly RestoredReview[] },
) {
  const organizationId = ctx.organization.id
  const corrections = reviews.flatMap(({ platform, platformReviewId, reviewText, corrections }) =>
    corrections.map((correction) => ({
      ...correction,
      platform,
      platformReviewId,
      reviewText,
    })),
  )
  if (corrections.length === 0) return []
  const items = JSON.stringify(corrections)
  const coming = sql`${storedItems(businessId, items)}
    WHERE reviews.organization_id = ${organizationId} AND reviews.review_text = item.value->>'reviewText'
      AND NOT EXISTS (SELECT 1 FROM review_corrections
        WHERE review_id = reviews.id AND subject = item.value->>'subject')`
  return [
    ...rereadQueries(ctx, organizationId, sql`(SELECT reviews.id FROM ${coming})`),
    ctx.db.statement(sql`
      INSERT INTO review_corrections (review_id, subject, organization_id, verdict, corrected_at)
      SELECT reviews.id, item.value->>'subject', reviews.organization_id, item.value->>'verdict',
        item.value->>'correctedAt'
      FROM ${coming} ON CONFLICT DO NOTHING`),
  ]
}
