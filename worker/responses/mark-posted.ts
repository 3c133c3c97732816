import { and, notExists, sql } from 'drizzle-orm'
import { replyPosts, reviewResponses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import type { ResponseId } from '../rules/responses.ts'
import type { ResponseView } from '../rules/views.ts'
import { ownResponse, responseNotFound, responseView } from './require-response.ts'

/**
 * Takes the owner's word that its platform shows a response. Where we post it, only the platform's word counts.
 * @throws DomainError `not_found`
 */
export async function markPosted(ctx: MemberContext, input: ResponseId): Promise<ResponseView> {
  const now = ctx.now()
  const own = ownResponse(ctx, input.id)
  const isPostedByUs = ctx.db
    .select({ reviewId: replyPosts.reviewId })
    .from(replyPosts)
    .where(sql`${replyPosts.reviewId} = ${reviewResponses.reviewId}`)
  const [, rows] = await ctx.db.batch([
    ctx.db
      .update(reviewResponses)
      .set({ postedToPlatform: true, postedAt: now, updatedAt: now })
      .where(and(own, sql`NOT ${reviewResponses.postedToPlatform}`, notExists(isPostedByUs))),
    ctx.db.select().from(reviewResponses).where(own),
  ])
  const [row] = rows
  if (!row) throw responseNotFound()
  return responseView(row)
}
