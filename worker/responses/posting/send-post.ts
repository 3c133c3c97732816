import type { D1Result } from '@cloudflare/workers-types'
import { and, asc, inArray, lte } from 'drizzle-orm'
import { replyPosts } from '#db/schema/index.ts'
import type { BackgroundContext } from '../../context.ts'
import type { PostReplyMessage } from '../../env.ts'
import { isFree, sendEach } from '../../platform/due.ts'
import { logFault } from '../../platform/log.ts'
import { SECOND_MS } from '../../rules/durations.ts'
import { MAY_LEAVE } from './claim-post.ts'
import type { MarkedPost } from './mark-post.ts'

/** Time by which a reply may be overdue before its message counts as lost. */
const GRACE_MS = 5 * SECOND_MS
const MAX_POSTS = 500

function postMessage(reviewId: number): PostReplyMessage {
  return { version: 1, type: 'post-reply', reviewId }
}

/** Sends a message to post a reply. The minute's tick repeats messages that were lost or couldn't be sent. */
export async function sendPost(ctx: BackgroundContext, reviewId: number, waitMs = 0): Promise<void> {
  const delaySeconds = Math.ceil(waitMs / SECOND_MS)
  await ctx.queues.google
    .send(postMessage(reviewId), delaySeconds > 0 ? { delaySeconds } : {})
    .catch((cause: unknown) => logFault('reply_post_not_sent', cause, { reviewId }))
}

/** Each message is delayed until the reply's `dueAt`. */
export async function sendMarked(ctx: BackgroundContext, marked: D1Result<MarkedPost>): Promise<void> {
  for (const { reviewId, dueAt } of marked.results) await sendPost(ctx, reviewId, dueAt - ctx.now())
}

/**
 * Sends a message for each due reply without a lease: for a retry, a status check, or because its message was lost.
 * Moves each due time to now, so a second run within `GRACE_MS` sends nothing twice.
 *
 * @returns number of messages
 */
export async function sendDuePosts(ctx: BackgroundContext): Promise<number> {
  const now = ctx.now()
  const due = ctx.db
    .select({ reviewId: replyPosts.reviewId })
    .from(replyPosts)
    .where(and(lte(replyPosts.dueAt, now - GRACE_MS), isFree(replyPosts.leaseUntil, now), MAY_LEAVE))
    .orderBy(asc(replyPosts.dueAt))
    .limit(MAX_POSTS)
  const posts = await ctx.db
    .update(replyPosts)
    .set({ dueAt: now })
    .where(inArray(replyPosts.reviewId, due))
    .returning({ reviewId: replyPosts.reviewId })
  await sendEach(ctx.queues.google, posts, ({ reviewId }) => postMessage(reviewId), {
    event: 'reply_posts_not_sent',
  })
  return posts.length
}
