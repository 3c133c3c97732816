import { and, sql } from 'drizzle-orm'
import { batchEndingIn } from '#db/client.ts'
import { reviewResponses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { isOwn } from '../platform/business-access.ts'
import { closeReviews } from '../reviews/answered.ts'
import type { ReviewsChosen } from '../rules/responses.ts'
import { takeOwnersWord } from './mark-posted.ts'

/**
 * Marks reviews as answered on their platform, as stated by the owner: their responses stored here count as posted,
 * except those that we post ourselves, and the reviews need no reply until they are edited.
 *
 * @returns ids of the reviews that needed a reply until now
 */
export async function markAnswered(ctx: MemberContext, input: ReviewsChosen): Promise<{ ids: string[] }> {
  const ids = JSON.stringify(input.reviewIds.map(Number))
  const isChosen = sql`${reviewResponses.reviewId} IN (SELECT value FROM json_each(${ids}))`
  const taken = takeOwnersWord(ctx, and(isChosen, isOwn(ctx, reviewResponses)))
  const [needed, close] = closeReviews(ctx, input)
  const marked = await batchEndingIn(ctx.db, [...taken, needed], close)
  return { ids: marked.map(({ id }) => String(id)) }
}
