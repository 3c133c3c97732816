import { sql } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { isItem } from '../../reviews/restore-reviews.ts'
import type { RestoredReview } from '../../rules/archive-import.ts'
import { rereadQueries } from '../reading/readings.ts'
import type { WordLists } from '../text/word-lists.ts'
import { mayTeach } from './get-reading.ts'
import { taughtTermsOf } from './what-members-taught.ts'

/**
 * The statements that store the corrections of an archive, each to its review where that says the same and is not corrected so
 * far. Who made them is not known here.
 */
export function restoreCorrections(
  ctx: MemberContext,
  { businessId, reviews }: { businessId: string; reviews: readonly RestoredReview[] },
  words: WordLists,
) {
  const organizationId = ctx.organization.id
  const corrections = reviews.flatMap(({ platform, platformReviewId, reviewText, corrections }) =>
    corrections.map((correction) => ({
      ...correction,
      platform,
      platformReviewId,
      reviewText,
      terms:
        correction.subject === 'text' && mayTeach(ctx)
          ? taughtTermsOf(reviewText, correction.verdict, words)
          : [],
    })),
  )
  if (corrections.length === 0) return []
  const items = JSON.stringify(corrections)
  const coming = sql`json_each(${items}) AS item JOIN reviews ON ${isItem(businessId)}
    WHERE reviews.organization_id = ${organizationId} AND reviews.review_text = item.value->>'reviewText'
      AND NOT EXISTS (SELECT 1 FROM review_corrections
        WHERE review_id = reviews.id AND subject = item.value->>'subject')`
  return [
    ...rereadQueries(ctx, organizationId, {
      reviewIds: sql`(SELECT reviews.id FROM ${coming})`,
      teaches: sql`EXISTS (SELECT 1 FROM ${coming} AND item.value->>'terms' <> '[]')`,
    }),
    ctx.db.statement(sql`
      INSERT INTO review_corrections (review_id, subject, organization_id, verdict, terms, corrected_at)
      SELECT reviews.id, item.value->>'subject', reviews.organization_id, item.value->>'verdict', item.value->'terms',
        item.value->>'correctedAt'
      FROM ${coming} ON CONFLICT DO NOTHING`),
  ]
}
