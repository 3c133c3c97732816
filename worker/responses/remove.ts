import { reviewResponses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import type { ResponseId } from '../rules/responses.ts'
import { ownResponse, responseNotFound } from './require-response.ts'

/** @throws DomainError `not_found` */
export async function removeResponse(ctx: MemberContext, input: ResponseId): Promise<void> {
  const removed = await ctx.db
    .delete(reviewResponses)
    .where(ownResponse(ctx, input.id))
    .returning({ id: reviewResponses.id })
  if (removed.length === 0) throw responseNotFound()
}
