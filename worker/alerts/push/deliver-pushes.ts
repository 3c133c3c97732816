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
/** 1, 2, 4, … minutes: gives up after about half an hour, when the message is no longer news. */
const BACK_OFF = { waitsMs: doubling(MINUTE_MS, 16 * MINUTE_MS), maxTries: 5 }
/** Time the push service keeps a message for a device that is off. */
const KEPT_SECONDS = 24 * 60 * 60
/** Status codes for a subscription that the browser has ended. */
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
 * A message is claimed before it is sent and deleted afterwards; its tag makes the browser show a duplicate only once.
 * Devices unknown to their service are deleted. Part of the minute's tick.
 */
export async function deliverPushes(ctx: BackgroundContext): Promise<void> {
  if (ctx.settings.PUSH_PRIVATE_JWK) await doDue(ctx, PUSHES, (push) => deliver(ctx, push))
}

async function deliver(ctx: BackgroundContext, push: Push): Promise<void> {
  const status = await send(ctx, push)
  if (GONE.includes(status)) {
    // Also deletes the device's messages.
    await ctx.db.delete(pushDevices).where(eq(pushDevices.id, push.deviceId))
    return logEvent('push_device_gone', { deviceId: push.deviceId })
  }
  if (status >= 500 || PASSING.includes(status)) throw new Error(`the push service answered ${status}`)
  // Permanent refusals aren't retried.
  if (status > 299) logFault('push_refused', new Error(`the push service answered ${status}`))
  await ctx.db.delete(outgoingPushes).where(eq(outgoingPushes.id, push.id))
}

/** @returns the push service's status; 410 if the device has been deleted */
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
