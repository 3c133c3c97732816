import { sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { businesses } from '#db/schema/index.ts'
import type { ActingContext } from '../../context.ts'
import { sha256Hex } from '../../platform/ids.ts'
import { onlyReview, reviewQuery } from '../../reviews/require-review.ts'
import type { Correction, ReadingOf, ReviewReading } from '../../rules/corrections.ts'
import { readReview } from '../reading/read-review.ts'
import type { UnreadReview } from '../reading/store-features.ts'
import { readWordLists, type WordLists } from '../text/word-lists.ts'
import { PACKS } from '../topics/industries.ts'
import { industryOf } from '../topics/industry-of.ts'
import { findCorrections } from './find-corrections.ts'

/**
 * Returns what was read in a review's text, with the members' corrections.
 *
 * @throws DomainError `not_found`
 */
export async function getReading(ctx: ActingContext, { reviewId }: ReadingOf): Promise<ReviewReading> {
  const review = await requireUnread(ctx, reviewId)
  const words = await readWordLists(ctx)
  const correctionsOf = await findCorrections(ctx, review.organizationId, [review])
  return readingOf(review, words, correctionsOf(review.id))
}

/** The caller's review as it is read. @throws DomainError `not_found` */
export async function requireUnread(ctx: ActingContext, reviewId: string): Promise<UnreadReview> {
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

/** Reads a review, with the members' corrections applied. */
export async function readingOf(
  { reviewText, rating, industry: stated, businessName }: UnreadReview,
  words: WordLists,
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
