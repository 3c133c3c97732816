import { and, eq, isNull, sql } from 'drizzle-orm'
import { alertRecipients } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { recordAction } from '../identity/log/record-action.ts'
import type { RecipientId } from '../rules/alerts.ts'

/** @throws DomainError `not_found`, also for a member: their mails are their own */
export async function removeRecipient(ctx: MemberContext, input: RecipientId): Promise<void> {
  const { id: organizationId } = ctx.organization
  const isIt = and(
    eq(alertRecipients.id, input.id),
    eq(alertRecipients.organizationId, organizationId),
    isNull(alertRecipients.userId),
  )
  const subject = sql`(SELECT email FROM alert_recipients WHERE ${isIt})`
  const [, removed] = await ctx.db.batch([
    recordAction(ctx, { organizationId, action: 'recipient_removed', subject }, sql`${subject} IS NOT NULL`),
    ctx.db.delete(alertRecipients).where(isIt).returning({ id: alertRecipients.id }),
  ])
  if (removed.length === 0) throw new DomainError('not_found', 'This recipient has already been removed.')
}
