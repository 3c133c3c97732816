import { and, eq } from 'drizzle-orm'
import { encodeQR } from 'qr'
import { mfaFactors } from '#db/schema/index.ts'
import type { SignedInContext } from '../../context.ts'
import { requireRecentLogin, requireVerified } from '../sessions/require-proof.ts'
import { hasSecondFactor, sealFactorSecret } from './stored-factor.ts'
import { newTotpSecret, totpUri } from './totp.ts'

export type Enrollment = Awaited<ReturnType<typeof enroll>>

/**
 * Begins to set up an authenticator app, or to replace the present one. It counts only after `verifyFactor`; beginning
 * again drops the former set-up.
 *
 * @returns the secret in base32, this once, and what the QR code says: `otpauth://totp/…`
 * @throws DomainError `recent_login_needed`; `email_not_verified`: a factor of whoever made the account would keep the
 *   owner of its address out
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
  const uri = totpUri(secret, user.email)
  return { factorId, factorType: 'totp' as const, secret, uri, qrCode: qrCodeImage(uri) }
}

/**
 * The text as a QR code: a `data:` URL of an SVG image, dark on light, with the quiet border that readers need. A screen
 * has no stains, so the lowest correction, with the largest dots, reads best.
 */
export function qrCodeImage(text: string): string {
  const modules = encodeQR(text, 'raw', { ecc: 'low', border: 4 })
  const size = modules.length
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
