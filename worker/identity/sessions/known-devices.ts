import { and, desc, eq, gt, notInArray } from 'drizzle-orm'
import { knownDevices } from '#db/schema/accounts.ts'
import type { Context } from '../../context.ts'
import { hostCookie } from '../../platform/host-cookie.ts'
import { randomToken, sha256Hex } from '../../platform/ids.ts'
import { DAY_MS } from '../../rules/durations.ts'

/** Lifetime of a known device, counted from its last sign-in. */
export const DEVICE_LIFETIME_MS = 180 * DAY_MS
const TOKEN = /^[A-Za-z0-9_-]{43}$/
/** Grants no access; it only identifies a browser that has signed in before. */
const deviceCookie = hostCookie('device', 'Strict', DEVICE_LIFETIME_MS)
/** Maximum known browsers per account: each of them may guess passwords on its own counter. */
export const MAX_DEVICES = 10

/**
 * Statements that record this browser as known to the account, and the Set-Cookie value for the response. A browser has
 * one token for all accounts; the table stores its SHA-256.
 */
export async function rememberDevice(ctx: Context, userId: string) {
  const token = ctx.deviceToken ?? randomToken()
  const now = ctx.now()
  const seen = { usedAt: now, expiresAt: now + DEVICE_LIFETIME_MS }
  const own = eq(knownDevices.userId, userId)
  const kept = ctx.db
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(own)
    .orderBy(desc(knownDevices.usedAt), desc(knownDevices.id))
    .limit(MAX_DEVICES)
  return {
    statements: [
      ctx.db
        .insert(knownDevices)
        .values({ id: ctx.createId(), userId, tokenHash: await sha256Hex(token), ...seen })
        .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.tokenHash], set: seen }),
      ctx.db.delete(knownDevices).where(and(own, notInArray(knownDevices.id, kept))),
    ] as const,
    cookie: deviceCookie.set(token, ctx.settings.APP_ORIGIN),
  }
}

/** Null if the cookie is missing or isn't one of ours. */
export function deviceTokenIn(cookieHeader: string | null, appOrigin: string): string | null {
  const token = deviceCookie.read(cookieHeader, appOrigin)
  return token !== null && TOKEN.test(token) ? token : null
}

/** Null if the browser hasn't signed in to the account recently. */
export async function knownDeviceOf(ctx: Context, userId: string): Promise<string | null> {
  const { tokenHash, expiresAt } = knownDevices
  const isIt = and(eq(knownDevices.userId, userId), eq(tokenHash, await sha256Hex(ctx.deviceToken ?? '')))
  const [device] = await ctx.db
    .select({ tokenHash })
    .from(knownDevices)
    .where(and(isIt, gt(expiresAt, ctx.now())))
  return device?.tokenHash ?? null
}

export function forgetDevices({ db }: Context, userId: string) {
  return db.delete(knownDevices).where(eq(knownDevices.userId, userId))
}
