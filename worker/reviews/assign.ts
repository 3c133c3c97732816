import { and, eq, type SQL, sql } from 'drizzle-orm'
import { reviews } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { businessName, recordAction } from '../identity/log/record-action.ts'
import { notifyAndAlert } from '../notifications/notify.ts'
import { memberIsLimited, memberReaches } from '../platform/business-access.ts'
import { utcDay } from '../rules/durations.ts'
import { MEMBER_GONE } from '../rules/organizations.ts'
import { can, ROLES } from '../rules/permissions.ts'
import { type AssignReviewInput, assignedText } from '../rules/reviews.ts'
import { requireReview } from './require-review.ts'

/** Roles that may reply to reviews. */
const ANSWERING = JSON.stringify(ROLES.filter((role) => can(role, 'reviews.answer')))

const NOBODY = { assignedTo: null, assignedBy: null, assignedAt: null, assignmentMessage: null }

/**
 * Assigns a review to a member and notifies them, or unassigns it. Repeating the request on the same day notifies once.
 *
 * @throws DomainError `not_found` for a review that isn't the caller's, and for a member who can't see or answer it
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
 * Statement that unassigns reviews of a user who can't answer them any more. It checks the membership as left by the
 * batch, so it changes nothing if the user still can.
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

/** SQL that is true if the user is a member who may answer reviews of a business. */
function mayAnswer(organizationId: string, userId: string | null, businessId: SQL): SQL {
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

/** A member who can answer reviews. */
export interface Assignee {
  userId: string
  /** Name, or email if no name is set. */
  name: string
  username: string | null
  /** Businesses whose reviews they can see; null for all. */
  businessIds: readonly string[] | null
}
