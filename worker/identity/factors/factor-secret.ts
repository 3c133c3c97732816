import type { Context } from '../../context.ts'
import { seal, unseal } from '../../platform/seal.ts'

/** Encrypts an authenticator app's secret for the row of `factorId`; in another row it can't be opened. */
export function sealFactorSecret(ctx: Context, factorId: string, secret: string): Promise<string> {
  return seal(ctx.settings.MFA_ENCRYPTION_KEY, purposeOf(factorId), secret)
}

/**
 * @returns the secret in base32, and whether it is still sealed with the key before the present one
 * @throws Error where no key of ours opens it, or where it was changed or moved
 */
export async function openFactorSecret(ctx: Context, factor: { id: string; sealedSecret: string }) {
  const { MFA_ENCRYPTION_KEY, MFA_ENCRYPTION_KEY_PREVIOUS } = ctx.settings
  const open = (key: string) => unseal(key, purposeOf(factor.id), factor.sealedSecret)
  try {
    return { secret: await open(MFA_ENCRYPTION_KEY), isOldKey: false }
  } catch (cause) {
    if (MFA_ENCRYPTION_KEY_PREVIOUS === undefined) throw unreadable(factor.id, cause)
  }
  try {
    return { secret: await open(MFA_ENCRYPTION_KEY_PREVIOUS), isOldKey: true }
  } catch (cause) {
    throw unreadable(factor.id, cause)
  }
}

function purposeOf(factorId: string): string {
  return `totp ${factorId}`
}

function unreadable(factorId: string, cause: unknown): Error {
  return new Error(`The secret of the second factor ${factorId} can't be opened.`, { cause })
}
