import { and, eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { mfaFactors, mfaRecoveryCodes } from '#db/schema/index.ts'
import type { Context, SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { ifRolledBack, onlyIfChanged } from '../../platform/all-or-nothing.ts'
import { HOUR_MS, iso } from '../../rules/durations.ts'
import type { RemoveFactorInput, VerifyFactorInput } from '../../rules/mfa.ts'
import { ACCOUNT_MAILS, accountMail } from '../accounts/mails.ts'
import { asTry } from '../limits/sign-in-tries.ts'
import { audit } from '../log/audit.ts'
import { requireRecentLogin, requireVerified } from '../sessions/require-proof.ts'
import { endSessionsOf, openSession } from '../sessions/session-store.ts'
import { CHALLENGE_OVER } from './answer-challenge.ts'
import { endChallengesOf, findChallenge, firstFactors } from './challenge.ts'
import {
  codeRefused,
  findFactor,
  hasSecondFactor,
  matchingStep,
  newTotpSecret,
  openFactorSecret,
  replaceRecoveryCodes,
  sealFactorSecret,
  totpUri,
} from './stored-factor.ts'

export type Enrollment = Awaited<ReturnType<typeof enroll>>

/**
 * Starts setting up an authenticator app, or replacing the current one. It takes effect only after `verifyFactor`;
 * starting again drops the previous set-up.
 *
 * @returns the secret in base32, this once, and the content of its QR code: `otpauth://totp/…`
 * @throws DomainError `recent_login_needed`; `email_not_verified`, because whoever created the account could otherwise
 * lock out the real owner of the address
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

const ENROLLMENT_LIFETIME_MS = HOUR_MS

/**
 * Completes the set-up of an authenticator app with one of its codes: from now on signing in requires one. Replaces a
 * former app, gives the current session a new token, and ends all other sessions.
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

export type FactorList = Awaited<ReturnType<typeof listFactors>>
export type FactorView = FactorList['items'][number]

/**
 * Lists the caller's second factors, also during a sign-in.
 *
 * @throws DomainError `not_signed_in` without a session and without a challenge
 */
export async function listFactors(ctx: Context) {
  const userId = ctx.session?.user.id ?? (await findChallenge(ctx))?.userId
  if (userId === undefined) throw new DomainError('not_signed_in', CHALLENGE_OVER)
  const list = factorList(await factorsQuery(ctx, userId))
  // Don't reveal the number of recovery codes before the sign-in is complete.
  return { ...list, recoveryCodesLeft: ctx.session && list.recoveryCodesLeft }
}

export function factorsQuery(ctx: Context, userId: string) {
  return ctx.db
    .select({
      ...columns(mfaFactors, 'id', 'factorType', 'status', 'createdAt', 'verifiedAt', 'lastUsedAt'),
      codesLeft: ctx.db.$count(mfaRecoveryCodes, eq(mfaRecoveryCodes.userId, userId)),
    })
    .from(mfaFactors)
    .where(eq(mfaFactors.userId, userId))
}

/** An `unverified` factor is still being set up and isn't used yet. */
export function factorList(rows: Awaited<ReturnType<typeof factorsQuery>>) {
  return {
    items: rows.map(({ codesLeft, createdAt, verifiedAt, lastUsedAt, ...factor }) => ({
      ...factor,
      createdAt: iso(createdAt),
      verifiedAt: iso(verifiedAt),
      lastUsedAt: iso(lastUsedAt),
    })),
    nextCursor: null,
    // Recovery codes end with the factor.
    recoveryCodesLeft: rows[0]?.codesLeft ?? 0,
  }
}

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
  const [unfinished, [factor]] = await ctx.db.batch([
    // The condition is in the statement, because the set-up may be finished at this moment.
    ctx.db
      .delete(mfaFactors)
      .where(and(own, eq(mfaFactors.status, 'unverified')))
      .returning({ id: mfaFactors.id }),
    ctx.db.select({ id: mfaFactors.id }).from(mfaFactors).where(own),
  ])
  if (unfinished.length > 0) return
  if (!factor)
    throw new DomainError(
      'not_found',
      'This authenticator app has already been removed. Please reload the page.',
    )
  requireRecentLogin(ctx, 'second')
  const mail = await accountMail(ctx, user.email, ACCOUNT_MAILS.factorRemoved)
  await ctx.db.batch([
    ...forgetSecondFactor(ctx, user.id, own),
    endSessionsOf(ctx, user.id, { but: ctx.session.id }),
    mail.statement,
  ])
  await audit(ctx, 'factor_removed', 'done')
}

export function forgetSecondFactor(ctx: Context, userId: string, factors = eq(mfaFactors.userId, userId)) {
  return [
    ctx.db.delete(mfaFactors).where(factors),
    ctx.db.delete(mfaRecoveryCodes).where(eq(mfaRecoveryCodes.userId, userId)),
    endChallengesOf(ctx, userId),
  ] as const
}
