import type { Context } from '../../context.ts'
import { askProvider } from '../ask-provider.ts'
import { ENDPOINTS } from '../endpoints.ts'
import { verifyIdToken } from '../id-token.ts'
import {
  type ConnectionFlow,
  type ProviderAnswer,
  type ProviderFlow,
  type ProviderPerson,
  statedEmail,
  statedName,
  statedPicture,
} from '../provider.ts'
import { OAuthRefusal } from '../refusal.ts'
import { accessTokenIn, requestTokens } from '../token-endpoint.ts'

/** Google uses both forms of its issuer. */
const ISSUERS = ['https://accounts.google.com', 'accounts.google.com']
const BUSINESS_SCOPE = 'https://www.googleapis.com/auth/business.manage'

const GOOGLE = {
  endpoints: ENDPOINTS.google,
  hasPkce: true,
  // The refresh token isn't used for signing in, but the specification wants both parameters there too. Without
  // `consent` Google gives no refresh token to a client that has already had one.
  parameters: (nonce: string) => ({ nonce, access_type: 'offline', prompt: 'consent' }),
}

export const googleSignIn: ProviderFlow<ProviderPerson> = {
  ...GOOGLE,
  scopes: ['openid', 'email', 'profile'],
  async claims(ctx, answer) {
    const claims = await identityClaims(ctx, answer)
    return {
      provider: 'google',
      subject: claims.sub,
      email: statedEmail(claims.email),
      isEmailVerified: claims.email_verified === true,
      fullName: statedName(claims.name),
      avatarUrl: statedPicture(claims.picture),
    }
  },
}

/** Connects Google Business Profile: https://developers.google.com/my-business/content/implement-oauth */
export const googleConnection: ConnectionFlow = {
  ...GOOGLE,
  // The first two identify the account.
  scopes: ['openid', 'email', BUSINESS_SCOPE],
  async claims(ctx, answer) {
    const { tokens } = answer
    const claims = await identityClaims(ctx, answer)
    // Owners may decline single permissions. A response without scopes means that all were granted.
    const scopes = tokens.scopes ?? [...googleConnection.scopes]
    if (!scopes.includes(BUSINESS_SCOPE))
      throw new OAuthRefusal('incomplete', 'the business scope was left out')
    const { refreshToken } = tokens
    if (refreshToken === null) throw new OAuthRefusal('failed', 'there is no refresh token')
    const accessToken = accessTokenIn(tokens, ctx.now())
    return { subject: claims.sub, label: claims.email ?? 'Google account', accessToken, refreshToken, scopes }
  },
  async refresh(ctx, client, refreshToken) {
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken }
    return accessTokenIn(await requestTokens(ctx, ENDPOINTS.google.token, client, grant), ctx.now())
  },
  async revoke(ctx, { refreshToken, accessToken }) {
    // Revoking the refresh token also revokes its access tokens.
    const token = refreshToken ?? accessToken
    await askProvider(ctx, ENDPOINTS.google.revoke, { method: 'POST', body: new URLSearchParams({ token }) })
  },
}

function identityClaims(ctx: Context, { tokens, client, nonce }: ProviderAnswer) {
  const expected = { provider: 'google', issuers: ISSUERS, audience: client.id, nonce } as const
  return verifyIdToken(ctx, tokens.idToken, expected)
}
