import { and, eq, isNull } from 'drizzle-orm'
import { alertRecipients } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { RecipientId } from '../rules/alerts.ts'

/** @throws DomainError `not_found`, also for a member: their mails are their own */
export async function removeRecipient(ctx: MemberContext, input: RecipientId): Promise<void> {
  const removed = await ctx.db
    .delete(alertRecipients)
    .where(
      and(
        eq(alertRecipients.id, input.id),
        eq(alertRecipients.organizationId, ctx.organization.id),
        isNull(alertRecipients.userId),
      ),
    )
    .returning({ id: alertRecipients.id })
  if (removed.length === 0) throw new DomainError('not_found', 'This recipient is no longer there.')
}
