import { sql } from 'drizzle-orm'
import type { MemberContext } from '../context.ts'
import { copyResponse, restoreAnswered } from '../reviews/answered.ts'
import { storedItems } from '../reviews/restore-reviews.ts'
import type { RestoredReview } from '../rules/archive-import.ts'

/**
 * Statements that store an archive's responses to reviews that have none yet. Doesn't post anything; responses that
 * were already posted are stored as posted.
 */
export function restoreResponses(
  ctx: MemberContext,
  { businessId, reviews }: { businessId: string; reviews: readonly RestoredReview[] },
) {
  const { id: organizationId } = ctx.organization
  const answered = reviews.filter(({ response }) => response !== null)
  const items = JSON.stringify(answered.map((review) => ({ ...review, responseId: ctx.createId() })))
  const response = (name: keyof NonNullable<RestoredReview['response']>) =>
    sql.raw(`item.value->>'$.response.${name}'`)
  return [
    ctx.db.statement(sql`
      INSERT INTO review_responses (review_id, id, organization_id, business_id, user_id, response_text, is_published,
        platform_response_id, posted_to_platform, posted_at, edited_at, created_at, updated_at)
      SELECT reviews.id, item.value->>'responseId', reviews.organization_id, reviews.business_id, ${ctx.session.user.id},
        ${response('text')}, ${response('isPublished')}, ${response('platformResponseId')},
        ${response('postedToPlatform')}, ${response('postedAt')}, ${response('editedAt')}, ${response('createdAt')},
        ${response('updatedAt')}
      FROM ${storedItems(businessId, items)}
      WHERE reviews.organization_id = ${organizationId} AND reviews.response_id IS NULL
      ON CONFLICT DO NOTHING`),
    copyResponse(ctx, {
      which: sql`+reviews.organization_id = ${organizationId}
        AND answer.id IN (SELECT item.value->>'responseId' FROM json_each(${items}) AS item)
        AND reviews.id IN (SELECT reviews.id FROM ${storedItems(businessId, items)})`,
      responded: sql`1`,
    }),
    restoreAnswered(ctx, businessId, items),
  ] as const
}
