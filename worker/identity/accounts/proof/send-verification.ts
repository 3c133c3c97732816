import type { SignedInContext } from '../../../context.ts'
import { LIMITS, requireTry } from '../../limits/tries.ts'
import { audit } from '../../log/audit.ts'
import { ACCOUNT_MAILS, accountMail, requireMail } from '../mails.ts'
import { makeLink } from './email-link.ts'

/**
 * Sends the link that proves the address once more; the one before it ends. Nothing to do for a proven address.
 *
 * @throws DomainError `too_many` beyond 3 an hour
 */
export async function resendVerification(ctx: SignedInContext): Promise<void> {
  const { id: userId, email, isVerified } = ctx.session.user
  if (isVerified) return
  requireMail(ctx)
  await requireTry(ctx, LIMITS.verificationMailAccount, userId)
  const link = await makeLink(ctx, { userId, purpose: 'verify', email })
  const mail = await accountMail(ctx, email, ACCOUNT_MAILS.verification(link.url))
  await ctx.db.batch([link.statement, mail.statement])
  await audit(ctx, 'verification_sent', 'done')
}
