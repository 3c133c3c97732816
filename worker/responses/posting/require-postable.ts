import { type SQLWrapper, sql } from 'drizzle-orm'
import { reviews } from '#db/schema/index.ts'
import type { MemberContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { IS_POSTABLE } from '../../reviews/is-postable.ts'
import { MAX_REPLY_BYTES, postedBytes, TOO_LONG_FOR_GOOGLE } from '../../rules/posting.ts'

/**
 * Refuses a text that is too long for the platform it would be sent to. Asks the database only about texts of that
 * length; one that gets by, because its review is connected a moment later, is refused by the platform, visibly.
 *
 * @param reviewId an id or a query for one, inside the caller's organization
 * @throws DomainError `invalid_input`
 */
export async function requirePostable(ctx: MemberContext, text: string, reviewId: SQLWrapper): Promise<void> {
  if (postedBytes(text) <= MAX_REPLY_BYTES) return
  const [postable] = await ctx.db
    .select({ id: reviews.id })
    .from(reviews)
    .where(
      sql`${reviews.id} = (${reviewId}) AND ${reviews.organizationId} = ${ctx.organization.id} AND ${IS_POSTABLE}`,
    )
  if (postable) {
    throw new DomainError('invalid_input', TOO_LONG_FOR_GOOGLE, { fields: { text: TOO_LONG_FOR_GOOGLE } })
  }
}
