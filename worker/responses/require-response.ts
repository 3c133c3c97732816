import { and, eq, type SQL, sql } from 'drizzle-orm'
import { reviewResponses } from '#db/schema/index.ts'
import type { ActingContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { businessName } from '../identity/log/record-action.ts'
import { isOwn } from '../platform/business-access.ts'
import type { ResponseView } from '../reviews/review-view.ts'
import { RESPONSE_NOT_FOUND } from '../rules/responses.ts'

export function ownResponse(ctx: ActingContext, id: string) {
  return and(eq(reviewResponses.id, id), isOwn(ctx, reviewResponses))
}

export function reviewOfOwn(ctx: MemberContext, id: string): SQL {
  return sql`reviews.organization_id = ${ctx.organization.id}
    AND reviews.id = (SELECT review_id FROM review_responses WHERE ${ownResponse(ctx, id)})`
}

/** Null for a response of another organization. */
export function nameOfOwn(ctx: MemberContext, id: string): SQL {
  const ofResponse = sql`(SELECT business_id FROM review_responses WHERE ${ownResponse(ctx, id)})`
  return businessName(ctx.organization.id, ofResponse)
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
