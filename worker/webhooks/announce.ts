import { and, asc, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { webhookEndpoints } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import type { DeliverWebhooksMessage } from '../env.ts'
import { isFree, sendEach } from '../platform/due.ts'
import { logFault } from '../platform/log.ts'
import { SECOND_MS } from '../rules/durations.ts'
import type { Platform } from '../rules/platforms.ts'
import type { TEST_EVENT, WebhookEvent } from '../rules/webhooks.ts'

type Writer = Pick<BackgroundContext, 'db' | 'createId' | 'now'>

interface Happened {
  event: WebhookEvent
  /** SQL for a JSON object. */
  data: SQL
  /** FROM clause including WHERE: each row is one event. */
  from: SQL
}

/**
 * Statements that announce events to the organization's subscribed endpoints, for the batch that causes the events. If
 * there are no such endpoints, the events aren't read.
 */
export function announce(ctx: Writer, organizationId: string, events: readonly Happened[]) {
  const arms = events.map(
    ({ event, data, from }) => sql`
      SELECT ${deliveryIds(ctx)}, endpoint.id, endpoint.organization_id, ${event}, ${messageOf(ctx, event, data)},
        ${ctx.now()}, ${ctx.now()}
      FROM webhook_endpoints AS endpoint CROSS JOIN ${from} AND endpoint.organization_id = ${organizationId}
        AND endpoint.off_since IS NULL AND endpoint.proven_at IS NOT NULL
        AND instr(endpoint.events, ${`"${event}"`}) > 0`,
  )
  return [
    ctx.db.statement(sql`
      INSERT INTO webhook_deliveries (id, endpoint_id, organization_id, event, body, due_at, created_at)
      ${sql.join(arms, sql` UNION ALL `)}`),
    wakeEndpoints(ctx, organizationId),
  ] as const
}

/** SQL for a statement's message ids, which identify each message to its receiver. */
export function deliveryIds({ createId }: Pick<Writer, 'createId'>): SQL {
  return sql`${`msg_${createId()}_`} || row_number() OVER ()`
}

export function messageOf({ now }: Pick<Writer, 'now'>, event: WebhookEvent | typeof TEST_EVENT, data: SQL) {
  return sql`json_object('type', ${event}, 'timestamp', ${new Date(now()).toISOString()}, 'data', json(${data}))`
}

/** Statement that makes endpoints due. Must directly follow the statement that stores their deliveries. */
export function wakeEndpoints({ db, now }: Pick<Writer, 'db' | 'now'>, organizationId: string) {
  return db.statement(sql`
    UPDATE webhook_endpoints SET due_at = ${now()}
    WHERE organization_id = ${organizationId} AND changes() > 0 AND (due_at IS NULL OR due_at > ${now()})
      AND EXISTS (SELECT 1 FROM webhook_deliveries
        WHERE endpoint_id = webhook_endpoints.id AND webhook_deliveries.due_at <= ${now()})`)
}

interface TroubledSource {
  organizationId: string
  businessId: string
  platform: Platform
}

/**
 * Statements that announce to the organization's endpoints that a source needs the owner's attention. They do nothing
 * unless the statement right before them, which notifies the members, has changed rows.
 *
 * @param message the sentence for the owner
 */
export function announceTrouble(
  ctx: Writer,
  { organizationId, businessId, platform }: TroubledSource,
  message: string,
) {
  const data = sql`${JSON.stringify({ businessId, platform, message })}`
  return announce(ctx, organizationId, [
    { event: 'source.needs_attention', data, from: sql`(SELECT 1 WHERE changes() > 0) WHERE true` },
  ])
}

const MAX_ENDPOINTS = 500

function deliverMessage(endpointId: string): DeliverWebhooksMessage {
  return { version: 1, type: 'deliver-webhooks', endpointId }
}

/** Queues a delivery to an endpoint. If the queue loses it, the cron trigger queues it again within a minute. */
export async function askForDelivery(ctx: BackgroundContext, endpointId: string, delayMs = 0): Promise<void> {
  await ctx.queues.webhooks
    .send(deliverMessage(endpointId), { delaySeconds: Math.ceil(delayMs / SECOND_MS) })
    .catch((cause: unknown) => logFault('webhook_delivery_not_asked_for', cause, { endpointId }))
}

/**
 * Queues a delivery for every endpoint with due messages and no lease. Running it twice does no harm, because an
 * endpoint's lease admits one consumer.
 *
 * @returns number of endpoints
 */
export async function askForDueDeliveries(ctx: BackgroundContext): Promise<number> {
  const now = ctx.now()
  const endpoints = await ctx.db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(
      and(
        isNotNull(webhookEndpoints.dueAt),
        lte(webhookEndpoints.dueAt, now),
        isNotNull(webhookEndpoints.provenAt),
        isFree(webhookEndpoints.leaseUntil, now),
      ),
    )
    .orderBy(asc(webhookEndpoints.dueAt))
    .limit(MAX_ENDPOINTS)
  await sendEach(ctx.queues.webhooks, endpoints, ({ id }) => deliverMessage(id), {
    event: 'webhook_deliveries_not_asked_for',
  })
  return endpoints.length
}
