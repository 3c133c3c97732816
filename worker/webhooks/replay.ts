import { and, eq, isNull, sql } from 'drizzle-orm'
import { webhookDeliveries, webhookEndpoints } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { requireApiAccess } from '../identity/keys/api-access.ts'
import { DELIVERY_GONE, TEST_EVENT, type WebhookDeliveryId, type WebhookId } from '../rules/webhooks.ts'
import { deliveryIds, messageOf, wakeEndpoints } from './announce.ts'
import { askForDelivery } from './ask-for-delivery.ts'
import { requireEndpoint } from './require-endpoint.ts'

/**
 * Sends a message again, at once and with its former id, by which the receiver knows that it has seen it. One that waits
 * is sent now.
 *
 * @throws DomainError `not_found`, `plan_limit`; `conflict` while the endpoint is switched off, or not proven
 */
export async function replayDelivery(ctx: MemberContext, { id, delivery }: WebhookDeliveryId): Promise<void> {
  await requireSwitchedOn(ctx, id)
  const now = ctx.now()
  const [again] = await ctx.db.batch([
    ctx.db
      .update(webhookDeliveries)
      .set({ state: 'waiting', attempts: 0, dueAt: now })
      .where(
        and(
          eq(webhookDeliveries.number, Number(delivery)),
          eq(webhookDeliveries.endpointId, id),
          eq(webhookDeliveries.organizationId, ctx.organization.id),
        ),
      )
      .returning({ number: webhookDeliveries.number }),
    ctx.db
      .update(webhookEndpoints)
      .set({ dueAt: sql`min(coalesce(due_at, ${now}), ${now})` })
      .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.offSince), sql`changes() > 0`)),
  ])
  if (again.length === 0) throw new DomainError('not_found', DELIVERY_GONE)
  await askForDelivery(ctx, id)
}

/** Sends an endpoint a message that says nothing. @throws as `replayDelivery` */
export async function sendTestEvent(ctx: MemberContext, { id }: WebhookId): Promise<void> {
  await requireSwitchedOn(ctx, id)
  const now = ctx.now()
  const data = sql`${JSON.stringify({ endpointId: id })}`
  await ctx.db.batch([
    ctx.db.statement(sql`
      INSERT INTO webhook_deliveries (id, endpoint_id, organization_id, event, body, due_at, created_at)
      SELECT ${deliveryIds(ctx)}, id, organization_id, ${TEST_EVENT}, ${messageOf(ctx, TEST_EVENT, data)}, ${now}, ${now}
      FROM webhook_endpoints
      WHERE id = ${id} AND organization_id = ${ctx.organization.id} AND off_since IS NULL AND proven_at IS NOT NULL`),
    wakeEndpoints(ctx, ctx.organization.id),
  ])
  await askForDelivery(ctx, id)
}

async function requireSwitchedOn(ctx: MemberContext, id: string): Promise<void> {
  const { offSince, provenAt } = await requireEndpoint(ctx, id)
  requireApiAccess(ctx)
  if (offSince !== null) throw new DomainError('conflict', 'Switch the endpoint on first.')
  if (provenAt === null)
    throw new DomainError('conflict', 'The endpoint has to prove itself first. Press Try again.')
}
