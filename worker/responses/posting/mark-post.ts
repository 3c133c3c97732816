import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { reviews } from '#db/schema/index.ts'
import type { ActingContext, BackgroundContext, MemberContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { copyResponse } from '../../reviews/answered.ts'
import { IS_POSTABLE } from '../../reviews/review-view.ts'
import { MAX_REPLY_BYTES, postedBytes, TOO_LONG_FOR_GOOGLE } from '../../rules/responses.ts'

/** When a reply goes out, and what is said of it until then. */
export interface PostTime {
  dueAt: number
  reason: string | null
}

/** Has a response sent where its platform is connected, in the batch that stores it. Returns what is to be sent. */
export function markPost(
  ctx: ActingContext,
  responseId: string,
  { dueAt, reason }: PostTime = { dueAt: ctx.now(), reason: null },
) {
  return ctx.db.statement<{ reviewId: number }>(sql`
    INSERT INTO reply_posts (review_id, organization_id, business_id, user_id, state, reason, due_at, created_at)
    SELECT reviews.id, reviews.organization_id, reviews.business_id, ${ctx.session.user.id}, 'waiting', ${reason}, ${dueAt},
      ${ctx.now()}
    FROM review_responses AS answer JOIN reviews ON reviews.id = answer.review_id
    WHERE answer.id = ${responseId} AND answer.organization_id = ${ctx.organization.id} AND ${IS_POSTABLE}
    ON CONFLICT (review_id) DO UPDATE SET
      user_id = excluded.user_id, version = version + 1, state = 'waiting', reason = excluded.reason,
      due_at = excluded.due_at, attempts = 0, checks = 0
    RETURNING review_id AS reviewId`)
}

/**
 * Takes a response back from its platform before it is deleted. What was never sent is only forgotten: the platform may
 * show an older answer of the owner's, which is not ours to delete.
 */
export function markRemoval(ctx: MemberContext, responseId: string) {
  const ofResponse = sql`review_id = (SELECT answer.review_id FROM review_responses AS answer
    WHERE answer.id = ${responseId} AND answer.organization_id = ${ctx.organization.id})`
  return [
    ctx.db.statement(
      sql`DELETE FROM reply_posts WHERE ${ofResponse} AND sent_version IS NULL AND NOT is_unsure`,
    ),
    ctx.db.statement<{ reviewId: number }>(sql`
      UPDATE reply_posts SET user_id = ${ctx.session.user.id}, version = version + 1, state = 'waiting', reason = NULL,
        due_at = ${ctx.now()}, attempts = 0, checks = 0
      WHERE ${ofResponse}
      RETURNING review_id AS reviewId`),
  ] as const
}

/**
 * Statements that have replies sent, or asked about again, which had been given up for want of a connection.
 *
 * @param ofBusinesses a condition on `business_id`
 */
export function resumePosts(ctx: BackgroundContext, organizationId: string, ofBusinesses: SQL) {
  const now = ctx.now()
  const ofOrganization = sql`organization_id = ${organizationId} AND ${ofBusinesses}`
  return [
    ctx.db.statement(sql`
      UPDATE reply_posts SET state = iif(sent_version IS version, state, 'waiting'), reason = NULL, due_at = ${now}, attempts = 0
      WHERE ${ofOrganization} AND due_at IS NULL
        AND (state = 'failed' OR state IN ('waiting', 'held') AND sent_version IS version)`),
    copyResponse(ctx, {
      which: sql`reviews.organization_id = ${organizationId}
        AND reviews.id IN (SELECT review_id FROM reply_posts WHERE ${ofOrganization} AND due_at = ${now})`,
    }),
  ]
}

/**
 * Refuses a text too long for its platform. A review that is connected a moment later gets by: the platform refuses it.
 * @throws DomainError `invalid_input`
 */
export async function requirePostable(ctx: ActingContext, text: string, reviewId: SQLWrapper): Promise<void> {
  if (postedBytes(text) <= MAX_REPLY_BYTES) return
  const [postable] = await ctx.db
    .select({ id: reviews.id })
    .from(reviews)
    .where(
      sql`${reviews.id} = (${reviewId}) AND ${reviews.organizationId} = ${ctx.organization.id} AND ${IS_POSTABLE}`,
    )
  if (postable) {
    throw new DomainError('invalid_input', TOO_LONG_FOR_GOOGLE, { fields: { text: TOO_LONG_FOR_GOOGLE } })
  }
}
