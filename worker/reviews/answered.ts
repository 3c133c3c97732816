import { and, eq, type SQL, sql } from 'drizzle-orm'
import { literal } from '#db/client.ts'
import { reviews } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { isOwn } from '../platform/business-access.ts'
import type {
  BacklogStep,
  ReopenBacklogInput,
  ReviewsChosen,
  SettleBacklogInput,
} from '../rules/responses.ts'
import { idsOf, stretchesOf } from './matching-ids.ts'
import { answersChanged } from './reactions.ts'
import { storedItems } from './restore-reviews.ts'

/**
 * Statements that mark reviews as needing no reply until they are edited, because the owner says so. The last statement
 * returns the reviews that needed a reply before.
 */
export function closeReviews(ctx: MemberContext, { reviewIds }: ReviewsChosen) {
  return close(ctx, isChosen(reviewIds), null)
}

/**
 * Settles reviews without a reply, so that they need no reply until they are edited. @returns ids of the reviews that
 * needed a reply before
 */
export async function settleReviews(
  ctx: MemberContext,
  { reviewIds }: ReviewsChosen,
): Promise<{ ids: string[] }> {
  return idsOfRows(await closed(ctx, isChosen(reviewIds), ctx.now()))
}

/** Reviews per call; each rewrites an entry in the search index. */
const BACKLOG_STEP = 500

/**
 * Settles reviews that need a reply and were posted before a given time, newest first, in steps of `BACKLOG_STEP`. Pass
 * the `settledAt` of the first step to the next ones, so that `reopenBacklog` finds all of them.
 */
export async function settleBacklog(ctx: MemberContext, input: SettleBacklogInput): Promise<BacklogStep> {
  const settledAt = Math.min(input.settledAt ?? ctx.now(), ctx.now())
  const filter = {
    status: 'pending',
    visibility: 'public',
    businessId: input.businessId,
    to: input.before,
  } as const
  const ids = idsOf(stretchesOf(ctx, filter, null, true), true, BACKLOG_STEP)
  const isOld = sql`${reviews.id} IN (${ids}) AND ${reviews.postedAt} < ${input.before}`
  const settled = await closed(ctx, isOld, settledAt)
  return { count: settled.length, isDone: settled.length < BACKLOG_STEP, settledAt }
}

/**
 * Matches settled reviews without a reply, and those edited after they were first stored, whose reply may be older than
 * the edit.
 */
const CAN_REOPEN = sql`responded AND (edited_at IS NOT NULL OR response_id IS NULL AND owner_response_text IS NULL)`

/** Reopens reviews settled by `settleBacklog`, one step at a time. */
export async function reopenBacklog(ctx: MemberContext, input: ReopenBacklogInput): Promise<BacklogStep> {
  const { settledAt } = input
  const chosen = sql`${reviews.id} IN (SELECT id FROM reviews
    WHERE organization_id = ${ctx.organization.id} AND settled_at = ${settledAt} AND ${CAN_REOPEN}
    LIMIT ${literal(BACKLOG_STEP)})`
  const reopened = await reopen(ctx, chosen)
  return { count: reopened.length, isDone: reopened.length < BACKLOG_STEP, settledAt }
}

function close(ctx: MemberContext, which: SQL, settledAt: number | null) {
  const open = and(which, isOwn(ctx, reviews), sql`NOT ${reviews.responded}`)
  return [
    answersChanged(ctx, ctx.organization.id, businessesOf(open)),
    ctx.db.update(reviews).set({ responded: true, settledAt }).where(open).returning({ id: reviews.id }),
  ] as const
}

async function closed(ctx: MemberContext, which: SQL, settledAt: number) {
  const [, rows] = await ctx.db.batch(close(ctx, which, settledAt))
  return rows
}

function businessesOf(which: SQL | undefined): SQL {
  return sql`(SELECT business_id FROM reviews WHERE ${which})`
}

/** Reopens reviews closed by the owner, unless they have a reply and were never edited. */
export async function reopenReviews(
  ctx: MemberContext,
  { reviewIds }: ReviewsChosen,
): Promise<{ ids: string[] }> {
  return idsOfRows(await reopen(ctx, isChosen(reviewIds)))
}

