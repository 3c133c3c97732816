import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { reviewResponses, reviews } from '#db/schema/index.ts'
import type { ActingContext, BackgroundContext, MemberContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { copyResponse } from '../../reviews/answered.ts'
import { IS_POSTABLE } from '../../reviews/review-view.ts'
import { MINUTE_MS } from '../../rules/durations.ts'
import { MAX_REPLY_BYTES, postedBytes, TOO_LONG_FOR_GOOGLE } from '../../rules/responses.ts'
import { ownResponse } from '../require-response.ts'

/** Time at which a reply is sent, and a sentence to show until then. */
export interface PostTime {
  dueAt: number
  reason: string | null
}

export interface MarkedPost {
  reviewId: number
  dueAt: number
}

/**
 * Puts a response into the outbox if its platform is connected, in the batch that stores it. Returns the replies to
 * send.
 *
 * @param time by default after the organization's delay
 */
export function markPost(ctx: ActingContext, responseId: string, time?: PostTime) {
  const { id } = ctx.organization
  const dueAt = time
    ? sql`${time.dueAt}`
    : sql`${ctx.now()} + ${MINUTE_MS} * (SELECT reply_delay_minutes FROM organizations WHERE organizations.id = ${id})`
  const reason = time?.reason ?? null
  return ctx.db.statement<MarkedPost>(sql`
    INSERT INTO reply_posts (review_id, organization_id, business_id, user_id, state, reason, due_at, created_at)
    SELECT reviews.id, reviews.organization_id, reviews.business_id, ${ctx.session.user.id}, 'waiting', ${reason}, ${dueAt},
      ${ctx.now()}
    FROM review_responses AS answer JOIN reviews ON reviews.id = answer.review_id
    WHERE answer.id = ${responseId} AND answer.organization_id = ${id} AND ${IS_POSTABLE}
    ON CONFLICT (review_id) DO UPDATE SET
      user_id = excluded.user_id, version = version + 1, state = 'waiting', reason = excluded.reason,
      due_at = excluded.due_at, attempts = 0, checks = 0
    RETURNING review_id AS reviewId, due_at AS dueAt`)
}

/**
 * Deletes a response from its platform before it is deleted here. One that was never sent is only removed from the
 * outbox: the platform may show an older reply of the owner's, which must not be deleted.
 */
export function markRemoval(ctx: MemberContext, responseId: string) {
  const ofResponse = isOfOwn(ctx, responseId)
  return [
    ctx.db.statement(sql`DELETE FROM reply_posts WHERE ${ofResponse} AND ${IS_NEW}`),
    ctx.db.statement<MarkedPost>(sql`
      UPDATE reply_posts SET user_id = ${ctx.session.user.id}, version = version + 1, state = 'waiting', reason = NULL,
        due_at = ${ctx.now()}, attempts = 0, checks = 0
      WHERE ${ofResponse}
      RETURNING review_id AS reviewId, due_at AS dueAt`),
  ] as const
}

function isOfOwn(ctx: ActingContext, responseId: string): SQL {
  return sql`review_id = (SELECT review_id FROM review_responses WHERE ${ownResponse(ctx, responseId)})`
}

/** True if nothing of the reply can have reached its platform. */
const IS_NEW = sql`sent_version IS NULL AND NOT is_unsure`
/** True if the platform has a former text of the reply, and nothing newer can have reached it. */
const IS_CHANGE = sql`sent_version < version AND sent_text IS NOT NULL AND NOT is_unsure`

/**
 * Statements that undo a response in the outbox, to run in this order. `restore` gives a changed response its former
 * text, `ask` polls the platform's status of the former text, `forget` removes a new response from the outbox.
 */
export function takeBack(ctx: ActingContext, responseId: string) {
  const ofResponse = isOfOwn(ctx, responseId)
  const formerText = sql`(SELECT sent_text FROM reply_posts WHERE ${ofResponse} AND ${IS_CHANGE})`
  return {
    isInOutbox: sql`EXISTS (SELECT 1 FROM reply_posts WHERE ${ofResponse} AND (${IS_NEW} OR ${IS_CHANGE}))`,
    restore: ctx.db
      .update(reviewResponses)
      .set({ responseText: formerText, updatedAt: ctx.now() })
      .where(sql`${ownResponse(ctx, responseId)} AND ${formerText} IS NOT NULL`),
    ask: ctx.db.statement<MarkedPost>(sql`
      UPDATE reply_posts SET version = version + 1, sent_version = version + 1, state = 'waiting', reason = NULL,
        due_at = ${ctx.now()}, attempts = 0, checks = 0
      WHERE ${ofResponse} AND ${IS_CHANGE}
      RETURNING review_id AS reviewId, due_at AS dueAt`),
    forget: ctx.db.statement(sql`DELETE FROM reply_posts WHERE ${ofResponse} AND ${IS_NEW}`),
  }
}

/**
 * Statements that resume replies which were given up for lack of a connection.
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
 * Refuses a text too long for Google if the reply would be posted there. Google itself refuses the text if the owner
 * only connects Google afterwards.
 *
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
