import { eq } from 'drizzle-orm'
import { mfaChallenges, mfaFactors, mfaRecoveryCodes, userIdentities } from '#db/schema/index.ts'
import type { Context } from '../context.ts'

/**
 * Statements that take from an account whose address nobody had proven whatever its maker could get in with again, or
 * keep its owner out with: provider identities and the second factor. Password, sessions and links are replaced by who
 * proves the address. For the batch in which that happens.
 */
export function dropWaysIn(ctx: Context, userId: string) {
  return [
    ctx.db.delete(userIdentities).where(eq(userIdentities.userId, userId)),
    ctx.db.delete(mfaFactors).where(eq(mfaFactors.userId, userId)),
    ctx.db.delete(mfaRecoveryCodes).where(eq(mfaRecoveryCodes.userId, userId)),
    ctx.db.delete(mfaChallenges).where(eq(mfaChallenges.userId, userId)),
  ] as const
}
