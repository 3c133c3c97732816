import { and, eq } from 'drizzle-orm'
import { mfaFactors } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { seal, unseal } from '../../platform/seal.ts'

/** The user's factor with that status; there is at most one. */
export async function findFactor(ctx: Context, userId: string, status: 'unverified' | 'verified') {
  const own = and(eq(mfaFactors.userId, userId), eq(mfaFactors.status, status))
  const [factor] = await ctx.db.select().from(mfaFactors).where(own)
  return factor ?? null
}

/** True if signing in requires a second factor. */
export async function hasSecondFactor(ctx: Context, userId: string): Promise<boolean> {
  return (await findFactor(ctx, userId, 'verified')) !== null
}

/** Encrypts an authenticator app's secret for the row of `factorId`; it can't be decrypted in another row. */
export function sealFactorSecret(ctx: Context, factorId: string, secret: string): Promise<string> {
  return seal(ctx.settings.MFA_ENCRYPTION_KEY, purposeOf(factorId), secret)
}

/**
 * @returns the secret in base32, and whether it is still encrypted with the previous key
 * @throws Error if none of our keys decrypts it, or if it was changed or moved
 */
export async function openFactorSecret(ctx: Context, factor: { id: string; sealedSecret: string }) {
  const { MFA_ENCRYPTION_KEY, MFA_ENCRYPTION_KEY_PREVIOUS } = ctx.settings
  let cause: unknown
  for (const key of [MFA_ENCRYPTION_KEY, MFA_ENCRYPTION_KEY_PREVIOUS]) {
    if (key === undefined) continue
    try {
      const secret = await unseal(key, purposeOf(factor.id), factor.sealedSecret)
      return { secret, isOldKey: key !== MFA_ENCRYPTION_KEY }
    } catch (error) {
      cause = error
    }
  }
  throw new Error(`The secret of the second factor ${factor.id} can't be opened.`, { cause })
}

function purposeOf(factorId: string): string {
  return `totp ${factorId}`
}
