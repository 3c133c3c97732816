import { type SQL, sql } from 'drizzle-orm'
import type { BackgroundContext } from '../context.ts'
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
