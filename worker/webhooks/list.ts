import { asc, eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { webhookEndpoints } from '#db/schema/index.ts'
import type { MemberContext, SignedInContext } from '../context.ts'
import { iso } from '../rules/durations.ts'
import { WEBHOOK_EVENTS, type WebhookView } from '../rules/webhooks.ts'

/** The endpoints of the organization, the oldest first. */
export async function listWebhooks(ctx: MemberContext) {
  return { items: webhookViews(await webhooksQuery(ctx)), nextCursor: null }
}

/** What `webhookViews` is made of, for a batch: of the session's organization. */
export function webhooksQuery(ctx: SignedInContext) {
  return ctx.db
    .select(
      columns(
        webhookEndpoints,
        'id',
        'url',
        'events',
        'secretNumber',
        'createdAt',
        'failingSince',
        'offReason',
      ),
    )
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.organizationId, ctx.session.organization.id))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
}

export function webhookViews(rows: Awaited<ReturnType<typeof webhooksQuery>>): WebhookView[] {
  return rows.map(({ events, createdAt, failingSince, ...row }) => ({
    ...row,
    events: WEBHOOK_EVENTS.filter((event) => events.includes(event)),
    createdAt: iso(createdAt),
    failingSince: iso(failingSince),
  }))
}
