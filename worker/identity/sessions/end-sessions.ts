import type { Context, SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import type { SessionId } from '../../rules/auth.ts'
import { endChallenge } from '../factors/challenge.ts'
import { audit } from '../log/audit.ts'
import { endSessionOf, endSessionsOf, sessionCookie, withoutKept } from './session-store.ts'

/** Ends one of the caller's sessions. @throws DomainError `not_found`, also for another person's session */
export async function endSession(ctx: SignedInContext, { id }: SessionId): Promise<void> {
  const ended = await endSessionOf(ctx, ctx.session.user.id, id)
  if (ended.length === 0) throw new DomainError('not_found', 'This session has already ended.')
  if (id === ctx.session.id) clearCookies(ctx)
  await audit(ctx, 'session_ended', 'done')
}

/** Clears the cookies of the ended session. */
function clearCookies(ctx: Context): void {
  const cookies = [sessionCookie.clear(ctx.settings.APP_ORIGIN), ...withoutKept(ctx)]
  for (const cookie of cookies) ctx.answerHeaders.append('set-cookie', cookie)
}

/** Ends all of the caller's sessions but this one. */
export async function endOtherSessions(ctx: SignedInContext): Promise<{ ended: number }> {
  const ended = await endSessionsOf(ctx, ctx.session.user.id, { but: ctx.session.id })
  await audit(ctx, 'other_sessions_ended', 'done')
  return { ended: ended.length }
}

/**
 * Ends the session and this device's persistent sign-in. Clears the cookies even if there was no session or the
 * database fails.
 */
export async function signOut(ctx: Context): Promise<void> {
  clearCookies(ctx)
  ctx.answerHeaders.set('clear-site-data', '"cache", "storage"')
  const { session } = ctx
  await Promise.all([endChallenge(ctx), session && endSessionOf(ctx, session.user.id, session.id)])
  if (session) await audit(ctx, 'sign_out', 'done')
}
