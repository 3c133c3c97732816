import { and, eq, lte, ne, notInArray, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { accountDeletions, sessions } from '#db/schema/index.ts'
import type { BackgroundContext, Context, SignedInContext } from '../../context.ts'
import { onlyWhile } from '../../platform/all-or-nothing.ts'
import { hostCookie } from '../../platform/host-cookie.ts'
import { randomToken, sha256Hex } from '../../platform/ids.ts'
import { MINUTE_MS } from '../../rules/durations.ts'
import { MAX_SESSIONS, SESSION_IDLE_MS, SESSION_LIFETIME_MS } from '../../rules/sessions.ts'
import { MAX_USER_AGENT_CHARS } from '../log/audit.ts'

export const sessionCookie = hostCookie('session', 'Strict', SESSION_LIFETIME_MS)

interface SessionToOpen {
  userId: string
  organizationId: string
  aal: 'aal1' | 'aal2'
  /** The methods that were used: pwd, otp, oauth, rec (a recovery code). */
  amr: string[]
  /** When the second factor was entered; now where left out. */
  factorAt?: number | null
}

/**
 * The statements that open a session and end all but the newest three, for the batch of what they depend on, and the
 * Set-Cookie value for the answer once that batch has run: a sign-in that fails must not replace a browser's cookie. The
 * batch is rolled back for an account that is about to be erased.
 */
export async function openSession(ctx: Context, toOpen: SessionToOpen) {
  const { userId, organizationId, aal, amr, factorAt = ctx.now() } = toOpen
  const token = randomToken()
  const now = ctx.now()
  const insert = ctx.db.insert(sessions).values({
    id: ctx.createId(),
    tokenHash: await sha256Hex(token),
    userId,
    organizationId,
    authenticatedAt: now,
    factorAt: aal === 'aal2' ? factorAt : null,
    aal,
    amr,
    createdAt: now,
    lastActivityAt: now,
    expiresAt: now + SESSION_LIFETIME_MS,
    userAgent: ctx.userAgent.slice(0, MAX_USER_AGENT_CHARS),
    network: ctx.network.shown,
    place: ctx.network.place,
  })
  const own = eq(sessions.userId, userId)
  // Sessions that have ended make room before those in use.
  const kept = ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(own)
    .orderBy(
      sql`${sessions.expiresAt} > ${now} AND ${sessions.lastActivityAt} > ${now - SESSION_IDLE_MS} DESC`,
      sql`${sessions.createdAt} DESC, ${sessions.id} DESC`,
    )
    .limit(MAX_SESSIONS)
  const endOldest = ctx.db.delete(sessions).where(and(own, notInArray(sessions.id, kept)))
  const isKept = onlyWhile(
    ctx,
    sql`NOT EXISTS (SELECT 1 FROM ${accountDeletions} WHERE ${accountDeletions.userId} = ${userId})`,
  )
  return {
    statements: [isKept, insert, endOldest] as const,
    cookie: sessionCookie.set(token, ctx.settings.APP_ORIGIN),
  }
}

/** The statement that ends one session of a person; `onlyIfChanged` may follow. */
export function endSessionOf({ db }: BackgroundContext, userId: string, sessionId: string) {
  const isIt = and(eq(sessions.id, sessionId), eq(sessions.userId, userId))
  return db.delete(sessions).where(isIt).returning({ id: sessions.id })
}

/** The statement that ends a person's sessions: all of them, all `but` one, or those `within` an organization. */
export function endSessionsOf(
  { db }: BackgroundContext,
  userId: string,
  { but, within }: { but?: string; within?: string } = {},
) {
  const areTheirs = and(
    eq(sessions.userId, userId),
    but === undefined ? undefined : ne(sessions.id, but),
    within === undefined ? undefined : eq(sessions.organizationId, within),
  )
  return db.delete(sessions).where(areTheirs).returning({ id: sessions.id })
}

/** The caller's session goes on in another organization. `condition`, or another statement of the batch, says that they belong to it. */
export function enterOrganization(ctx: SignedInContext, organizationId: string, condition?: SQL) {
  return ctx.db
    .update(sessions)
    .set({ organizationId })
    .where(and(eq(sessions.id, ctx.session.id), condition))
}

/** Records that the owner of a session was confirmed just now, where `condition` is true. */
export function recordLogin({ db, now }: BackgroundContext, sessionId: string, condition?: SQL) {
  return db
    .update(sessions)
    .set({ authenticatedAt: now() })
    .where(and(eq(sessions.id, sessionId), condition))
    .returning({ userId: sessions.userId })
}

/** Gives a session a new token while `former` still is the present one: of two at once, one does. */
export function replaceToken(
  { db }: BackgroundContext,
  sessionId: string,
  former: string,
  next: Record<'tokenHash', string> & Record<'previousValidUntil' | 'expiresAt', number>,
) {
  return db
    .update(sessions)
    .set({ ...next, previousTokenHash: former })
    .where(and(eq(sessions.id, sessionId), eq(sessions.tokenHash, former)))
    .returning({ id: sessions.id })
}

const ACTIVITY_WRITE_MS = MINUTE_MS

/** Whether `recordActivity` would find the use recorded of a session that was last seen so: the stored time only ever grows. */
export function isRecorded({ lastActivityAt }: { lastActivityAt: number }, now: number): boolean {
  return lastActivityAt + ACTIVITY_WRITE_MS > now
}

/** Records that the session which `isLive` names is in use, at most once a minute. */
export function recordActivity(db: Database, isLive: SQL, now: number | Placeholder) {
  return db
    .update(sessions)
    .set({ lastActivityAt: sql`${now}` })
    .where(and(isLive, lte(sql`${sessions.lastActivityAt} + ${ACTIVITY_WRITE_MS}`, now)))
}
