import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { batchEndingIn, columns, literal } from '#db/client.ts'
import { organizationSubscriptions, users, webhookEndpoints } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { notify } from '../notifications/notify.ts'
import { isFree, newLease, nextTryAt } from '../platform/due.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../rules/durations.ts'
import { hasFeature } from '../rules/plans.ts'
import { MAX_MESSAGES_AN_HOUR, RETRY_WAITS_MS } from '../rules/webhooks.ts'
import { askForDelivery } from './announce.ts'
import { stopWaiting } from './deliveries.ts'
import { isTaken, postMessage } from './post-message.ts'
import { openedSecret, openSecret, sealSecret } from './sign.ts'

/** Deliveries due within this time are queued at once; later ones are queued by the cron trigger of their minute. */
const SOON_MS = MINUTE_MS

/**
 * Sends an endpoint's due deliveries, ten at a time and up to its hourly limit, from one consumer at a time. The worker
 * may die at any line: a message that was sent but not recorded is sent again under the same id.
 *
 * @throws unexpected errors, such as a database fault; the queue should then deliver its message again
 */
export async function deliverWebhooks(ctx: BackgroundContext, endpointId: string): Promise<void> {
  const endpoint = await claimRound(ctx, endpointId)
  if (!endpoint) return
  const secrets = await secretsOf(ctx, endpoint)
  const tries = await Promise.all(endpoint.due.map((message) => send(ctx, endpoint, message, secrets)))
  const nextDueAt = await settleRound(ctx, endpoint, tries)
  const waitMs = (nextDueAt ?? Infinity) - ctx.now()
  if (waitMs < SOON_MS) await askForDelivery(ctx, endpointId, Math.max(0, waitMs))
}

async function secretsOf(ctx: BackgroundContext, endpoint: ClaimedEndpoint): Promise<string[]> {
  const { id, sealedSecret, sealedFormerSecret, formerSecretUntil } = endpoint
  const { text: secret, isOldKey } = await openedSecret(ctx, id, sealedSecret)
  // If the secret is replaced meanwhile, the new one stays.
  if (isOldKey)
    await ctx.db
      .update(webhookEndpoints)
      .set({ sealedSecret: await sealSecret(ctx, id, secret) })
      .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.sealedSecret, sealedSecret)))
  const isFormerGood = sealedFormerSecret !== null && (formerSecretUntil ?? 0) > ctx.now()
  return [secret, ...(isFormerGood ? [await openSecret(ctx, id, sealedFormerSecret)] : [])]
}

async function send(
  ctx: BackgroundContext,
  { url, plan }: ClaimedEndpoint,
  { number, attempts, ...message }: ClaimedEndpoint['due'][number],
  secrets: readonly string[],
): Promise<Try> {
  const about = { number, attempts: attempts + 1 }
  if (!hasFeature(plan ?? 'free', 'hasApiAccess')) {
    return { ...about, status: null, answer: 'Your plan does not include the API.' }
  }
  return { ...about, ...(await postMessage(ctx, url, message, secrets)) }
}

const AT_ONCE = 10
/** Duration of a lease, long enough for a round. */
const LEASE_MS = MINUTE_MS

type ClaimedEndpoint = NonNullable<Awaited<ReturnType<typeof claimRound>>>

interface DueMessage {
  number: number
  id: string
  body: string
  attempts: number
}

/**
 * Leases an endpoint and its due deliveries, up to the hourly limit; null if the endpoint is off, unproven or leased.
 * Waiting edits of one review are reduced to the newest, so that a review edited a hundred times is one message.
 */
async function claimRound(ctx: BackgroundContext, endpointId: string) {
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
    // A message that was already tried keeps its content, because its receiver may know its id.
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
    // Count messages before they are sent, so that a worker that dies in between still counts them toward the limit.
    ctx.db.statement(sql`
      UPDATE webhook_endpoints SET hour_sent = min(${MAX_MESSAGES_AN_HOUR},
        hour_sent + (SELECT count(*) FROM (SELECT 1 FROM webhook_deliveries WHERE ${isDue} LIMIT ${literal(AT_ONCE)})))
      WHERE ${isOurs}`),
  ])
  return endpoint ? { ...endpoint, due: due.results } : null
}

interface Try {
  number: number
  /** Number of attempts, including this one. */
  attempts: number
  /** Null if there was no response. */
  status: number | null
  answer: string
}

const BACK_OFF = { waitsMs: RETRY_WAITS_MS, maxTries: RETRY_WAITS_MS.length + 1 }
const GONE = 410
/** An endpoint that has accepted nothing for this long is switched off. */
const GIVE_UP_AFTER_MS = 3 * DAY_MS
/** Pause after an endpoint has accepted nothing. All its deliveries wait, so that a dead endpoint costs little. */
const REST_MS = 5 * MINUTE_MS

