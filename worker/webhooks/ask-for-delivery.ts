import { and, asc, isNotNull, lte } from 'drizzle-orm'
import { webhookEndpoints } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import type { DeliverWebhooksMessage } from '../env.ts'
import { isFree, sendEach } from '../platform/due.ts'
import { logFault } from '../platform/log.ts'
import { SECOND_MS } from '../rules/durations.ts'

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
