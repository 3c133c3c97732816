import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import { batch, columns } from '#db/client.ts'
import { reviews } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { businessName, recordAction } from '../identity/log/record-action.ts'
import { notifyAndAlert } from '../notifications/notify.ts'
import { isOwn, memberIsLimited, memberReaches } from '../platform/business-access.ts'
import { utcDay } from '../rules/durations.ts'
import { MEMBER_GONE } from '../rules/organizations.ts'
import { can, ROLES } from '../rules/permissions.ts'
import { historyCutoff } from '../rules/plans.ts'
import {
  type AssignReviewInput,
  type AssignReviewsInput,
  assignedText,
  assignedTexts,
} from '../rules/reviews.ts'
import { requireReview } from './require-review.ts'

const ANSWERING = JSON.stringify(ROLES.filter((role) => can(role, 'reviews.answer')))

const NOBODY = { assignedTo: null, assignedBy: null, assignedAt: null, assignmentMessage: null }

/**
 * Assigns a review to a member and notifies them, or unassigns it. Repeating the request on the same day sends no
 * second notification.
 *
 * @throws DomainError `not_found` if the caller can't see the review, or the member can't see or answer it
 */
export async function assignReview(ctx: MemberContext, input: AssignReviewInput): Promise<void> {
  const { userId, message } = input
  const { organization, session } = ctx
  const review = await requireReview(ctx, input.reviewId)
  const now = ctx.now()
  const assignment =
    userId === null
      ? NOBODY
      : { assignedTo: userId, assignedBy: session.user.id, assignedAt: now, assignmentMessage: message }
  const [assigned] = await ctx.db.batch([
    ctx.db
      .update(reviews)
      .set(assignment)
      .where(
        and(
          eq(reviews.id, review.id),
          eq(reviews.organizationId, organization.id),
          userId === null ? undefined : mayAnswer(organization.id, userId, sql`${review.businessId}`),
        ),
      )
      .returning({ id: reviews.id }),
    recordAction(ctx, {
      organizationId: organization.id,
      action: userId === null ? 'review_freed' : 'review_assigned',
      subject: businessName(organization.id, review.businessId),
      ...(userId !== null && { aboutUserId: userId }),
    }),
    ...(userId === null || userId === session.user.id
      ? []
      : [
          ...notifyAndAlert(
            ctx,
            {
              organizationId: organization.id,
              userId,
              businessId: review.businessId,
              kind: 'review_assigned',
              by: session.user.id,
              message: assignedText(session.user.fullName || session.user.email, review.authorName, message),
              link: `/app/reviews/${review.id}`,
              dedupeKey: `assigned:${review.id}:${userId}:${utcDay(now)}:${message ?? ''}`,
            },
            sql`changes() > 0`,
          ),
        ]),
  ])
  if (assigned.length === 0) throw new DomainError('not_found', MEMBER_GONE)
}

/**
 * Assigns several reviews to a member, who gets one notification per location, or unassigns them. Reviews that the
 * caller or the member can't see are left out.
 *
 * @returns ids of the assigned reviews, and how many were left out
 */
