import { reviewResponses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import type { UpdateResponseInput } from '../rules/responses.ts'
import type { ResponseView } from '../rules/views.ts'
import { ownResponse, responseNotFound } from './require-response.ts'
import { responseView } from './response-view.ts'

/** @throws DomainError `not_found` */
export async function updateResponse(ctx: MemberContext, input: UpdateResponseInput): Promise<ResponseView> {
  const now = ctx.now()
  const updated = await ctx.db
    .update(reviewResponses)
    .set({ responseText: input.text, editedAt: now, updatedAt: now })
    .where(ownResponse(ctx, input.id))
    .returning()
  const row = updated[0]
  if (!row) throw responseNotFound()
  return responseView(row)
}
