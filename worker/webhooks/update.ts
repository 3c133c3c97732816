import { sql } from 'drizzle-orm'
import { webhookEndpoints } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { requireApiAccess } from '../identity/keys/api-access.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { requireRecentLogin } from '../identity/sessions/require-proof.ts'
import type { UpdateWebhookInput } from '../rules/webhooks.ts'
import { stopWaiting } from './deliveries.ts'
import { endpointNotFound, ownEndpoint, requireAddress } from './require-endpoint.ts'

/**
 * Changes where an endpoint is, what it is told of, or whether it is told at all. Switched off, nothing waits for it any
 * more; switched on, it begins anew.
 *
 * @throws DomainError `not_found`, `plan_limit`, `recent_login_needed` for another address; `invalid_input` as `requireAddress`
 */
export async function updateWebhook(ctx: MemberContext, input: UpdateWebhookInput): Promise<void> {
  requireApiAccess(ctx)
  const { id, events, isOn } = input
  // Whoever finds a session open must not send the organization's events elsewhere.
  if (input.url !== undefined) requireRecentLogin(ctx)
  const url = input.url === undefined ? undefined : requireAddress(ctx, input.url)
  const isIt = ownEndpoint(ctx, id)
  const isSwitchedOff = isOn === false
  const [changed] = await ctx.db.batch([
    ctx.db
      .update(webhookEndpoints)
      .set({
        url: url ?? sql`url`,
        events: events ?? sql`events`,
        ...(url !== undefined && { failingSince: null }),
        ...(isOn !== undefined && {
          failingSince: null,
          offSince: isOn ? null : sql`coalesce(off_since, ${ctx.now()})`,
          offReason: isOn ? null : sql`coalesce(off_reason, 'owner')`,
        }),
      })
      .where(isIt)
      .returning({ id: webhookEndpoints.id }),
    recordAction(ctx, {
      organizationId: ctx.organization.id,
      action: 'webhook_changed',
      subject: sql`(SELECT url FROM webhook_endpoints WHERE ${isIt})`,
    }),
    ...(isSwitchedOff
      ? [stopWaiting(ctx, id, sql`EXISTS (SELECT 1 FROM webhook_endpoints WHERE ${isIt})`)]
      : []),
  ])
  if (changed.length === 0) throw endpointNotFound()
}