export async function assignReviews(
  ctx: MemberContext,
  input: AssignReviewsInput,
): Promise<{ ids: string[]; missing: number }> {
  const { userId, message } = input
  const { organization, session } = ctx
  const asked = [...new Set(input.reviewIds)]
  const now = ctx.now()
  const which = and(
    sql`${reviews.id} IN (SELECT value FROM json_each(${JSON.stringify(asked.map(Number))}))`,
    isOwn(ctx, reviews),
    gte(reviews.scrapedAt, historyCutoff(organization.plan, now)),
    userId === null ? undefined : mayAnswer(organization.id, userId, sql`reviews.business_id`),
  )
  const found = await ctx.db
    .select(columns(reviews, 'id', 'businessId'))
    .from(reviews)
    .where(which)
  const [only] = found
  if (only && found.length === 1) {
    await assignReview(ctx, { reviewId: String(only.id), userId, message })
    return { ids: [String(only.id)], missing: asked.length - 1 }
  }
  const isNotified = userId !== null && userId !== session.user.id
  const byBusiness = [...Map.groupBy(found, ({ businessId }) => businessId)]
  const [assigned] = await batch(ctx.db, [
    ctx.db
      .update(reviews)
      .set(
        userId === null
          ? NOBODY
          : { assignedTo: userId, assignedBy: session.user.id, assignedAt: now, assignmentMessage: message },
      )
      .where(which)
      .returning({ id: reviews.id }),
    recordAction(ctx, {
      organizationId: organization.id,
      action: userId === null ? 'reviews_freed' : 'reviews_assigned',
      subject: `${found.length} reviews`,
      ...(userId !== null && { aboutUserId: userId }),
    }),
    ...byBusiness.flatMap(([businessId, own]) =>
      isNotified
        ? notifyAndAlert(
            ctx,
            {
              organizationId: organization.id,
              userId,
              businessId,
              kind: 'review_assigned',
              by: session.user.id,
              message: assignedTexts(session.user.fullName || session.user.email, own.length, message),
              link: `/app/reviews?businessId=${businessId}&status=pending&assigned=me`,
              dedupeKey: `assigned:${own.map(({ id }) => id).join('-')}:${userId}:${utcDay(now)}:${message ?? ''}`,
            },
            sql`EXISTS (SELECT 1 FROM reviews WHERE reviews.assigned_to = ${userId} AND reviews.assigned_at = ${now}
              AND reviews.organization_id = ${organization.id} AND +reviews.business_id = ${businessId})`,
          )
        : [],
    ),
  ])
  return { ids: assigned.map(({ id }) => String(id)), missing: asked.length - assigned.length }
}

/**
 * Statement that unassigns a user from the reviews that they can no longer answer. It checks the membership after the
 * earlier statements of the batch, and changes nothing if the user can still answer.
 */
export function freeReviews(ctx: MemberContext, userId: string) {
  const { id } = ctx.organization
  return ctx.db
    .update(reviews)
    .set(NOBODY)
    .where(
      and(
        eq(reviews.assignedTo, userId),
        eq(reviews.organizationId, id),
        sql`NOT ${mayAnswer(id, userId, sql`reviews.business_id`)}`,
      ),
    )
}

/** SQL that is true if a member can see a business and answer its reviews. */
export function mayAnswer(organizationId: string, userId: string | null | SQL, businessId: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM organization_users AS member
    WHERE member.organization_id = ${organizationId} AND member.user_id = ${userId} AND member.is_active = 1
      AND member.role IN (SELECT value FROM json_each(${ANSWERING}))
      AND ${memberReaches(sql`member`, businessId)})`
}

/** The members who can answer reviews, as a JSON list of `Assignee`, longest membership first. */
export function assignees(ctx: MemberContext): SQL {
  return sql`(SELECT json_group_array(json_object('userId', userId, 'name', name, 'username', username, 'businessIds', json(businessIds))) FROM (
    SELECT member.user_id AS userId, coalesce(nullif(profiles.full_name, ''), users.email) AS name,
      profiles.username AS username,
      CASE WHEN ${memberIsLimited(sql`member`)} THEN member.business_ids END AS businessIds
    FROM organization_users AS member
      JOIN users ON users.id = member.user_id
      JOIN profiles ON profiles.id = member.user_id
    WHERE member.organization_id = ${ctx.organization.id} AND member.is_active = 1
      AND member.role IN (SELECT value FROM json_each(${ANSWERING}))
    ORDER BY member.joined_at))`
}

export interface Assignee {
  userId: string
  /** Name, or email if no name is set. */
  name: string
  username: string | null
  /** Businesses whose reviews the member can see; null for all. */
  businessIds: readonly string[] | null
}
