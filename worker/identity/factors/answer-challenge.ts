import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { ifRolledBack, onlyIfChanged } from '../../platform/all-or-nothing.ts'
import type { ChallengeInput, SecondFactorCode } from '../../rules/mfa.ts'
import { ACCOUNT_MAILS, accountMail } from '../accounts/mails.ts'
import { asTry } from '../limits/sign-in-tries.ts'
import { audit } from '../log/audit.ts'
import type { SignInAnswer } from '../sessions/complete-sign-in.ts'
import { rememberDevice } from '../sessions/known-devices.ts'
import { endSessionOf, keptUntil, openSession } from '../sessions/session-store.ts'
import { challengeCookie, findChallenge, firstFactors, spendChallenge } from './challenge.ts'
import { codeRefused, spendCode } from './stored-factor.ts'

export const CHALLENGE_OVER = 'This sign-in took too long. Please sign in again.'

type Challenged = Awaited<ReturnType<typeof challenged>>

/**
 * Accepts a code of the authenticator app or a recovery code. During a sign-in it opens a session; an existing session
 * gets a new token and counts as just confirmed.
 *
 * @throws DomainError `not_signed_in` without a challenge and without a session; `bad_credentials` for a wrong or used
 * code; `too_many` after 5 wrong ones here or 10 in 15 minutes on the account
 */
export async function answerChallenge(ctx: Context, { code }: ChallengeInput): Promise<SignInAnswer> {
  const who = await challenged(ctx)
  const amr = [...who.amr, code.kind]
  const about = { userId: who.userId, organizationId: who.organizationId, detail: code.kind }
  try {
    await asTry(ctx, who, () => exchange(ctx, who, amr, code))
  } catch (error) {
    if (error instanceof DomainError && error.code === 'bad_credentials')
      await audit(ctx, 'second_factor', 'refused', about)
    throw error
  }
  if (who.isSigningIn) await audit(ctx, 'sign_in', 'done', { ...about, detail: amr.join(' ') })
  else await audit(ctx, 'second_factor', 'done', about)
  return { user: { id: who.userId, email: who.email, role: who.role }, aal: 'aal2', nextLevel: 'aal2' }
}

/** Uses up the code and the challenge and opens the session, atomically. */
async function exchange(ctx: Context, who: Challenged, amr: string[], code: SecondFactorCode): Promise<void> {
  const { userId, organizationId } = who
  const spent = await spendCode(ctx, userId, code)
  const session = await openSession(ctx, {
    userId,
    organizationId,
    aal: 'aal2',
    amr,
    keepUntil: who.keepUntil,
  })
  const device = who.isSigningIn && who.amr.includes('pwd') ? await rememberDevice(ctx, userId) : null
  const mails = code.kind === 'rec' ? [await accountMail(ctx, who.email, ACCOUNT_MAILS.recoveryCodeUsed)] : []
  await ctx.db
    .batch([
      spent.statement,
      onlyIfChanged(ctx),
      who.leave,
      onlyIfChanged(ctx),
      ...session.statements,
      ...(device?.statements ?? []),
      ...mails.map((mail) => mail.statement),
    ])
    .catch(ifRolledBack(() => codeRefused(code.kind)))
  for (const cookie of session.cookies) ctx.answerHeaders.append('set-cookie', cookie)
  if (device) ctx.answerHeaders.append('set-cookie', device.cookie)
  if (ctx.challengeToken !== null) {
    ctx.answerHeaders.append('set-cookie', challengeCookie.clear(ctx.settings.APP_ORIGIN))
  }
}

/**
 * Finds the person who has to enter a second factor. A challenge of this browser takes precedence over its session,
 * because it is newer.
 *
 * @returns `amr`: the methods of the first factor; `subject`: the key for the five attempts; `leave`: statement that
 * ends the challenge, or without one the current session, which is replaced; changes a row only the first time
 */
async function challenged(ctx: Context) {
  const challenge = await findChallenge(ctx)
  if (challenge) {
    const { tokenHash: subject } = challenge
    const keepUntil = challenge.keep ? keptUntil(ctx) : null
    return { ...challenge, isSigningIn: true, keepUntil, subject, leave: spendChallenge(ctx, subject) }
  }
  if (!ctx.session) throw new DomainError('not_signed_in', CHALLENGE_OVER)
  const { id, user, organization, amr, keepUntil } = ctx.session
  return {
    isSigningIn: false,
    keepUntil,
    userId: user.id,
    email: user.email,
    organizationId: organization.id,
    role: organization.role,
    amr: firstFactors(amr),
    subject: id,
    leave: endSessionOf(ctx, user.id, id),
  }
}
