import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { reviews } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { isOwn } from '../platform/business-access.ts'
import type { ReviewsChosen } from '../rules/responses.ts'
import { isItem } from './restore-reviews.ts'

/** The statement that takes the owner's word: what needed an answer needs none until it is edited. It gives those reviews. */
export function closeReviews(ctx: MemberContext, { reviewIds }: ReviewsChosen) {
  return ctx.db
    .update(reviews)
    .set({ responded: true })
    .where(and(isChosen(reviewIds), isOwn(ctx, reviews), sql`NOT ${reviews.responded}`))
    .returning({ id: reviews.id })
}

/** Takes the owner's word back for reviews that nothing else answered. */
export async function reopenReviews(
  ctx: MemberContext,
  { reviewIds }: ReviewsChosen,
): Promise<{ ids: string[] }> {
  const reopened = await ctx.db
    .update(reviews)
    .set({ responded: false })
    .where(
      and(
        isChosen(reviewIds),
        isOwn(ctx, reviews),
        eq(reviews.responded, true),
        or(isNotNull(reviews.editedAt), and(isNull(reviews.responseId), isNull(reviews.ownerResponseText))),
      ),
    )
    .returning({ id: reviews.id })
  return { ids: reopened.map(({ id }) => String(id)) }
}

function isChosen(reviewIds: readonly string[]): SQL {
  return sql`${reviews.id} IN (SELECT value FROM json_each(${JSON.stringify(reviewIds.map(Number))}))`
}

/** The statement after which a platform shows no answer to a review any more, under a condition. */
export function forgetPlatformAnswer(
  { db }: BackgroundContext,
  { reviewId, organizationId }: { reviewId: number; organizationId: string },
  condition: SQL,
) {
  return db
    .update(reviews)
    .set({ ownerResponseText: null, ownerResponseDate: null, responded: sql`response_id IS NOT NULL` })
    .where(and(eq(reviews.id, reviewId), eq(reviews.organizationId, organizationId), condition))
}

/**
 * The statement after which reviews of an archive count as answered where they did: one that was edited since its answer does
 * not.
 *
 * @param items a JSON list of `RestoredReview`, each with the `responseId` that its response has been stored under
 */
export function restoreAnswered(ctx: MemberContext, businessId: string, items: string) {
  return ctx.db.statement(sql`
    UPDATE reviews SET responded = item.value->>'responded'
    FROM json_each(${items}) AS item
    WHERE ${isItem(businessId)} AND reviews.organization_id = ${ctx.organization.id}
      AND reviews.response_id = item.value->>'responseId' AND reviews.responded IS NOT item.value->>'responded'`)
}
