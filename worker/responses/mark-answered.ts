import { and, eq, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import { replyPosts, reviewResponses, reviews } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { isOwn } from '../platform/business-access.ts'
import type { ReviewsChosen } from '../rules/responses.ts'

/**
 * Takes the owner's word that reviews are answered on their platform: their responses stored here count as posted there, but
 * for those that we post ourselves, and what needed an answer needs none until it is edited.
 *
 * @returns ids of the reviews that needed an answer until now
 */
export async function markAnswered(ctx: MemberContext, input: ReviewsChosen): Promise<{ ids: string[] }> {
  const now = ctx.now()
  const isPostedByUs = ctx.db
    .select({ reviewId: replyPosts.reviewId })
    .from(replyPosts)
    .where(sql`${replyPosts.reviewId} = ${reviewResponses.reviewId}`)
  const [, marked] = await ctx.db.batch([
    ctx.db
      .update(reviewResponses)
      .set({ postedToPlatform: true, postedAt: now, updatedAt: now })
      .where(
        and(
          chosen(reviewResponses.reviewId, input),
          isOwn(ctx, reviewResponses),
          sql`NOT ${reviewResponses.postedToPlatform}`,
          notExists(isPostedByUs),
        ),
      ),
    ctx.db
      .update(reviews)
      .set({ responded: true })
      .where(and(chosen(reviews.id, input), isOwn(ctx, reviews), sql`NOT ${reviews.responded}`))
      .returning({ id: reviews.id }),
  ])
  return { ids: marked.map(({ id }) => String(id)) }
}

/** Takes that back for reviews that nothing but the owner's word answered. */
export async function reopenReviews(ctx: MemberContext, input: ReviewsChosen): Promise<{ ids: string[] }> {
  const reopened = await ctx.db
    .update(reviews)
    .set({ responded: false })
    .where(
      and(
        chosen(reviews.id, input),
        isOwn(ctx, reviews),
        eq(reviews.responded, true),
        or(isNotNull(reviews.editedAt), and(isNull(reviews.responseId), isNull(reviews.ownerResponseText))),
      ),
    )
    .returning({ id: reviews.id })
  return { ids: reopened.map(({ id }) => String(id)) }
}

function chosen(column: typeof reviews.id | typeof reviewResponses.reviewId, { reviewIds }: ReviewsChosen) {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(reviewIds.map(Number))}))`
}
