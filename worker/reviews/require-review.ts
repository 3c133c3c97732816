import { and, eq, gte, sql } from 'drizzle-orm'
import { reviews } from '#db/schema/index.ts'
import type { ActingContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { isOwn } from '../platform/business-access.ts'
import { historyCutoff } from '../rules/plans.ts'
import { type ShownResult, type ShownReview, selectShown } from './review-view.ts'

/** A review of the caller's organization within the plan's history. @throws DomainError `not_found` */
export async function requireReview(ctx: ActingContext, id: string): Promise<ShownReview> {
  return onlyReview(await reviewQuery(ctx, id))
}

export function reviewQuery(ctx: ActingContext, id: string) {
  const isShown = and(
    eq(reviews.id, Number(id)),
    isOwn(ctx, reviews),
    gte(reviews.scrapedAt, historyCutoff(ctx.organization.plan, ctx.now())),
  )
  return selectShown(ctx.db, sql`FROM reviews WHERE ${isShown}`)
}

/** @throws DomainError `not_found` */
export function onlyReview(answer: ShownResult): ShownReview {
  const [review] = answer.results
  if (!review) throw reviewNotFound()
  return review
}

export function reviewNotFound(): DomainError {
  return new DomainError('not_found', 'This review was not found. It may be older than your plan’s history.')
}
