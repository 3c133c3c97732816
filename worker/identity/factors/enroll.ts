import { and, eq } from 'drizzle-orm'
import { mfaFactors } from '#db/schema/index.ts'
import type { SignedInContext } from '../../context.ts'
import { requireRecentLogin, requireVerified } from '../sessions/require-proof.ts'
import { hasSecondFactor, sealFactorSecret } from './stored-factor.ts'
import { newTotpSecret, totpUri } from './totp.ts'

export type Enrollment = Awaited<ReturnType<typeof enroll>>

/**
 * Starts setting up an authenticator app, or replacing the current one. It takes effect only after `verifyFactor`;
 * starting again drops the previous set-up.
 *
 * @returns the secret in base32, this once, and the content of its QR code: `otpauth://totp/…`
 * @throws DomainError `recent_login_needed`; `email_not_verified`, because the account creator's factor would lock out
 * the owner of the address
 */
export async function enroll(ctx: SignedInContext) {
  const { user } = ctx.session
  requireVerified(ctx)
  requireRecentLogin(ctx, (await hasSecondFactor(ctx, user.id)) ? 'second' : 'any')
  const factorId = ctx.createId()
  const secret = newTotpSecret()
  await ctx.db.batch([
    ctx.db.delete(mfaFactors).where(and(eq(mfaFactors.userId, user.id), eq(mfaFactors.status, 'unverified'))),
    ctx.db.insert(mfaFactors).values({
      id: factorId,
      userId: user.id,
      factorType: 'totp',
      status: 'unverified',
      sealedSecret: await sealFactorSecret(ctx, factorId, secret),
      createdAt: ctx.now(),
    }),
  ])
  return { factorId, factorType: 'totp' as const, secret, uri: totpUri(secret, user.email) }
}
