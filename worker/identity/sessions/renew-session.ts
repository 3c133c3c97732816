import type { BackgroundContext } from '../../context.ts'
import { randomToken, sha256Hex } from '../../platform/ids.ts'
import { REPLACED_TOKEN_MS, renewedExpiry } from '../../rules/sessions.ts'
import type { ActiveSession } from './active-session.ts'
import { replaceToken, sessionCookie } from './session-store.ts'

/**
 * Replaces the token of a session used in its last five minutes, and extends the session. The former token stays valid
 * for some seconds; of concurrent requests with it, only one gets the new token.
 *
 * @returns the Set-Cookie value for the response; null if nothing was renewed
 */
export async function renewSession(ctx: BackgroundContext, session: ActiveSession, token: string) {
  const at = ctx.now()
  const expiresAt = renewedExpiry(session, at)
  if (expiresAt === null) return null
  const replaced = await sha256Hex(token)
  const renewed = randomToken()
  const rows = await replaceToken(ctx, session.id, replaced, {
    tokenHash: await sha256Hex(renewed),
    previousValidUntil: at + REPLACED_TOKEN_MS,
    expiresAt,
  })
  return rows.length > 0 ? sessionCookie.set(renewed, ctx.settings.APP_ORIGIN) : null
}
