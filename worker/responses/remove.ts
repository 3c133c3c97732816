import { sql } from 'drizzle-orm'
import { reviewResponses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { copyResponse } from '../reviews/answered.ts'
import { answersChanged } from '../reviews/reactions.ts'
import type { ResponseId } from '../rules/responses.ts'
import { markRemoval } from './posting/mark-post.ts'
import { sendMarked } from './posting/send-post.ts'
import { nameOfOwn, ownResponse, responseNotFound, reviewOfOwn } from './require-response.ts'

/** Also deletes the response from its platform, if it was sent there. @throws DomainError `not_found` */
export async function removeResponse(ctx: MemberContext, input: ResponseId): Promise<void> {
  const subject = nameOfOwn(ctx, input.id)
  const done = { organizationId: ctx.organization.id, action: 'reply_deleted', subject } as const
  const own = ownResponse(ctx, input.id)
  const [, , marked, , , removed] = await ctx.db.batch([
    recordAction(ctx, done, sql`${subject} IS NOT NULL`),
    ...markRemoval(ctx, input.id),
    copyResponse(ctx, {
      which: reviewOfOwn(ctx, input.id),
      responded: sql`reviews.owner_response_text IS NOT NULL`,
      without: input.id,
    }),
    answersChanged(ctx, ctx.organization.id, sql`(SELECT business_id FROM review_responses WHERE ${own})`),
    ctx.db.delete(reviewResponses).where(own).returning({ id: reviewResponses.id }),
  ])
  if (removed.length === 0) throw responseNotFound()
  await sendMarked(ctx, marked)
}
