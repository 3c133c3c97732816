import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { webhookDeliveries, webhookEndpoints } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext, SignedInContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { requireApiAccess } from '../identity/keys/keys.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { requireRecentLogin, requireVerified } from '../identity/sessions/require-proof.ts'
import { isPublicAddress } from '../platform/public-address.ts'
import { HOUR_MS, iso } from '../rules/durations.ts'
import {
  type CreateWebhookInput,
  MAX_ENDPOINTS,
  MAX_MESSAGES_AN_HOUR,
  type NewWebhookSecret,
  type RotateWebhookInput,
  type UpdateWebhookInput,
  WEBHOOK_EVENTS,
  type WebhookId,
  type WebhookProof,
  type WebhookView,
} from '../rules/webhooks.ts'
import { stopWaiting } from './deliveries.ts'
import { challenge, recordProof } from './post-message.ts'
import { endpointNotFound, ownEndpoint, requireEndpoint } from './require-endpoint.ts'
import { newSecret, openSecret, sealSecret } from './sign.ts'

const ADDRESS_REFUSED =
  'Enter an https address on the internet: a host name, without a port, a user name or an IP address.'

/**
 * Normalizes the URL, without its fragment.
 *
 * @throws DomainError `invalid_input` for a URL that isn't on the internet, or is our own
 */
function requireAddress({ settings }: Pick<BackgroundContext, 'settings'>, address: string): string {
  const url = URL.parse(address)
  if (!url || !isPublicAddress(url) || url.host === new URL(settings.APP_ORIGIN).host) {
    throw new DomainError('invalid_input', ADDRESS_REFUSED, { fields: { url: ADDRESS_REFUSED } })
  }
  url.hash = ''
  return url.href
}

/**
 * Creates an endpoint and challenges it. The inserting statement counts the others, so that concurrent calls can't
 * exceed the limit.
 *
 * @returns its secret, which is shown only now; and why it isn't proven yet
 * @throws DomainError `plan_limit`, `email_not_verified`, `recent_login_needed`; `invalid_input` for a URL that isn't
 * on the internet; `conflict` if there are too many endpoints
 */
export async function createWebhook(
  ctx: MemberContext,
  input: CreateWebhookInput,
): Promise<NewWebhookSecret & WebhookProof> {
  requireApiAccess(ctx)
  requireVerified(ctx)
  requireRecentLogin(ctx)
  const url = requireAddress(ctx, input.url)
  const { id: organizationId } = ctx.organization
  const id = ctx.createId()
  const secret = newSecret()
  const [{ results }] = await ctx.db.batch([
    ctx.db.statement(sql`
      INSERT INTO webhook_endpoints (id, organization_id, url, events, sealed_secret, created_at, created_by)
      SELECT ${id}, ${organizationId}, ${url}, ${JSON.stringify(input.events)},
        ${await sealSecret(ctx, id, secret)}, ${ctx.now()}, ${ctx.session.user.id}
      WHERE (SELECT count(*) FROM webhook_endpoints WHERE organization_id = ${organizationId}) < ${MAX_ENDPOINTS}
      RETURNING id`),
    recordAction(ctx, { organizationId, action: 'webhook_created', subject: url }),
  ])
  if (results.length === 0) {
    throw new DomainError('conflict', `You already have ${MAX_ENDPOINTS} endpoints. Delete one first.`)
  }
  return { id, secret, ...(await recordProof(ctx, { id, url, secret })) }
}

/** Oldest first. */
export async function listWebhooks(ctx: MemberContext) {
  return { items: webhookViews(await webhooksQuery(ctx)), nextCursor: null }
}

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

/**
 * Changes an endpoint's URL or events, or switches it on or off. A new URL must answer a challenge before it is stored.
 * Switching off cancels the waiting deliveries. The member who switches an endpoint on becomes its creator: it is
 * switched off once that member is no longer an admin.
 *
 * @throws DomainError `not_found`, `plan_limit`, `recent_login_needed` for a new URL; `invalid_input` as
 * `requireAddress`, and for a URL that doesn't answer a challenge
 */
export async function updateWebhook(ctx: MemberContext, input: UpdateWebhookInput): Promise<void> {
  requireApiAccess(ctx)
  const { id, events, isOn } = input
  // Somebody who finds a signed-in browser must not be able to send the organization's events elsewhere.
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

/** The new URL once it has answered a challenge; undefined if the URL is unchanged. */
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

/** Statements that switch off an organization's endpoints that a user created or switched on. */
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

/**
 * Gives an endpoint a new secret. The former one also signs for the requested hours, so that the receiver can switch
 * without a gap. Only one of several simultaneous calls with the same secret number replaces the secret.
 *
 * @returns the new secret, which is shown only now
 * @throws DomainError `not_found`, `plan_limit`, `recent_login_needed`; `conflict` if that secret was already replaced
 */
export async function rotateWebhook(
  ctx: MemberContext,
  { id, secretNumber, overlapHours }: RotateWebhookInput,
): Promise<NewWebhookSecret> {
  requireApiAccess(ctx)
  requireRecentLogin(ctx)
  const { url } = await requireEndpoint(ctx, id)
  const secret = newSecret()
  const isFormerKept = overlapHours > 0
  const [rotated] = await ctx.db.batch([
    ctx.db
      .update(webhookEndpoints)
      .set({
        sealedSecret: await sealSecret(ctx, id, secret),
        secretNumber: sql`secret_number + 1`,
        sealedFormerSecret: isFormerKept ? sql`sealed_secret` : null,
        formerSecretUntil: isFormerKept ? ctx.now() + overlapHours * HOUR_MS : null,
      })
      .where(and(ownEndpoint(ctx, id), eq(webhookEndpoints.secretNumber, secretNumber)))
      .returning({ id: webhookEndpoints.id }),
    recordAction(ctx, { organizationId: ctx.organization.id, action: 'webhook_rotated', subject: url }),
  ])
  if (rotated.length === 0) {
    throw new DomainError('conflict', 'This secret has since been replaced. Reload the page.')
  }
  return { id, secret }
}

/** Deletes an endpoint with its waiting deliveries. @throws DomainError `not_found` */
export async function removeWebhook(ctx: MemberContext, { id }: WebhookId): Promise<void> {
  const isIt = ownEndpoint(ctx, id)
  const subject = sql`(SELECT url FROM webhook_endpoints WHERE ${isIt})`
  const [, removed] = await ctx.db.batch([
    recordAction(
      ctx,
      { organizationId: ctx.organization.id, action: 'webhook_deleted', subject },
      sql`${subject} IS NOT NULL`,
    ),
    ctx.db.delete(webhookEndpoints).where(isIt).returning({ id: webhookEndpoints.id }),
  ])
  if (removed.length === 0) throw endpointNotFound()
}
