import { sql } from 'drizzle-orm'
import { automaticReplies } from '#db/schema/index.ts'
import type { ActingContext, BackgroundContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { notify } from '../../notifications/notify.ts'
import { actingFor } from '../../organizations/membership.ts'
import { type DueWork, doDue, every } from '../../platform/due.ts'
import { createAutomaticResponse } from '../../responses/create.ts'
import { requireReview } from '../../reviews/require-review.ts'
import {
  AUTOMATIC_DELAY_MS,
  AUTOMATIC_ENDED,
  AUTOMATIC_NEWS,
  AUTOMATIC_STARS,
  AUTOMATIC_WAIT,
} from '../../rules/drafts.ts'
import { MINUTE_MS } from '../../rules/durations.ts'
import { may } from '../../rules/permissions.ts'
import { hasFeature } from '../../rules/plans.ts'
import { stopAutomatic } from './draft-styles.ts'
import { draftFromWordings } from './reply-drafts.ts'

type DueReview = typeof automaticReplies.$inferSelect

const REPLIES: DueWork<typeof automaticReplies> = {
  table: automaticReplies,
  key: 'reviewId',
  dueAt: 'dueAt',
  // An interrupted reply is started again.
  backOff: every(5 * MINUTE_MS),
  limit: 20,
  fault: 'automatic_reply_failed',
  about: ({ reviewId }) => ({ reviewId }),
}

/**
 * Replies to new reviews of businesses that allow it, and notifies the organization of each reply before it is
 * published.
 *
 * @returns number of reviews examined
 */
export function sendAutomaticReplies(ctx: BackgroundContext): Promise<number> {
  return doDue(ctx, REPLIES, (due) => answer(ctx, due))
}

async function answer(ctx: BackgroundContext, due: DueReview): Promise<void> {
  const { reviewId, organizationId, businessId } = due
  const acting = await whoAllowedIt(ctx, due)
  if (!acting) return end(ctx, due)
  await reply(acting, due).catch(throwUnlessRefused)
  await ctx.db.batch([
    notify(
      ctx,
      {
        organizationId,
        businessId,
        kind: 'reply_written',
        message: AUTOMATIC_NEWS,
        link: `/app/reviews/${reviewId}`,
        dedupeKey: `automatic-reply:${reviewId}`,
      },
      sql`EXISTS (SELECT 1 FROM review_responses WHERE review_id = ${reviewId}
        AND organization_id = ${organizationId} AND draft_source = 'automatic')`,
    ),
    ctx.db.statement(sql`DELETE FROM automatic_replies WHERE review_id = ${reviewId}
      AND organization_id = ${organizationId}`),
  ])
}

/** Stops automatic replies for a business until a member allows them again. */
async function end(
  ctx: BackgroundContext,
  { reviewId, organizationId, businessId }: DueReview,
): Promise<void> {
  await ctx.db.batch([
    stopAutomatic(ctx, { organizationId, businessId }),
    notify(
      ctx,
      {
        organizationId,
        businessId,
        kind: 'reply_written',
        message: AUTOMATIC_ENDED,
        link: `/app/businesses/edit?id=${businessId}`,
        dedupeKey: `automatic-ended:${reviewId}`,
      },
      sql`changes() > 0`,
    ),
    ctx.db.statement(sql`DELETE FROM automatic_replies WHERE business_id = ${businessId}
      AND organization_id = ${organizationId}`),
  ])
}

/**
 * Ignores refusals (no credits left, somebody else was faster, or the review is gone): the review is left to a person.
 */
function throwUnlessRefused(error: unknown): void {
  if (!(error instanceof DomainError) || error.code === 'unavailable') throw error
}

async function reply(ctx: ActingContext, { reviewId: id }: DueReview): Promise<void> {
  const reviewId = String(id)
  const review = await requireReview(ctx, reviewId)
  const isOpen = review.canPost && !review.responded && review.removedAt === null
  if (!isOpen || review.rating < AUTOMATIC_STARS) return
  const draft = await draftFromWordings(ctx, { reviewId }, { isUnread: true })
  if ('held' in draft) return
  const dueAt = ctx.now() + AUTOMATIC_DELAY_MS
  await createAutomaticResponse(ctx, { reviewId, text: draft.text }, { dueAt, reason: AUTOMATIC_WAIT })
}

/** Context of the member who allowed automatic replies; null if they may not reply now or the plan has changed. */
async function whoAllowedIt(
  ctx: BackgroundContext,
  { organizationId, businessId }: DueReview,
): Promise<ActingContext | null> {
  const allowedBy = sql`(SELECT automatic_by FROM draft_styles
    WHERE business_id = ${businessId} AND organization_id = ${organizationId})`
  const acting = await actingFor(ctx, organizationId, allowedBy)
  if (!acting) return null
  const { organization } = acting
  return may(organization, 'replies.post') && hasFeature(organization.plan, 'hasAIInsights') ? acting : null
}
