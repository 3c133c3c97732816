import { and, desc, eq, notInArray } from 'drizzle-orm'
import { knownDevices } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { randomToken, sha256Hex } from '../../platform/ids.ts'
import { DEVICE_LIFETIME_MS, deviceCookie } from './device-cookie.ts'

const TOKEN_BYTES = 32
/** More browsers than a person signs in with. Each is allowed guesses of its own, so the number is bounded. */
export const MAX_DEVICES = 10

/**
 * The statements that note this browser as one that has signed in to the account, for the batch in which it does, and the
 * Set-Cookie value for its answer. A browser has one cookie for all accounts; the table holds its SHA-256.
 */
export async function rememberDevice(ctx: Context, userId: string) {
  const token = ctx.deviceToken ?? randomToken(TOKEN_BYTES)
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
    cookie: deviceCookie(token, ctx.settings.APP_ORIGIN),
  }
}
