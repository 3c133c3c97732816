import { asc, eq, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { webhookEndpoints } from '#db/schema/index.ts'
import type { MemberContext, SignedInContext } from '../context.ts'
import { HOUR_MS, iso } from '../rules/durations.ts'
import { MAX_MESSAGES_AN_HOUR, WEBHOOK_EVENTS, type WebhookView } from '../rules/webhooks.ts'

/** The endpoints of the organization, the oldest first. */
export async function listWebhooks(ctx: MemberContext) {
  return { items: webhookViews(await webhooksQuery(ctx)), nextCursor: null }
}

/** Query for `webhookViews`: the webhooks of the session's organization. */
export function webhooksQuery(ctx: SignedInContext) {
  const { hourBeganAt, hourSent, dueAt } = webhookEndpoints
  return ctx.db
    .select({
      ...columns(
        webhookEndpoints,
        'id',
        'url',
        'events',
        'secretNumber',
        'createdAt',
        'failingSince',
        'offReason',
        'provenAt',
        'proofFault',
      ),
      heldUntil: sql<number | null>`CASE WHEN ${hourSent} >= ${MAX_MESSAGES_AN_HOUR} AND ${dueAt} IS NOT NULL
        AND ${hourBeganAt} > ${ctx.now() - HOUR_MS} THEN ${hourBeganAt} + ${HOUR_MS} END`,
    })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.organizationId, ctx.session.organization.id))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
}

export function webhookViews(rows: Awaited<ReturnType<typeof webhooksQuery>>): WebhookView[] {
  return rows.map(({ events, createdAt, failingSince, provenAt, heldUntil, ...row }) => ({
    ...row,
    events: WEBHOOK_EVENTS.filter((event) => events.includes(event)),
    createdAt: iso(createdAt),
    failingSince: iso(failingSince),
    isProven: provenAt !== null,
    heldUntil: iso(heldUntil),
  }))
}