/**
 * Records a round and releases the endpoint; switches it off if it is gone (410) or has accepted nothing for days.
 *
 * @returns time at which the next delivery is due: not before the next hour if this hour's limit is used up; null if
 * none is waiting
 */
async function settleRound(
  ctx: BackgroundContext,
  endpoint: ClaimedEndpoint,
  tries: readonly Try[],
): Promise<number | null> {
  const { id, leaseUntil, failingSince } = endpoint
  const now = ctx.now()
  const isOurs = and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.leaseUntil, leaseUntil))
  const outcomes = tries.map((one) => ({ ...one, ...after(one, now) }))
  const isAllFailed = outcomes.length > 0 && outcomes.every(({ state }) => state !== 'delivered')
  const since = isAllFailed ? (failingSince ?? now) : null
  const offReason = tries.some(({ status }) => status === GONE)
    ? 'gone'
    : since !== null && since <= now - GIVE_UP_AFTER_MS
      ? 'failing'
      : null
  const isHeld = sql`EXISTS (SELECT 1 FROM webhook_endpoints WHERE ${isOurs})`
  const record = ctx.db.statement(sql`
    UPDATE webhook_deliveries SET state = item.value->>'state', attempts = item.value->>'attempts',
      due_at = item.value->>'dueAt', attempted_at = ${now}, status = item.value->>'status', answer = item.value->>'answer'
    FROM json_each(${JSON.stringify(outcomes)}) AS item
    WHERE webhook_deliveries.number = item.value->>'number' AND webhook_deliveries.endpoint_id = ${id} AND ${isHeld}`)
  const rest = ctx.db.statement(sql`
    UPDATE webhook_deliveries SET due_at = ${now + REST_MS}
    WHERE endpoint_id = ${id} AND due_at <= ${now} AND ${isHeld}`)
  const giveBack = ctx.db
    .update(webhookEndpoints)
    .set({
      leaseUntil: null,
      ...(outcomes.length > 0 && { failingSince: since }),
      dueAt: sql`(SELECT max(min(due_at), CASE WHEN hour_sent >= ${MAX_MESSAGES_AN_HOUR} THEN hour_began_at + ${HOUR_MS} ELSE 0 END)
        FROM webhook_deliveries WHERE endpoint_id = ${id})`,
    })
    .where(isOurs)
    .returning({ dueAt: webhookEndpoints.dueAt })
  const statements = [
    record,
    ...(isAllFailed ? [rest] : []),
    ...(offReason ? await switchOff(ctx, endpoint, offReason, isHeld) : []),
  ]
  const [settled] = await batchEndingIn(ctx.db, statements, giveBack)
  return settled?.dueAt ?? null
}

function after({ status, attempts }: Try, now: number) {
  if (isTaken(status)) return { state: 'delivered', dueAt: null } as const
  const dueAt = nextTryAt(BACK_OFF, attempts, now)
  return { state: dueAt === null ? 'failed' : 'waiting', dueAt } as const
}

const WHY = {
  gone: 'reported that it is gone for good (410)',
  failing: 'accepted no messages for three days',
} as const

/** Switches an endpoint off and notifies members in the app, and owners by email as well. */
async function switchOff(
  ctx: BackgroundContext,
  { id, organizationId, url }: ClaimedEndpoint,
  reason: keyof typeof WHY,
  isHeld: ReturnType<typeof sql>,
) {
  const now = ctx.now()
  const host = new URL(url).host
  const message = `Your webhook endpoint at ${host} ${WHY[reason]}, so we switched it off.`
  const link = '/app/security'
  const owners = await ctx.db
    .select({ email: users.email })
    .from(users)
    .where(
      sql`${users.id} IN (SELECT user_id FROM organization_users
        WHERE organization_id = ${organizationId} AND role = 'owner' AND is_active)`,
    )
  const mails = await Promise.all(
    owners.map(({ email }) =>
      ctx.mail.prepare(
        {
          to: email,
          subject: `Your webhook endpoint at ${host} is switched off`,
          blocks: [
            'Hello,',
            `${message} Nothing is lost: your reviews are still here. Once the endpoint works again, switch it back on.`,
            { label: 'Open Security', url: `${ctx.settings.APP_ORIGIN}${link}` },
          ],
          kind: 'webhook',
        },
        isHeld,
      ),
    ),
  )
  return [
    stopWaiting(ctx, id, isHeld),
    notify(
      ctx,
      {
        organizationId,
        kind: 'system_update',
        message: `${message} Switch it on again under Security.`,
        link,
        dedupeKey: `webhook:${id}:${now}`,
      },
      isHeld,
    ),
    ...mails.map(({ statement }) => statement),
    ctx.db
      .update(webhookEndpoints)
      .set({ offSince: now, offReason: reason })
      .where(and(eq(webhookEndpoints.id, id), isHeld)),
  ]
}
