import { and, notExists, type SQL, sql } from 'drizzle-orm'
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
  const own = ownResponse(ctx, input.id)
  const [, rows] = await ctx.db.batch([
    takeOwnersWord(ctx, own),
    ctx.db.select().from(reviewResponses).where(own),
  ])
  const [row] = rows
  if (!row) throw responseNotFound()
  return responseView(row)
}

/** The statement that marks responses as posted, but for those that we post ourselves. @param which the caller's own */
export function takeOwnersWord({ db, now }: MemberContext, which: SQL | undefined) {
  const at = now()
  const isPostedByUs = db
    .select({ reviewId: replyPosts.reviewId })
    .from(replyPosts)
    .where(sql`${replyPosts.reviewId} = ${reviewResponses.reviewId}`)
  return db
    .update(reviewResponses)
    .set({ postedToPlatform: true, postedAt: at, updatedAt: at })
    .where(and(which, sql`NOT ${reviewResponses.postedToPlatform}`, notExists(isPostedByUs)))
}
