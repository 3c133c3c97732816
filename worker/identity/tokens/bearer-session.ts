import { and, eq, gt } from 'drizzle-orm'
import { accessTokens, sessions } from '#db/schema/index.ts'
import type { BackgroundContext } from '../../context.ts'
import { publishedKeys } from '../../platform/jws/own-keys.ts'
import { tokenRefused } from '../../platform/jws/signed-token.ts'
import { SECOND_MS } from '../../rules/durations.ts'
import type { ActiveSession } from '../sessions/active-session.ts'
import { readSession } from '../sessions/resolve-session.ts'
import { verifyAccessToken } from '../token.ts'

type BearerContext = Pick<BackgroundContext, 'db' | 'settings' | 'now'>

/**
 * Resolves an access token to a session: the token must still be stored and its session live. Membership, role and plan
 * are current. It never counts as a recent login; rules/tokens.ts defines what it may call.
 *
 * @param calls number of API calls in this request; they count as its session's, in the same round trip
 * @throws DomainError `not_signed_in` with the message of the catalogue
 */
export async function resolveBearer(ctx: BearerContext, token: string, calls = 0): Promise<ActiveSession> {
  const { db, settings } = ctx
  const at = ctx.now()
  const claims = await verifyAccessToken(token, { keys: publishedKeys(settings), now: at })
  const { iss, aud, sub, exp, org, jti, scope } = claims
  const isOurs = iss === settings.APP_ORIGIN && aud === settings.APP_ORIGIN
  if (!isOurs || typeof org !== 'string' || typeof jti !== 'string' || typeof scope !== 'string') {
    throw tokenRefused('Invalid user token')
  }
  const isStored = and(
    eq(accessTokens.jti, jti),
    eq(accessTokens.userId, sub),
    eq(accessTokens.organizationId, org),
    gt(accessTokens.expiresAt, at),
  )
  const issuing = db.select({ id: accessTokens.sessionId }).from(accessTokens).where(isStored)
  const session = await readSession(db, eq(sessions.id, issuing), at, { calls, organizationId: org })
  if (!session) throw tokenRefused('Invalid user token')
  return {
    ...session,
    id: jti,
    authenticatedAt: 0,
    factorAt: null,
    expiresAt: exp * SECOND_MS,
    token: { scopes: scope.split(' ') },
  }
}
