import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { webhookDeliveries, webhookEndpoints } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { requireApiAccess } from '../identity/keys/keys.ts'
import { prune } from '../platform/prune.ts'
import { DAY_MS, iso } from '../rules/durations.ts'
import {
  DELIVERY_GONE,
  TEST_EVENT,
  type WebhookDeliveriesInput,
  type WebhookDeliveryId,
  type WebhookDeliveryPage,
  type WebhookDeliveryView,
  type WebhookId,
} from '../rules/webhooks.ts'
import { askForDelivery, deliveryIds, messageOf, wakeEndpoints } from './announce.ts'
import { requireEndpoint } from './require-endpoint.ts'

const PAGE_SIZE = 20
export const KEPT_DAYS = 30

/**
 * Lists an endpoint's deliveries of the last 30 days and pending ones, newest first. @throws DomainError `not_found`
 */
export async function listDeliveries(
  ctx: MemberContext,
  { id, cursor }: WebhookDeliveriesInput,
): Promise<WebhookDeliveryPage> {
  await requireEndpoint(ctx, id)
  const rows = await ctx.db
    .select(
      columns(
        webhookDeliveries,
        'number',
        'id',
        'event',
        'state',
        'attempts',
        'status',
        'answer',
        'createdAt',
        'attemptedAt',
        'dueAt',
      ),
    )
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, id),
        eq(webhookDeliveries.organizationId, ctx.organization.id),
        cursor === undefined ? undefined : lt(webhookDeliveries.number, Number(cursor)),
      ),
    )
    .orderBy(desc(webhookDeliveries.number))
    .limit(PAGE_SIZE + 1)
  const items = rows.slice(0, PAGE_SIZE).map(({ number, id: messageId, event, dueAt, ...row }) => ({
    ...row,
    id: String(number),
    messageId,
    // Safe: the triggers and `sendTest` store no others.
    event: event as WebhookDeliveryView['event'],
    createdAt: iso(row.createdAt),
    attemptedAt: iso(row.attemptedAt),
    nextAt: iso(dueAt),
  }))
  return { items, nextCursor: rows.length > PAGE_SIZE ? (items.at(-1)?.id ?? null) : null }
}

/** Statement that cancels the waiting deliveries of an endpoint that was switched off. */
export function stopWaiting({ db }: Pick<BackgroundContext, 'db'>, endpointId: string, condition: SQL) {
  return db.statement(sql`
    UPDATE webhook_deliveries SET state = 'failed', due_at = NULL
    WHERE endpoint_id = ${endpointId} AND due_at IS NOT NULL AND ${condition}`)
}

/** Deletes deliveries that are too old to be listed or sent again. */
export async function forgetOldDeliveries(ctx: BackgroundContext): Promise<void> {
  const until = ctx.now() - KEPT_DAYS * DAY_MS
  await prune(ctx.db, { key: webhookDeliveries.number, time: webhookDeliveries.createdAt }, until)
}

/**
 * Sends a message again at once, under the same id so that the receiver can recognize it. Also works for a delivery
 * that is still waiting.
 *
 * @throws DomainError `not_found`, `plan_limit`; `conflict` while the endpoint is off or unproven
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

/** @throws as `replayDelivery` */
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
