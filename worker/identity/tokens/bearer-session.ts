import { and, eq, gt, type SQL } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { accessTokens, sessions } from '#db/schema/index.ts'
import type { Settings } from '../../env.ts'
import { publishedKeys } from '../../platform/jws/own-keys.ts'
import { tokenRefused } from '../../platform/jws/signed-token.ts'
import { SECOND_MS } from '../../rules/durations.ts'
import type { ActiveSession } from '../sessions/active-session.ts'
import { readSession } from '../sessions/resolve-session.ts'
import { verifyAccessToken } from '../token.ts'

/**
 * Who the bearer of an access token of ours stands for. Membership, role and plan are those of this moment; the token
 * has to be among those that are out, and the session it came from has to be live. One round trip.
 *
 * A token never counts as a fresh login, and what it may call is in `rules/tokens.ts`.
 *
 * @param calls how many calls of the API this request makes; they count as its session's, in the same round trip
 * @throws DomainError `not_signed_in` with the message of the catalogue
 */
export async function resolveBearer(
  { db, settings, now }: { db: Database; settings: Settings; now(): number },
  token: string,
  calls = 0,
): Promise<ActiveSession> {
  const at = now()
  const { iss, aud, sub, exp, org, jti, scope } = await verifyAccessToken(token, {
    keys: publishedKeys(settings),
    now: at,
  })
  const isOurs = iss === settings.APP_ORIGIN && aud === settings.APP_ORIGIN
  if (!isOurs || typeof org !== 'string' || typeof jti !== 'string' || typeof scope !== 'string') {
    throw tokenRefused('Invalid user token')
  }
  const which = sessionOfToken(db, { jti, userId: sub, organizationId: org }, at)
  const session = await readSession(db, which, at, { calls, organizationId: org })
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

function sessionOfToken(
  db: Database,
  token: { jti: string; userId: string; organizationId: string },
  now: number,
): SQL {
  const issuing = db
    .select({ id: accessTokens.sessionId })
    .from(accessTokens)
    .where(
      and(
        eq(accessTokens.jti, token.jti),
        eq(accessTokens.userId, token.userId),
        eq(accessTokens.organizationId, token.organizationId),
        gt(accessTokens.expiresAt, now),
      ),
    )
  return eq(sessions.id, issuing)
}
