import { and, eq, notInArray, sql } from 'drizzle-orm'
import { accountDeletions, sessions } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { onlyWhile } from '../../platform/all-or-nothing.ts'
import { hostCookie } from '../../platform/host-cookie.ts'
import { randomToken, sha256Hex } from '../../platform/ids.ts'
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
