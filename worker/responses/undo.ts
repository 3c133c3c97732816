import { sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { reviewResponses } from '#db/schema/index.ts'
import type { ActingContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { businessName, recordAction } from '../identity/log/record-action.ts'
import { copyResponse } from '../reviews/answered.ts'
import { answersChanged } from '../reviews/reactions.ts'
import { type ResponseId, UNDO_TOO_LATE } from '../rules/responses.ts'
import { takeBack } from './posting/mark-post.ts'
import { sendMarked } from './posting/send-post.ts'
import { ownResponse, responseNotFound } from './require-response.ts'

/**
 * Takes back a reply that is still in the outbox. A new reply is deleted; a changed one gets back the text that guests
 * can read. A reply can't be both taken back here and sent by `recordSending`.
 *
 * @returns the text that wasn't posted, for its author to continue with
 * @throws DomainError `not_found`; `conflict` if the reply has been sent, or never was in the outbox
 */
export async function undoReply(ctx: ActingContext, { id }: ResponseId): Promise<{ text: string }> {
  const own = ownResponse(ctx, id)
  const [written] = await ctx.db
    .select(columns(reviewResponses, 'reviewId', 'businessId', 'responseText'))
    .from(reviewResponses)
    .where(own)
  if (!written) throw responseNotFound()
  const { reviewId, businessId, responseText } = written
  const organizationId = ctx.organization.id
  const subject = businessName(organizationId, businessId)
  const ofReview = sql`reviews.id = ${reviewId} AND reviews.organization_id = ${organizationId}`
  const { isInOutbox, restore, ask, forget } = takeBack(ctx, id)
  const [, , asked, , removed] = await ctx.db.batch([
    recordAction(ctx, { organizationId, action: 'reply_undone', subject }, isInOutbox),
    restore,
    ask,
    forget,
    ctx.db.delete(reviewResponses).where(sql`${own} AND changes() > 0`).returning({ id: reviewResponses.id }),
    copyResponse(ctx, {
      which: sql`${ofReview} AND answer.id IS NULL`,
      responded: sql`reviews.owner_response_text IS NOT NULL`,
    }),
    copyResponse(ctx, { which: sql`${ofReview} AND answer.id = ${id}` }),
    answersChanged(ctx, organizationId, sql`(${businessId})`),
  ])
  if (removed.length === 0 && asked.results.length === 0) throw new DomainError('conflict', UNDO_TOO_LATE)
  await sendMarked(ctx, asked)
  return { text: responseText }
}
