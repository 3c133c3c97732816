import { and, eq, getTableColumns, lte, not, sql } from 'drizzle-orm'
import { connectionLinks, replyPosts, reviewResponses, reviews, users } from '#db/schema/index.ts'
import type { BackgroundContext } from '../../context.ts'
import { awaitsErasure } from '../../organizations/membership.ts'
import { memberMayPost, ofLiveBusiness } from '../../platform/business-access.ts'
import { isFree, newLease } from '../../platform/due.ts'
import { SECOND_MS } from '../../rules/durations.ts'

/** Duration of a lease, longer than a token renewal and one request together. */
const LEASE_MS = 90 * SECOND_MS
/** Messages may come early, because machines' clocks differ. */
const CLOCK_SKEW_MS = SECOND_MS / 2

/** True unless the reply waits because its business is deleted or its organization is to be erased. */
export const MAY_LEAVE = and(
  ofLiveBusiness(replyPosts.businessId),
  not(awaitsErasure(replyPosts.organizationId)),
)

const { userId, dueAt, leaseUntil, createdAt, ...progress } = getTableColumns(replyPosts)

export type ClaimedPost = NonNullable<Awaited<ReturnType<typeof claimPost>>>

/**
 * True while the reply's author may post it: they are a member, see the business, and need no approval. Checked again
 * by the statement that starts sending.
 */
const AUTHOR_MAY_POST = sql<0 | 1>`EXISTS (SELECT 1 FROM organization_users AS seat
  WHERE seat.organization_id = ${replyPosts.organizationId} AND seat.user_id = ${replyPosts.userId}
    AND ${memberMayPost(sql`seat`, sql`${replyPosts.businessId}`)})`

/**
 * Leases a reply that is due and not leased by anybody else; otherwise null. Requests about one review are therefore
 * sequential, however often its message is delivered.
 */
export async function claimPost(ctx: BackgroundContext, reviewId: number) {
  const now = ctx.now()
  const lease = newLease(ctx, LEASE_MS)
  const [, rows] = await ctx.db.batch([
    ctx.db
      .update(replyPosts)
      .set({ leaseUntil: lease })
      .where(
        and(
          eq(replyPosts.reviewId, reviewId),
          lte(replyPosts.dueAt, now + CLOCK_SKEW_MS),
          isFree(replyPosts.leaseUntil, now),
          MAY_LEAVE,
        ),
      ),
    ctx.db
      .select({
        ...progress,
        leaseUntil: sql<number>`${lease}`.as('lease'),
        platformReviewId: reviews.platformReviewId,
        /** Text the platform should show; null to delete it. */
        text: reviewResponses.responseText,
        /** The connected place; null if the connection is gone. */
        placeId: connectionLinks.placeId,
        authorVerifiedAt: users.emailVerifiedAt,
        mayPost: AUTHOR_MAY_POST.as('may_post'),
      })
      .from(replyPosts)
      .innerJoin(reviews, eq(reviews.id, replyPosts.reviewId))
      .leftJoin(reviewResponses, eq(reviewResponses.reviewId, replyPosts.reviewId))
      .leftJoin(
        connectionLinks,
        and(
          eq(connectionLinks.businessId, replyPosts.businessId),
          eq(connectionLinks.organizationId, replyPosts.organizationId),
          eq(connectionLinks.platform, 'google'),
        ),
      )
      .leftJoin(users, eq(users.id, replyPosts.userId))
      .where(and(eq(replyPosts.reviewId, reviewId), eq(replyPosts.leaseUntil, lease))),
  ])
  return rows[0] ?? null
}

export async function releasePost(ctx: BackgroundContext, post: ClaimedPost): Promise<void> {
  await ctx.db.update(replyPosts).set({ leaseUntil: null }).where(isHeldBy(post))
}

/**
 * Records that the claimed version is being sent, because the platform may show it from now on.
 *
 * @returns false if it must not be sent: the reply was changed meanwhile, has to wait, or its author may no longer post
 */
export async function recordSending(ctx: BackgroundContext, post: ClaimedPost): Promise<boolean> {
  const recorded = await ctx.db
    .update(replyPosts)
    .set({ isUnsure: true })
    .where(
      and(
        isHeldBy(post),
        eq(replyPosts.version, post.version),
        MAY_LEAVE,
        // Deletions are always sent, no matter who requested them.
        post.text === null ? undefined : AUTHOR_MAY_POST,
      ),
    )
    .returning({ reviewId: replyPosts.reviewId })
  return recorded.length > 0
}

export function isHeldBy(post: ClaimedPost) {
  return and(eq(replyPosts.reviewId, post.reviewId), eq(replyPosts.leaseUntil, post.leaseUntil))
}
