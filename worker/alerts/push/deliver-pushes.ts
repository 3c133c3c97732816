import { eq } from 'drizzle-orm'
import { outgoingPushes, pushDevices } from '#db/schema/index.ts'
import type { BackgroundContext } from '../../context.ts'
import { type DueWork, doDue, doubling } from '../../platform/due.ts'
import { logEvent, logFault } from '../../platform/log.ts'
import { unsealAny } from '../../platform/seal.ts'
import { MINUTE_MS, SECOND_MS } from '../../rules/durations.ts'
import { PUSH_SEAL } from './devices.ts'
import { encryptPush } from './encrypt.ts'
import { vapidHeader } from './vapid.ts'

const TIMEOUT_MS = 10 * SECOND_MS
/** 1, 2, 4, … minutes: we give up after about half an hour, when it is no news any more. */
const BACK_OFF = { waitsMs: doubling(MINUTE_MS, 16 * MINUTE_MS), maxTries: 5 }
/** Time the push service keeps a message for a device that is off. */
const KEPT_SECONDS = 24 * 60 * 60
/** The browser has ended its subscription. */
const GONE = [404, 410]
const PASSING = [408, 429]

type Push = typeof outgoingPushes.$inferSelect

const PUSHES: DueWork<typeof outgoingPushes> = {
  table: outgoingPushes,
  key: 'id',
  dueAt: 'dueAt',
  tries: 'attempts',
  backOff: BACK_OFF,
  limit: 100,
  atOnce: 10,
  fault: 'push_not_delivered',
  about: ({ attempts }) => ({ attempts }),
}

/**
 * Hands the push messages that are due to the services of their browsers. A message is claimed before it is sent and deleted
 * after; its tag makes the browser show one that came twice once. A device that the service does not know any more is
 * deleted. Part of the minute's tick.
 */
export async function deliverPushes(ctx: BackgroundContext): Promise<void> {
  if (ctx.settings.PUSH_PRIVATE_JWK) await doDue(ctx, PUSHES, (push) => deliver(ctx, push))
}

async function deliver(ctx: BackgroundContext, push: Push): Promise<void> {
  const status = await send(ctx, push)
  if (GONE.includes(status)) {
    // Its messages go with it.
    await ctx.db.delete(pushDevices).where(eq(pushDevices.id, push.deviceId))
    return logEvent('push_device_gone', { deviceId: push.deviceId })
  }
  if (status >= 500 || PASSING.includes(status)) throw new Error(`the push service answered ${status}`)
  // What the service refuses for good won't get better.
  if (status > 299) logFault('push_refused', new Error(`the push service answered ${status}`))
  await ctx.db.delete(outgoingPushes).where(eq(outgoingPushes.id, push.id))
}

/** @returns the status the push service answers with; 410 for a device that is gone here */
async function send(ctx: BackgroundContext, push: Push): Promise<number> {
  const [device] = await ctx.db.select().from(pushDevices).where(eq(pushDevices.id, push.deviceId))
  const authorization = device && (await vapidHeader(ctx, device.endpoint))
  if (!device || !authorization) return 410
  const message = await unsealAny(ctx.settings, PUSH_SEAL, push.sealed)
  const request = new Request(device.endpoint, {
    method: 'POST',
    headers: {
      authorization,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(KEPT_SECONDS),
      urgency: 'high',
    },
    body: await encryptPush(message, device),
  })
  const { status } = await ctx.outbound('push', request, { timeoutMs: TIMEOUT_MS })
  return status
}
