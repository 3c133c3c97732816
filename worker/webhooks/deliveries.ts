import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { webhookDeliveries } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { prune } from '../platform/prune.ts'
import { DAY_MS, iso } from '../rules/durations.ts'
import type { WebhookDeliveriesInput, WebhookDeliveryPage, WebhookDeliveryView } from '../rules/webhooks.ts'
import { requireEndpoint } from './require-endpoint.ts'

const PAGE_SIZE = 20
export const KEPT_DAYS = 30

/**
 * Lists an endpoint's deliveries of the last 30 days and those to come, newest first. @throws DomainError `not_found`
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

/** A statement after which nothing waits for an endpoint that was switched off. */
export function stopWaiting({ db }: Pick<BackgroundContext, 'db'>, endpointId: string, condition: SQL) {
  return db.statement(sql`
    UPDATE webhook_deliveries SET state = 'failed', due_at = NULL
    WHERE endpoint_id = ${endpointId} AND due_at IS NOT NULL AND ${condition}`)
}

/** Deletes deliveries that are too old to be looked up or sent again. Part of the minute's tick. */
export async function forgetOldDeliveries(ctx: BackgroundContext): Promise<void> {
  const until = ctx.now() - KEPT_DAYS * DAY_MS
  await prune(ctx.db, { key: webhookDeliveries.number, time: webhookDeliveries.createdAt }, until)
}
