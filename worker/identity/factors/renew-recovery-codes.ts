import type { SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { audit } from '../log/audit.ts'
import { requireRecentLogin } from '../sessions/recent-login.ts'
import { hasSecondFactor } from './find-factor.ts'
import { secondFactorMail } from './mails.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

/**
 * Makes ten new recovery codes; those from before no longer work.
 *
 * @returns the codes, this once
 * @throws DomainError `not_found` without an authenticator app; `recent_login_needed` without a code of the app or a
 *   recovery code in the last 10 minutes
 */
export async function renewRecoveryCodes(ctx: SignedInContext): Promise<{ recoveryCodes: string[] }> {
  const { user } = ctx.session
  if (!(await hasSecondFactor(ctx, user.id)))
    throw new DomainError('not_found', 'Set up an authenticator app first: recovery codes stand in for it.')
  requireRecentLogin(ctx, 'second')
  const codes = await replaceRecoveryCodes(ctx, user.id)
  const mail = await secondFactorMail(ctx, user.email, 'recovery_codes_made')
  await ctx.db.batch([...codes.statements, mail.statement])
  await audit(ctx, 'recovery_codes_made', 'done')
  return { recoveryCodes: codes.shown }
}
