import { and, eq } from 'drizzle-orm'
import { reviewResponses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { RESPONSE_NOT_FOUND } from '../rules/responses.ts'
import type { ResponseView } from '../rules/views.ts'

/** The condition that finds a response inside the caller's organization. */
export function ownResponse(ctx: MemberContext, id: string) {
  return and(eq(reviewResponses.id, id), eq(reviewResponses.organizationId, ctx.organization.id))
}

export function responseNotFound(): DomainError {
  return new DomainError('not_found', RESPONSE_NOT_FOUND)
}

export function responseView(row: typeof reviewResponses.$inferSelect): ResponseView {
  return {
    id: row.id,
    reviewId: String(row.reviewId),
    text: row.responseText,
    date: new Date(row.createdAt).toISOString(),
    edited: row.editedAt !== null,
    postedToPlatform: row.postedToPlatform,
  }
}