async function reopen(ctx: MemberContext, which: SQL) {
  const closed = and(which, isOwn(ctx, reviews), CAN_REOPEN)
  const [, rows] = await ctx.db.batch([
    answersChanged(ctx, ctx.organization.id, businessesOf(closed)),
    ctx.db
      .update(reviews)
      .set({ responded: false, settledAt: null })
      .where(closed)
      .returning({ id: reviews.id }),
  ])
  return rows
}

function idsOfRows(rows: readonly { id: number }[]): { ids: string[] } {
  return { ids: rows.map(({ id }) => String(id)) }
}

function isChosen(reviewIds: readonly string[]): SQL {
  return sql`${reviews.id} IN (SELECT value FROM json_each(${JSON.stringify(reviewIds.map(Number))}))`
}

interface Copying {
  /** Condition on `reviews` that includes the organization; it may also refer to the response (`answer`). */
  which: SQL
  responded?: SQL
  /** Id of a response to ignore, because the batch deletes it next. */
  without?: string
}

/**
 * Statement that copies responses and their state at the platform into the rows of their reviews, so that a list reads
 * one row per review. Run it after any write to `review_responses` or `reply_posts`, in the same batch; unchanged
 * copies aren't rewritten. A reply changed later keeps the time when its first text was posted. A review whose reply is
 * stored or changed no longer counts as settled without one.
 */
export function copyResponse(
  { db }: Pick<BackgroundContext, 'db'>,
  { which, responded = sql`reviews.responded`, without = '' }: Copying,
) {
  return db.statement(sql`
    UPDATE reviews SET responded = ${responded}, response_id = answer.id, response_text = answer.response_text,
      response_at = answer.created_at, response_edited_at = answer.edited_at,
      response_posted = coalesce(answer.posted_to_platform, 0),
      response_posted_at = iif(answer.id IS NULL, NULL, coalesce(reviews.response_posted_at,
        iif(answer.posted_to_platform, coalesce(answer.posted_at, answer.created_at), NULL))),
      post_state = post.state, post_reason = post.reason,
      settled_at = iif((reviews.response_text, reviews.response_edited_at) IS (answer.response_text, answer.edited_at),
        reviews.settled_at, NULL)
    FROM reviews AS own
      LEFT JOIN review_responses AS answer ON answer.review_id = own.id AND answer.id <> ${without}
      LEFT JOIN reply_posts AS post ON post.review_id = own.id
    WHERE own.id = reviews.id AND ${which}
      AND (reviews.responded, reviews.response_id, reviews.response_text, reviews.response_edited_at, reviews.response_posted,
        reviews.post_state, reviews.post_reason)
        IS NOT (${responded}, answer.id, answer.response_text, answer.edited_at, coalesce(answer.posted_to_platform, 0),
        post.state, post.reason)`)
}

/** Statement that, if `condition` is true, records that the platform no longer shows a reply to a review. */
export function forgetPlatformAnswer(
  { db }: BackgroundContext,
  { reviewId, organizationId }: { reviewId: number; organizationId: string },
  condition: SQL,
) {
  return db
    .update(reviews)
    .set({ ownerResponseText: null, ownerResponseDate: null, responded: sql`response_id IS NOT NULL` })
    .where(and(eq(reviews.id, reviewId), eq(reviews.organizationId, organizationId), condition))
}

/**
 * Statement that restores, from an archive, whether reviews with a reply count as answered. Those edited since their
 * reply don't.
 *
 * @param items a JSON list of `RestoredReview`, each with the `responseId` of its stored response
 */
export function restoreAnswered(ctx: MemberContext, businessId: string, items: string) {
  return ctx.db.statement(sql`
    WITH own AS MATERIALIZED (SELECT reviews.id, item.value->>'responded' AS responded
      FROM ${storedItems(businessId, items)}
      WHERE reviews.organization_id = ${ctx.organization.id} AND reviews.response_id = item.value->>'responseId'
        AND reviews.responded IS NOT item.value->>'responded')
    UPDATE reviews SET responded = own.responded FROM own WHERE reviews.id = own.id`)
}
