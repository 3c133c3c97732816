import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { webhookDeliveries, webhookEndpoints } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { requireApiAccess } from '../identity/keys/api-access.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { requireRecentLogin } from '../identity/sessions/require-proof.ts'
import type { UpdateWebhookInput } from '../rules/webhooks.ts'
import { stopWaiting } from './deliveries.ts'
import { challenge } from './prove.ts'
import { endpointNotFound, ownEndpoint, requireAddress, requireEndpoint } from './require-endpoint.ts'
import { openSecret } from './secrets.ts'

/**
 * Changes where an endpoint is, what it is told of, or whether it is told at all. Switched off, nothing waits for it any
 * more; switched on, it begins anew, and ends with the role of whoever did that. Another address has to prove itself first:
 * until it does, the former one goes on.
 *
 * @throws DomainError `not_found`, `plan_limit`, `recent_login_needed` for another address; `invalid_input` as `requireAddress`,
 *   and for an address that does not answer a challenge
 */
export async function updateWebhook(ctx: MemberContext, input: UpdateWebhookInput): Promise<void> {
  requireApiAccess(ctx)
  const { id, events, isOn } = input
  // Whoever finds a session open must not send the organization's events elsewhere.
  if (input.url !== undefined) requireRecentLogin(ctx)
  const url = input.url === undefined ? undefined : await provenAddress(ctx, id, input.url)
  const isIt = ownEndpoint(ctx, id)
  const isSwitchedOff = isOn === false
  const [changed] = await ctx.db.batch([
    ctx.db
      .update(webhookEndpoints)
      .set({
        url: url ?? sql`url`,
        events: events ?? sql`events`,
        ...(url !== undefined && { failingSince: null, provenAt: ctx.now(), proofFault: null }),
        ...(isOn !== undefined && {
          failingSince: null,
          ...(isOn && { createdBy: ctx.session.user.id }),
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

/** Another address once it has answered a challenge; undefined for the one that the endpoint has. */
async function provenAddress(ctx: MemberContext, id: string, address: string): Promise<string | undefined> {
  const url = requireAddress(ctx, address)
  const endpoint = await requireEndpoint(ctx, id)
  if (url === endpoint.url) return
  const secret = await openSecret(ctx, id, endpoint.sealedSecret)
  const fault = await challenge(ctx, { id, url, secret })
  if (fault === null) return url
  const message = `This address didn’t prove itself, so the endpoint stays as it is. ${fault}`
  throw new DomainError('invalid_input', message, { fields: { url: message } })
}

/** The statements after which an organization's endpoints that somebody made or switched on are off. */
export function switchOffMadeBy(
  { db, now }: Pick<BackgroundContext, 'db' | 'now'>,
  { organizationId, userId }: { organizationId: string; userId: string },
  condition: SQL,
) {
  const areTheirs = and(
    eq(webhookEndpoints.organizationId, organizationId),
    eq(webhookEndpoints.createdBy, userId),
    isNull(webhookEndpoints.offSince),
    condition,
  )
  const theirs = db.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(areTheirs)
  return [
    db
      .update(webhookDeliveries)
      .set({ state: 'failed', dueAt: null })
      .where(and(inArray(webhookDeliveries.endpointId, theirs), isNotNull(webhookDeliveries.dueAt))),
    db.update(webhookEndpoints).set({ offSince: now(), offReason: 'maker_left' }).where(areTheirs),
  ]
}
