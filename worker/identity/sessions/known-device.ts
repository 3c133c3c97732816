import { and, eq, gt } from 'drizzle-orm'
import { knownDevices } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { sha256Hex } from '../../platform/ids.ts'

/**
 * The name of this browser among those that have signed in to an account; null where it has not, lately.
 *
 * @param userId of nobody, for an address without an account: the same look-up, which finds nothing
 */
export async function knownDeviceOf(ctx: Context, userId: string): Promise<string | null> {
  const tokenHash = await sha256Hex(ctx.deviceToken ?? '')
  const rows = await ctx.db
    .select({ tokenHash: knownDevices.tokenHash })
    .from(knownDevices)
    .where(
      and(
        eq(knownDevices.userId, userId),
        eq(knownDevices.tokenHash, tokenHash),
        gt(knownDevices.expiresAt, ctx.now()),
      ),
    )
  return rows[0]?.tokenHash ?? null
}
