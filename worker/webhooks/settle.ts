import { and, eq, sql } from 'drizzle-orm'
import { batchEndingIn } from '#db/client.ts'
import { users, webhookEndpoints } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { notify } from '../notifications/notify.ts'
import { nextTryAt } from '../platform/back-off.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../rules/durations.ts'
import { MAX_MESSAGES_AN_HOUR, RETRY_WAITS_MS } from '../rules/webhooks.ts'
import type { ClaimedEndpoint } from './claim-round.ts'
import { stopWaiting } from './deliveries.ts'
import { isTaken } from './post-message.ts'

/** Outcome of sending a message. */
export interface Try {
  number: number
  /** With this one. */
  attempts: number
  /** Null where no answer came. */
  status: number | null
  answer: string
}

const BACK_OFF = { waitsMs: RETRY_WAITS_MS, maxTries: RETRY_WAITS_MS.length + 1 }
const GONE = 410
/** An endpoint that took nothing for so long is switched off. */
const GIVE_UP_AFTER_MS = 3 * DAY_MS
/** Pause after an endpoint accepted nothing; everything due to it waits, so that a dead endpoint costs little. */
const REST_MS = 5 * MINUTE_MS

/**
 * Records a round and gives the endpoint back; switches it off where it says that it is gone, or took nothing for days.
 *
 * @returns when the next delivery is due, in the next hour if this one's messages are sent; null where none waits
 */
export async function settleRound(
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

/** Nothing more is sent there; members are told in the app, owners by mail as well. */
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
