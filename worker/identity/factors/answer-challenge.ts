import { and, eq, gt } from 'drizzle-orm'
import { mfaChallenges, sessions } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { ifRolledBack, onlyIfChanged } from '../../platform/all-or-nothing.ts'
import type { ChallengeInput, SecondFactorCode } from '../../rules/mfa.ts'
import { asTry } from '../limits/code-tries.ts'
import { audit } from '../log/audit.ts'
import type { SignInAnswer } from '../sessions/complete-sign-in.ts'
import { rememberDevice } from '../sessions/known-devices.ts'
import { openSession } from '../sessions/open-session.ts'
import { challengeCookie, findChallenge } from './challenge.ts'
import { secondFactorMail } from './mails.ts'
import { codeRefused, spendCode } from './spend-code.ts'

export const CHALLENGE_OVER = 'This sign-in took too long. Please sign in again.'

/** Who enters a code, and what it is exchanged for a new session. */
interface Challenged {
  /** As against somebody who has a session. */
  isSigningIn: boolean
  userId: string
  email: string
  organizationId: string
  role: string
  /** Without the second factor's. */
  amr: string[]
  /** What the five tries belong to. */
  subject: string
  /** Ends the challenge, or the session that gets a new token; changes a row the first time only. */
  leave: ReturnType<typeof leaveChallenge> | ReturnType<typeof leaveSession>
}

/**
 * Takes a code of the authenticator app or a recovery code. Somebody who is signing in gets their session; somebody who
 * is signed in has entered their second factor just now, and their session gets a new token.
 *
 * @throws DomainError `not_signed_in` without a challenge and without a session; `bad_credentials` for a wrong or used
 *   code; `too_many` after 5 wrong ones here or 10 in 15 minutes on the account
 */
export async function answerChallenge(ctx: Context, { code }: ChallengeInput): Promise<SignInAnswer> {
  const who = await challenged(ctx)
  const about = { userId: who.userId, organizationId: who.organizationId, detail: code.kind }
  try {
    await asTry(ctx, who, () => exchange(ctx, who, code))
  } catch (error) {
    if (error instanceof DomainError && error.code === 'bad_credentials')
      await audit(ctx, 'second_factor', 'refused', about)
    throw error
  }
  if (who.isSigningIn) {
    await audit(ctx, 'sign_in', 'done', { ...about, detail: [...who.amr, code.kind].join(' ') })
  } else {
    await audit(ctx, 'second_factor', 'done', about)
  }
  return { user: { id: who.userId, email: who.email, role: who.role }, aal: 'aal2', nextLevel: 'aal2' }
}

/** Code and challenge are used up, and the session is there, in one batch or not at all. */
async function exchange(ctx: Context, who: Challenged, code: SecondFactorCode): Promise<void> {
  const spent = await spendCode(ctx, who.userId, code)
  const session = await openSession(ctx, {
    userId: who.userId,
    organizationId: who.organizationId,
    aal: 'aal2',
    amr: [...who.amr, code.kind],
  })
  const device = who.isSigningIn && who.amr.includes('pwd') ? await rememberDevice(ctx, who.userId) : null
  const mails = code.kind === 'rec' ? [await secondFactorMail(ctx, who.email, 'recovery_code_used')] : []
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
  ctx.answerHeaders.append('set-cookie', session.cookie)
  if (device) ctx.answerHeaders.append('set-cookie', device.cookie)
  if (ctx.challengeToken !== null) {
    ctx.answerHeaders.append('set-cookie', challengeCookie.clear(ctx.settings.APP_ORIGIN))
  }
}

/** The newer intention wins: a challenge of this browser before the session it may have. */
async function challenged(ctx: Context): Promise<Challenged> {
  const challenge = await findChallenge(ctx)
  if (challenge) {
    const { tokenHash } = challenge
    return { ...challenge, isSigningIn: true, subject: tokenHash, leave: leaveChallenge(ctx, tokenHash) }
  }
  if (!ctx.session) throw new DomainError('not_signed_in', CHALLENGE_OVER)
  const { id, user, organization, amr } = ctx.session
  return {
    isSigningIn: false,
    userId: user.id,
    email: user.email,
    organizationId: organization.id,
    role: organization.role,
    amr: amr.filter((method) => method !== 'otp' && method !== 'rec'),
    subject: id,
    leave: leaveSession(ctx, id),
  }
}

function leaveChallenge(ctx: Context, tokenHash: string) {
  return ctx.db
    .delete(mfaChallenges)
    .where(and(eq(mfaChallenges.tokenHash, tokenHash), gt(mfaChallenges.expiresAt, ctx.now())))
}

function leaveSession(ctx: Context, id: string) {
  return ctx.db.delete(sessions).where(eq(sessions.id, id))
}
