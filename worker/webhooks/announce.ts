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
  /** SQL for an object of JSON. */
  data: SQL
  /** What to select FROM, a WHERE included: each row is one event. */
  from: SQL
}

/**
 * Statements that announce events to the organization's endpoints that want to know, for the batch that makes them true. Without
 * such endpoints nothing is read but that.
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

/** Names each message of a statement to its receiver. */
export function deliveryIds({ createId }: Pick<Writer, 'createId'>): SQL {
  return sql`${`msg_${createId()}_`} || row_number() OVER ()`
}

export function messageOf({ now }: Pick<Writer, 'now'>, event: WebhookEvent | typeof TEST_EVENT, data: SQL) {
  return sql`json_object('type', ${event}, 'timestamp', ${new Date(now()).toISOString()}, 'data', json(${data}))`
}

/** Follows the statement that stores deliveries: their endpoints are due. */
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
 * Statements that announce to the organization's endpoints that a source needs its owner, where the statement before them in the
 * batch has notified its members.
 *
 * @param message what its owner reads about it
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

/** Asks for what is due to an endpoint to be sent. A message that gets lost is sent again by the minute's tick. */
export async function askForDelivery(ctx: BackgroundContext, endpointId: string, delayMs = 0): Promise<void> {
  await ctx.queues.webhooks
    .send(deliverMessage(endpointId), { delaySeconds: Math.ceil(delayMs / SECOND_MS) })
    .catch((cause: unknown) => logFault('webhook_delivery_not_asked_for', cause, { endpointId }))
}

/**
 * Asks for the deliveries of every endpoint that has some due and that nobody works on; says how many. Asking twice does
 * nothing the second time: the endpoint's lease lets one consumer in.
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
