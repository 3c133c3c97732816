import { and, eq } from 'drizzle-orm'
import { sessions } from '#db/schema/index.ts'
import type { BackgroundContext } from '../../context.ts'
import { randomToken, sha256Hex } from '../../platform/ids.ts'
import { REPLACED_TOKEN_MS, renewedExpiry } from '../../rules/sessions.ts'
import type { ActiveSession } from './active-session.ts'
import { sessionCookie } from './open-session.ts'

/**
 * Replaces the token of a session that is used in its last five minutes, and extends the session. The former token stays
 * valid for some seconds; of several requests with it at once, one gets the new one.
 *
 * @returns the Set-Cookie value for the answer; null where nothing was renewed
 */
export async function renewSession(ctx: BackgroundContext, session: ActiveSession, token: string) {
  const { db, settings } = ctx
  const at = ctx.now()
  const expiresAt = renewedExpiry(session, at)
  if (expiresAt === null) return null
  const replaced = await sha256Hex(token)
  const renewed = randomToken()
  const rows = await db
    .update(sessions)
    .set({
      tokenHash: await sha256Hex(renewed),
      previousTokenHash: replaced,
      previousValidUntil: at + REPLACED_TOKEN_MS,
      expiresAt,
    })
    .where(and(eq(sessions.id, session.id), eq(sessions.tokenHash, replaced)))
    .returning({ id: sessions.id })
  return rows.length > 0 ? sessionCookie.set(renewed, settings.APP_ORIGIN) : null
}
