import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { organizationSubscriptions, webhookDeliveries, webhookEndpoints } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { newLease } from '../platform/lease.ts'
import { MINUTE_MS } from '../rules/durations.ts'

/** Sent to one endpoint at the same time. */
const AT_ONCE = 10
/** Longer than a round takes. */
const LEASE_MS = MINUTE_MS

/** An endpoint that one consumer may send to until its lease ends, with the messages of this round. */
export type ClaimedEndpoint = NonNullable<Awaited<ReturnType<typeof claimRound>>>

/** Takes an endpoint and what is due to it; null where it is off, or somebody else has it. */
export async function claimRound(ctx: BackgroundContext, endpointId: string) {
  const now = ctx.now()
  const lease = newLease(ctx, LEASE_MS)
  const isIt = eq(webhookEndpoints.id, endpointId)
  const [, [endpoint], due] = await ctx.db.batch([
    ctx.db
      .update(webhookEndpoints)
      .set({ leaseUntil: lease })
      .where(
        and(
          isIt,
          isNull(webhookEndpoints.offSince),
          or(isNull(webhookEndpoints.leaseUntil), lte(webhookEndpoints.leaseUntil, now)),
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
    ctx.db
      .select(columns(webhookDeliveries, 'number', 'id', 'body', 'attempts'))
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.endpointId, endpointId), lte(webhookDeliveries.dueAt, now)))
      .orderBy(asc(webhookDeliveries.dueAt), asc(webhookDeliveries.number))
      .limit(AT_ONCE),
  ])
  return endpoint ? { ...endpoint, due } : null
}
