import { sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import type { MemberContext } from '../../context.ts'
import { IS_POSTABLE } from '../../reviews/is-postable.ts'

/**
 * Statement that has a response sent to its platform, in the batch that stores it. Nothing where the review's platform is
 * not connected. Its rows say whether anything is to be sent.
 */
export function markPost(ctx: MemberContext, responseId: string) {
  const now = ctx.now()
  return statement(
    ctx.db,
    sql`
    INSERT INTO reply_posts (review_id, organization_id, business_id, user_id, state, due_at, created_at)
    SELECT reviews.id, reviews.organization_id, reviews.business_id, ${ctx.session.user.id}, 'waiting', ${now}, ${now}
    FROM review_responses AS answer JOIN reviews ON reviews.id = answer.review_id
    WHERE answer.id = ${responseId} AND answer.organization_id = ${ctx.organization.id} AND ${IS_POSTABLE}
    ON CONFLICT (review_id) DO UPDATE SET
      user_id = excluded.user_id, version = version + 1, state = 'waiting', reason = NULL, due_at = excluded.due_at,
      attempts = 0, checks = 0
    RETURNING review_id AS reviewId`,
  )
}

/**
 * Statements that have a response taken back from its platform, to be run before it is deleted. What was never sent is
 * only forgotten: the platform may show an older answer of the owner's, which is not ours to delete.
 */
export function markRemoval(ctx: MemberContext, responseId: string) {
  const ofResponse = sql`review_id = (SELECT answer.review_id FROM review_responses AS answer
    WHERE answer.id = ${responseId} AND answer.organization_id = ${ctx.organization.id})`
  return [
    statement(
      ctx.db,
      sql`DELETE FROM reply_posts WHERE ${ofResponse} AND sent_version IS NULL AND NOT is_unsure`,
    ),
    statement(
      ctx.db,
      sql`
      UPDATE reply_posts SET user_id = ${ctx.session.user.id}, version = version + 1, state = 'waiting', reason = NULL,
        due_at = ${ctx.now()}, attempts = 0, checks = 0
      WHERE ${ofResponse}
      RETURNING review_id AS reviewId`,
    ),
  ] as const
}
