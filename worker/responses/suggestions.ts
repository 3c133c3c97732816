import { and, eq, type SQL, sql } from 'drizzle-orm'
import { replySuggestions } from '#db/schema/index.ts'
import type { ActingContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { businessName, recordAction } from '../identity/log/record-action.ts'
import { notify } from '../notifications/notify.ts'
import { onlyWhile } from '../platform/all-or-nothing.ts'
import { isOwn } from '../platform/business-access.ts'
import { mayAnswer } from '../reviews/assign.ts'
import { labelSuggested } from '../reviews/labels.ts'
import { requireReview, reviewNotFound } from '../reviews/require-review.ts'
import { iso } from '../rules/durations.ts'
import type {
  ResponsesOfReview,
  ReturnSuggestionInput,
  SuggestionView,
  SuggestReplyInput,
} from '../rules/responses.ts'
import { endPostLinks } from './post-links.ts'
import { requirePostable } from './posting/mark-post.ts'

const ANSWERED = 'You or a colleague have answered this review already.'
const TAKEN = 'A colleague’s suggestion waits for this review already.'
const CHANGED = 'This suggestion was changed or withdrawn meanwhile. Read it again first.'
const AUTHOR_GONE = 'Whoever wrote this suggestion can no longer answer this review. Change it yourself.'

/** Context of a caller whose name is shown to others. */
export interface NamedContext extends ActingContext {
  session: { user: Pick<MemberContext['session']['user'], 'id' | 'fullName' | 'email'> }
}

/** Null without a suggestion, or if the review isn't the caller's. */
export async function findSuggestion(
  ctx: ActingContext,
  { reviewId }: ResponsesOfReview,
): Promise<SuggestionView | null> {
  const rows = await ctx.db.statement<SuggestionRow>(sql`
    SELECT suggestion.review_id AS reviewId, suggestion.text AS text, suggestion.state AS state, suggestion.remark AS remark,
      suggestion.user_id AS userId, coalesce(nullif(profiles.full_name, ''), users.email) AS name,
      suggestion.updated_at AS updatedAt,
      ${mayAnswer(ctx.organization.id, sql`suggestion.user_id`, sql`suggestion.business_id`)} AS canReturn
    FROM (SELECT * FROM reply_suggestions WHERE ${ownSuggestion(ctx, reviewId)}) AS suggestion
      LEFT JOIN users ON users.id = suggestion.user_id
      LEFT JOIN profiles ON profiles.id = suggestion.user_id`)
  const [row] = rows.results
  if (!row) return null
  const { userId, name, updatedAt, canReturn, ...view } = row
  return {
    ...view,
    reviewId: String(view.reviewId),
    by: name,
    isYours: userId === ctx.session.user.id,
    canReturn: canReturn === 1,
    updatedAt: iso(updatedAt),
  }
}

interface SuggestionRow {
  reviewId: number
  text: string
  state: 'open' | 'returned'
  remark: string | null
  userId: string | null
  name: string | null
  updatedAt: number
  canReturn: number
}

/**
 * Suggests a reply for somebody else to post. Replaces the caller's own suggestion, and any that was returned.
 *
 * @param isMeant SQL condition; everything is rolled back if it is false
 * @throws DomainError `not_found`; `conflict` if the review has a reply and wasn't edited since, or has a colleague's
 * suggestion; `invalid_input` for a text that the platform doesn't accept
 */
export async function suggestReply(
  ctx: NamedContext,
  input: SuggestReplyInput,
  isMeant?: SQL,
): Promise<SuggestionView | null> {
  const review = await requireReview(ctx, input.reviewId)
  await requirePostable(ctx, input.text, sql`${review.id}`)
  const { organization, session } = ctx
  const now = ctx.now()
  const [stored] = await ctx.db.batch([
    ctx.db.statement<{ id: number }>(sql`
      INSERT INTO reply_suggestions (review_id, organization_id, business_id, user_id, text, state, updated_at)
      SELECT ${review.id}, ${organization.id}, ${review.businessId}, ${session.user.id}, ${input.text}, 'open', ${now}
      WHERE NOT ${isReplied(sql`${review.id}`)}
      ON CONFLICT (review_id) DO UPDATE SET user_id = excluded.user_id, text = excluded.text, state = 'open', remark = NULL,
        returned_by = NULL, updated_at = excluded.updated_at
      WHERE reply_suggestions.user_id IS excluded.user_id OR reply_suggestions.user_id IS NULL
        OR reply_suggestions.state = 'returned'
      RETURNING review_id AS id`),
    recordAction(ctx, {
      organizationId: organization.id,
      action: 'reply_suggested',
      subject: businessName(organization.id, review.businessId),
    }),
    notify(
      ctx,
      {
        organizationId: organization.id,
        businessId: review.businessId,
        kind: 'reply_written',
        by: session.user.id,
        message: `${nameOf(ctx)} suggests a reply to ${review.authorName}’s review. It waits for approval.`,
        link: `/app/reviews/${review.id}`,
        dedupeKey: `suggested:${review.id}:${now}`,
      },
      sql`changes() > 0`,
    ),
    labelSuggested(ctx, sql`${review.id}`),
    ...(isMeant ? [onlyWhile(ctx, isMeant)] : []),
    endPostLinks(ctx, review.id),
  ])
  if (stored.results.length === 0)
    throw new DomainError('conflict', review.responseId && review.responded ? ANSWERED : TAKEN)
  return findSuggestion(ctx, input)
}

/** @throws DomainError `not_found` */
export async function withdrawSuggestion(ctx: MemberContext, { reviewId }: ResponsesOfReview): Promise<void> {
  const [removed] = await ctx.db.batch([
    ctx.db
      .delete(replySuggestions)
      .where(and(ownSuggestion(ctx, reviewId), eq(replySuggestions.userId, ctx.session.user.id)))
      .returning({ id: replySuggestions.reviewId }),
    labelSuggested(ctx, sql`${Number(reviewId)}`),
  ])
  if (removed.length === 0) throw reviewNotFound()
}

/**
 * Returns a suggestion to its author, who is notified.
 *
 * @throws DomainError `not_found`; `conflict` if the suggestion isn't the one that was read, or its author can no longer
 * answer the review
 */
export async function returnSuggestion(ctx: MemberContext, input: ReturnSuggestionInput): Promise<void> {
  const review = await requireReview(ctx, input.reviewId)
  const { organization, session } = ctx
  const now = ctx.now()
  const canReturn = mayAnswer(
    organization.id,
    sql`${replySuggestions.userId}`,
    sql`${replySuggestions.businessId}`,
  )
  const isRead = and(
    ownSuggestion(ctx, input.reviewId),
    eq(replySuggestions.state, 'open'),
    eq(replySuggestions.text, input.text),
    canReturn,
  )
  const [suggestion] = await ctx.db
    .select({ userId: replySuggestions.userId, canReturn: sql<number>`${canReturn}` })
    .from(replySuggestions)
    .where(ownSuggestion(ctx, input.reviewId))
  const [returned] = await ctx.db.batch([
    ctx.db
      .update(replySuggestions)
      .set({ state: 'returned', remark: input.remark, returnedBy: session.user.id, updatedAt: now })
      .where(isRead)
      .returning({ id: replySuggestions.reviewId }),
    recordAction(ctx, {
      organizationId: organization.id,
      action: 'reply_returned',
      subject: businessName(organization.id, review.businessId),
      ...(suggestion?.userId && { aboutUserId: suggestion.userId }),
    }),
    ...(suggestion?.userId
      ? [
          notify(
            ctx,
            {
              organizationId: organization.id,
              userId: suggestion.userId,
              businessId: review.businessId,
              kind: 'reply_written',
              by: session.user.id,
              message: `${nameOf(ctx)} handed back your reply to ${review.authorName}: ${input.remark}`,
              link: `/app/reviews/${review.id}`,
              dedupeKey: `returned:${review.id}:${now}`,
            },
            sql`changes() > 0`,
          ),
        ]
      : []),
    labelSuggested(ctx, sql`${review.id}`),
  ])
  if (returned.length > 0) return
  throw suggestion?.canReturn === 0 ? new DomainError('conflict', AUTHOR_GONE) : suggestionChanged()
}

/**
 * Statements that end the suggestion for a review with a reply. Run them after the reply is stored and copied to the
 * review.
 */
export function endSuggestion(ctx: ActingContext, reviewId: SQL) {
  return [
    ctx.db.statement(sql`DELETE FROM reply_suggestions WHERE review_id = ${reviewId}
      AND organization_id = ${ctx.organization.id} AND ${isReplied(reviewId)}`),
    labelSuggested(ctx, reviewId),
  ] as const
}

/** SQL that is true if a text is the open suggestion for a review. */
export function isSuggested(ctx: ActingContext, reviewId: SQL, text: string): SQL {
  return sql`EXISTS (SELECT 1 FROM reply_suggestions AS suggestion WHERE suggestion.review_id = ${reviewId}
    AND suggestion.organization_id = ${ctx.organization.id} AND suggestion.state = 'open' AND suggestion.text = ${text})`
}

export function suggestionChanged(): DomainError {
  return new DomainError('conflict', CHANGED)
}

/** True if the review has a reply stored here and wasn't edited since. */
function isReplied(reviewId: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM reviews
    WHERE reviews.id = ${reviewId} AND reviews.responded AND reviews.response_id IS NOT NULL)`
}

function ownSuggestion(ctx: ActingContext, reviewId: string): SQL | undefined {
  return and(eq(replySuggestions.reviewId, Number(reviewId)), isOwn(ctx, replySuggestions))
}

function nameOf({ session: { user } }: NamedContext): string {
  return user.fullName || user.email
}
