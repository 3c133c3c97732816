import { and, desc, eq, gt, or } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { sessions } from '#db/schema/users.ts'
import type { Context, SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import type { SessionId, SignOutInput } from '../../rules/auth.ts'
import { iso } from '../../rules/durations.ts'
import { deviceName, SESSION_IDLE_MS } from '../../rules/sessions.ts'
import { endChallenge } from '../factors/challenge.ts'
import { audit } from '../log/audit.ts'
import { endSessionOf, endSessionsOf, logOutCookie, sessionCookie, withoutKept } from './session-store.ts'

export type SessionListItem = ReturnType<typeof sessionItems>[number]

/** The caller's sessions that are live or can be reopened by their device, most recently used first. */
export async function listSessions(ctx: SignedInContext) {
  return { items: sessionItems(ctx, await sessionsQuery(ctx)), nextCursor: null }
}

export function sessionsQuery(ctx: SignedInContext) {
  const now = ctx.now()
  const { userId, lastActivityAt, expiresAt, keepUntil } = sessions
  return ctx.db
    .select(
      columns(
        sessions,
        'id',
        'userAgent',
        'network',
        'place',
        'createdAt',
        'lastActivityAt',
        'expiresAt',
        'keepUntil',
      ),
    )
    .from(sessions)
    .where(
      and(
        eq(userId, ctx.session.user.id),
        or(and(gt(expiresAt, now), gt(lastActivityAt, now - SESSION_IDLE_MS)), gt(keepUntil, now)),
      ),
    )
    .orderBy(desc(sessions.lastActivityAt), desc(sessions.createdAt))
}

export function sessionItems(ctx: SignedInContext, rows: Awaited<ReturnType<typeof sessionsQuery>>) {
  return rows.map(({ userAgent, keepUntil, ...row }) => ({
    ...row,
    /** Such as 'Firefox on Android'. */
    device: deviceName(userAgent),
    createdAt: iso(row.createdAt),
    lastActivityAt: iso(row.lastActivityAt),
    expiresAt: iso(row.expiresAt),
    /** Null if the device has no persistent sign-in. */
    keptUntil: keepUntil !== null && keepUntil > ctx.now() ? iso(keepUntil) : null,
    isCurrent: row.id === ctx.session.id,
  }))
}

/** @throws DomainError `not_found`, also for another person's session */
export async function endSession(ctx: SignedInContext, { id }: SessionId): Promise<void> {
  const ended = await endSessionOf(ctx, ctx.session.user.id, id)
  if (ended.length === 0) throw new DomainError('not_found', 'This session has already ended.')
  if (id === ctx.session.id) clearCookies(ctx)
  await audit(ctx, 'session_ended', 'done')
}

function clearCookies(ctx: Context): void {
  const cookies = [sessionCookie.clear(ctx.settings.APP_ORIGIN), ...withoutKept(ctx)]
  for (const cookie of cookies) ctx.answerHeaders.append('set-cookie', cookie)
}

export async function endOtherSessions(ctx: SignedInContext): Promise<{ ended: number }> {
  const ended = await endSessionsOf(ctx, ctx.session.user.id, { but: ctx.session.id })
  await audit(ctx, 'other_sessions_ended', 'done')
  return { ended: ended.length }
}

/**
 * Ends the session and this device's persistent sign-in, unless it is somebody else's. Clears the cookies even if there
 * was no session or the database fails.
 */
export async function signOut(ctx: Context, input?: SignOutInput): Promise<void> {
  if (input?.userId && ctx.session && ctx.session.user.id !== input.userId) return
  clearCookies(ctx)
  ctx.answerHeaders.set('clear-site-data', '"cache", "storage"')
  const { session } = ctx
  await Promise.all([endChallenge(ctx), session && endSessionOf(ctx, session.user.id, session.id)])
  if (session) await audit(ctx, 'sign_out', 'done')
}

/**
 * Signs out the person who logged out in this browser while the server couldn't be reached. Resolves to false if
 * somebody else is signed in, or nobody.
 */
export async function completeLogOut(ctx: Context, userId: string): Promise<boolean> {
  ctx.answerHeaders.append('set-cookie', logOutCookie.clear(ctx.settings.APP_ORIGIN))
  if (ctx.session?.user.id !== userId) return false
  await signOut(ctx)
  ctx.session = null
  return true
}
