import { sql } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { isItem } from '../../reviews/restore-reviews.ts'
import type { RestoredReview } from '../../rules/archive-import.ts'
import { rereadQueries } from '../reading/readings.ts'

/**
 * The statements that store the corrections of an archive, each to its review where that says the same and is not corrected so
 * far. Who made them is not known here.
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
  const coming = sql`json_each(${items}) AS item JOIN reviews ON ${isItem(businessId)}
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
