import { eq } from 'drizzle-orm'
import { accessTokens } from '#db/schema/index.ts'
import type { Context, SignedInContext } from '../../context.ts'
import { signToken } from '../../platform/jws/own-keys.ts'
import { iso, MINUTE_MS, SECOND_MS } from '../../rules/durations.ts'
import { TOKEN_SCOPES, type TokenInput } from '../../rules/tokens.ts'
import { audit } from '../log/audit.ts'
import { ACCESS_TOKEN_TYPE } from '../token.ts'

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

/** Statement that ends a person's access tokens. */
export function endAccessTokens({ db }: Context, userId: string) {
  return db.delete(accessTokens).where(eq(accessTokens.userId, userId))
}
