import { and, eq } from 'drizzle-orm'
import { mfaFactors, mfaRecoveryCodes } from '#db/schema/index.ts'
import type { Context, SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import type { RemoveFactorInput } from '../../rules/mfa.ts'
import { ACCOUNT_MAILS, accountMail } from '../accounts/mails.ts'
import { audit } from '../log/audit.ts'
import { requireRecentLogin } from '../sessions/require-proof.ts'
import { endSessionsOf } from '../sessions/session-store.ts'
import { endChallengesOf } from './challenge.ts'

/**
 * Removes an authenticator app and its recovery codes, so that the password alone signs in again. All other sessions
 * end. An unfinished set-up is simply deleted.
 *
 * @throws DomainError `not_found` if the factor isn't the caller's; `recent_login_needed` without a code of the app or
 * a recovery code in the last 10 minutes
 */
export async function removeFactor(ctx: SignedInContext, { factorId }: RemoveFactorInput): Promise<void> {
  const { user } = ctx.session
  const own = and(eq(mfaFactors.id, factorId), eq(mfaFactors.userId, user.id))
  const [factor] = await ctx.db.select({ status: mfaFactors.status }).from(mfaFactors).where(own)
  if (!factor)
    throw new DomainError(
      'not_found',
      'This authenticator app has already been removed. Please reload the page.',
    )
  if (factor.status === 'unverified') {
    await ctx.db.delete(mfaFactors).where(own)
    return
  }
  requireRecentLogin(ctx, 'second')
  const mail = await accountMail(ctx, user.email, ACCOUNT_MAILS.factorRemoved)
  await ctx.db.batch([
    ...forgetSecondFactor(ctx, user.id, own),
    endSessionsOf(ctx, user.id, { but: ctx.session.id }),
    mail.statement,
  ])
  await audit(ctx, 'factor_removed', 'done')
}

/** Statements that remove the second factor, so that the first factor alone signs in. */
export function forgetSecondFactor(ctx: Context, userId: string, factors = eq(mfaFactors.userId, userId)) {
  return [
    ctx.db.delete(mfaFactors).where(factors),
    ctx.db.delete(mfaRecoveryCodes).where(eq(mfaRecoveryCodes.userId, userId)),
    endChallengesOf(ctx, userId),
  ] as const
}
