import { and, eq, gt } from 'drizzle-orm'
import { accessTokens } from '#db/schema/accounts.ts'
import { sessions } from '#db/schema/users.ts'
import type { BackgroundContext, Context, SignedInContext } from '../../context.ts'
import { publishedKeys, signToken } from '../../platform/jws/own-keys.ts'
import { tokenRefused } from '../../platform/jws/signed-token.ts'
import { iso, MINUTE_MS, SECOND_MS } from '../../rules/durations.ts'
import { TOKEN_SCOPES, type TokenInput } from '../../rules/tokens.ts'
import { audit } from '../log/audit.ts'
import type { ActiveSession } from '../sessions/active-session.ts'
import { readSession } from '../sessions/resolve-session.ts'
import { ACCESS_TOKEN_TYPE, verifyAccessToken } from '../token.ts'

const ACCESS_TOKEN_LIFETIME_MS = 15 * MINUTE_MS

/** Issues an access token for the caller's organization. It grants less than its session, and ends with it. */
export async function issueAccessToken(ctx: SignedInContext, input: TokenInput) {
  const { APP_ORIGIN } = ctx.settings
  const { id: sessionId, user, organization, aal, amr } = ctx.session
  const now = ctx.now()
  const jti = ctx.createId()
  const scope = TOKEN_SCOPES.filter((known) => input.scopes.includes(known)).join(' ')
  const iat = Math.floor(now / SECOND_MS)
  const exp = iat + ACCESS_TOKEN_LIFETIME_MS / SECOND_MS
  const expiresAt = exp * SECOND_MS

  const accessToken = await signToken(ctx.settings, ACCESS_TOKEN_TYPE, {
    iss: APP_ORIGIN,
    aud: APP_ORIGIN,
    sub: user.id,
    org: organization.id,
    scope,
    jti,
    iat,
    exp,
    aal,
    amr,
  })
  const owner = { userId: user.id, organizationId: organization.id, sessionId }
  await ctx.db.insert(accessTokens).values({ ...owner, jti, createdAt: now, expiresAt })
  await audit(ctx, 'token_issued', 'done', { detail: scope })
  return { accessToken, expiresAt: iso(expiresAt) }
}

export function endAccessTokens({ db }: Context, userId: string) {
  return db.delete(accessTokens).where(eq(accessTokens.userId, userId))
}

type BearerContext = Pick<BackgroundContext, 'db' | 'settings' | 'now'>

/**
 * Resolves an access token to a session: the token must still be stored and its session live. Membership, role and plan
 * are current. The token never counts as a recent login.
 *
 * @param calls number of API calls in this request; they count against the token's session, in the same round trip
 * @throws DomainError `not_signed_in` with the error catalog's message
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
