import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { organizationSubscriptions, webhookEndpoints } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { isFree, newLease } from '../platform/due.ts'
import { HOUR_MS, MINUTE_MS } from '../rules/durations.ts'
import { MAX_MESSAGES_AN_HOUR } from '../rules/webhooks.ts'

/** Sent to one endpoint at the same time. */
const AT_ONCE = 10
/** Longer than a round takes. */
const LEASE_MS = MINUTE_MS

/** An endpoint that one consumer may send to until its lease ends, with the messages of this round. */
export type ClaimedEndpoint = NonNullable<Awaited<ReturnType<typeof claimRound>>>

/** A message of a round. */
interface DueMessage {
  number: number
  id: string
  body: string
  attempts: number
}

/**
 * Takes an endpoint and what is due to it, as far as its hour has room; null where it is off or not proven, or somebody else
 * has it. Edits of one review that wait become the newest of them, so that a review edited a hundred times is one message.
 */
export async function claimRound(ctx: BackgroundContext, endpointId: string) {
  const now = ctx.now()
  const lease = newLease(ctx, LEASE_MS)
  const isIt = eq(webhookEndpoints.id, endpointId)
  const isOurs = sql`id = ${endpointId} AND lease_until = ${lease}`
  const isDue = sql`endpoint_id = ${endpointId} AND due_at <= ${now}`
  const isNewHour = sql`hour_began_at <= ${now - HOUR_MS}`
  const [, [endpoint], , due] = await ctx.db.batch([
    ctx.db
      .update(webhookEndpoints)
      .set({
        leaseUntil: lease,
        hourSent: sql`CASE WHEN ${isNewHour} THEN 0 ELSE hour_sent END`,
        hourBeganAt: sql`CASE WHEN ${isNewHour} THEN ${now} ELSE hour_began_at END`,
      })
      .where(
        and(
          isIt,
          isNull(webhookEndpoints.offSince),
          isNotNull(webhookEndpoints.provenAt),
          isFree(webhookEndpoints.leaseUntil, now),
        ),
      ),
    ctx.db
      .select({
        ...columns(
          webhookEndpoints,
          'id',
          'organizationId',
          'url',
          'sealedSecret',
          'sealedFormerSecret',
          'formerSecretUntil',
          'failingSince',
        ),
        leaseUntil: sql<number>`${lease}`.as('lease'),
        plan: organizationSubscriptions.planType,
      })
      .from(webhookEndpoints)
      .leftJoin(
        organizationSubscriptions,
        eq(organizationSubscriptions.organizationId, webhookEndpoints.organizationId),
      )
      .where(and(isIt, eq(webhookEndpoints.leaseUntil, lease))),
    // One that was tried keeps what it says, for its receiver may know it by its id.
    ctx.db.statement(sql`
      DELETE FROM webhook_deliveries AS edit
      WHERE endpoint_id = ${endpointId} AND due_at IS NOT NULL AND event = 'review.edited' AND attempted_at IS NULL
        AND EXISTS (SELECT 1 FROM webhook_deliveries AS newer
          WHERE newer.endpoint_id = ${endpointId} AND newer.due_at IS NOT NULL AND newer.event = 'review.edited'
            AND newer.body->>'$.data.reviewId' = edit.body->>'$.data.reviewId' AND newer.number > edit.number)
        AND EXISTS (SELECT 1 FROM webhook_endpoints WHERE ${isOurs})`),
    ctx.db.statement<DueMessage>(sql`
      SELECT number, id, body, attempts FROM webhook_deliveries WHERE ${isDue} ORDER BY due_at, number
      LIMIT coalesce((SELECT min(${AT_ONCE}, ${MAX_MESSAGES_AN_HOUR} - hour_sent) FROM webhook_endpoints WHERE ${isOurs}), 0)`),
    // Counted before they are sent: a worker that dies in between sends no more than allowed.
    ctx.db.statement(sql`
      UPDATE webhook_endpoints SET hour_sent = min(${MAX_MESSAGES_AN_HOUR},
        hour_sent + (SELECT count(*) FROM (SELECT 1 FROM webhook_deliveries WHERE ${isDue} LIMIT ${AT_ONCE})))
      WHERE ${isOurs}`),
  ])
  return endpoint ? { ...endpoint, due: due.results } : null
}
