import { and, eq } from 'drizzle-orm'
import { mfaFactors } from '#db/schema/index.ts'
import type { SignedInContext } from '../../context.ts'
import { emailNotVerified } from '../accounts/unverified.ts'
import { requireRecentLogin } from '../sessions/recent-login.ts'
import { sealFactorSecret } from './factor-secret.ts'
import { hasSecondFactor } from './find-factor.ts'
import { qrCodeImage } from './qr-code.ts'
import { newTotpSecret, totpUri } from './totp.ts'

export interface Enrollment {
  factorId: string
  factorType: 'totp'
  /** Base32; shown this once. */
  secret: string
  /** `otpauth://totp/…`, what the QR code says. */
  uri: string
  /** The QR code: `data:` URL of an SVG image. */
  qrCode: string
}

/**
 * Begins to set up an authenticator app. It counts only after `verifyFactor`; beginning again forgets the one before.
 * Where an app is set up already, this begins to replace it.
 *
 * @throws DomainError `recent_login_needed`; `email_not_verified`: a factor of whoever made the account would keep the
 *   owner of its address out
 */
export async function enroll(ctx: SignedInContext): Promise<Enrollment> {
  const { user } = ctx.session
  if (!user.isVerified) throw emailNotVerified()
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
  const uri = totpUri(secret, user.email)
  return { factorId, factorType: 'totp', secret, uri, qrCode: qrCodeImage(uri) }
}
