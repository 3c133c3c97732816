import { sql } from 'drizzle-orm'
import { webhookEndpoints } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { recordAction } from '../identity/log/record-action.ts'
import type { WebhookId } from '../rules/webhooks.ts'
import { endpointNotFound, ownEndpoint } from './require-endpoint.ts'

/** Deletes an endpoint with its deliveries: what waits is not sent any more. @throws DomainError `not_found` */
export async function removeWebhook(ctx: MemberContext, { id }: WebhookId): Promise<void> {
  const isIt = ownEndpoint(ctx, id)
  const subject = sql`(SELECT url FROM webhook_endpoints WHERE ${isIt})`
  const [, removed] = await ctx.db.batch([
    recordAction(
      ctx,
      { organizationId: ctx.organization.id, action: 'webhook_deleted', subject },
      sql`${subject} IS NOT NULL`,
    ),
    ctx.db.delete(webhookEndpoints).where(isIt).returning({ id: webhookEndpoints.id }),
  ])
  if (removed.length === 0) throw endpointNotFound()
}
