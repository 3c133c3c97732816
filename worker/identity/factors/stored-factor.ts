import { and, eq } from 'drizzle-orm'
import { mfaFactors } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { seal, unseal } from '../../platform/seal.ts'

/** The user's factor in that state: there is at most one. */
export async function findFactor(ctx: Context, userId: string, status: 'unverified' | 'verified') {
  const own = and(eq(mfaFactors.userId, userId), eq(mfaFactors.status, status))
  const [factor] = await ctx.db.select().from(mfaFactors).where(own)
  return factor ?? null
}

/** Whether signing in takes a second factor. */
export async function hasSecondFactor(ctx: Context, userId: string): Promise<boolean> {
  return (await findFactor(ctx, userId, 'verified')) !== null
}

/** Encrypts an authenticator app's secret for the row of `factorId`; in another row it can't be opened. */
export function sealFactorSecret(ctx: Context, factorId: string, secret: string): Promise<string> {
  return seal(ctx.settings.MFA_ENCRYPTION_KEY, purposeOf(factorId), secret)
}

/**
 * @returns the secret in base32, and whether it is still sealed with the former key
 * @throws Error where no key of ours opens it, or where it was changed or moved
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
