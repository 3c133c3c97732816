import { and, eq } from 'drizzle-orm'
import { mfaFactors } from '#db/schema/index.ts'
import type { SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { ifRolledBack, onlyIfChanged } from '../../platform/all-or-nothing.ts'
import { HOUR_MS } from '../../rules/durations.ts'
import type { VerifyFactorInput } from '../../rules/mfa.ts'
import { ACCOUNT_MAILS, accountMail } from '../accounts/mails.ts'
import { asTry } from '../limits/code-tries.ts'
import { audit } from '../log/audit.ts'
import { requireRecentLogin, requireVerified } from '../sessions/require-proof.ts'
import { endSessionsOf, openSession } from '../sessions/session-store.ts'
import { endChallengesOf, firstFactors } from './challenge.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { codeRefused } from './spend-code.ts'
import { findFactor, hasSecondFactor, openFactorSecret } from './stored-factor.ts'
import { matchingStep } from './totp.ts'

const ENROLLMENT_LIFETIME_MS = HOUR_MS

/**
 * Completes the set-up of an authenticator app with one of its codes: from now on signing in requires one. Replaces a
 * former app, ends all other sessions, and gives this one a new token.
 *
 * @returns the recovery codes, this once
 * @throws DomainError `not_found` if the set-up isn't the caller's, is complete, or was started more than an hour ago;
 * `bad_credentials` for a wrong code; `too_many`; `recent_login_needed`; `email_not_verified`
 */
export async function verifyFactor(ctx: SignedInContext, { factorId, code }: VerifyFactorInput) {
  const { user } = ctx.session
  requireVerified(ctx)
  const factor = await findFactor(ctx, user.id, 'unverified')
  if (!factor || factor.id !== factorId || factor.createdAt <= ctx.now() - ENROLLMENT_LIFETIME_MS)
    throw new DomainError('not_found', 'This setup has expired. Please start again.')
  const isReplacement = await hasSecondFactor(ctx, user.id)
  requireRecentLogin(ctx, isReplacement ? 'second' : 'any')

  const { secret } = await openFactorSecret(ctx, factor)
  const recoveryCodes = await asTry(ctx, { userId: user.id, subject: factorId }, () => {
    const step = matchingStep(secret, code, ctx.now())
    if (step === null) throw codeRefused('otp')
    return activate(ctx, factorId, step, isReplacement)
  })
  await audit(ctx, 'factor_enrolled', 'done', { detail: isReplacement ? 'replaced' : undefined })
  return { factorId, recoveryCodes }
}

/** @param step time step of the entered code, which can't be used again */
async function activate(ctx: SignedInContext, factorId: string, step: number, isReplacement: boolean) {
  const { user, organization } = ctx.session
  const now = ctx.now()
  const { codes, statements } = await replaceRecoveryCodes(ctx, user.id)
  const amr = [...firstFactors(ctx.session.amr), 'otp']
  const session = await openSession(ctx, {
    userId: user.id,
    organizationId: organization.id,
    aal: 'aal2',
    amr,
  })
  const { factorReplaced, factorEnrolled } = ACCOUNT_MAILS
  const mail = await accountMail(ctx, user.email, isReplacement ? factorReplaced : factorEnrolled)
  await ctx.db
    .batch([
      ctx.db.delete(mfaFactors).where(and(eq(mfaFactors.userId, user.id), eq(mfaFactors.status, 'verified'))),
      ctx.db
        .update(mfaFactors)
        .set({ status: 'verified', verifiedAt: now, lastStep: step, lastUsedAt: now })
        .where(and(eq(mfaFactors.id, factorId), eq(mfaFactors.status, 'unverified'))),
      onlyIfChanged(ctx),
      ...statements,
      endChallengesOf(ctx, user.id),
      endSessionsOf(ctx, user.id),
      ...session.statements,
      mail.statement,
    ])
    .catch(ifRolledBack(() => codeRefused('otp')))
  for (const cookie of session.cookies) ctx.answerHeaders.append('set-cookie', cookie)
  return codes
}
