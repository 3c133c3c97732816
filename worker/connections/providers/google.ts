import { type ProviderTokens, tokensIn } from '../../oauth/arctic.ts'
import { askProvider } from '../../oauth/ask-provider.ts'
import { exchangeCode } from '../../oauth/exchange-code.ts'
import { verifyIdToken } from '../../oauth/id-token.ts'
import { GOOGLE_ISSUERS } from '../../oauth/providers/google.ts'
import { OAuthRefusal } from '../../oauth/refusal.ts'
import { SECOND_MS } from '../../rules/durations.ts'
import { CONNECTION_ENDPOINTS } from '../endpoints.ts'
import { ConnectionRefusal } from '../refusal.ts'
import { type AccessToken, ConnectionEnded, type PlatformProvider } from './provider.ts'

const BUSINESS_SCOPE = 'https://www.googleapis.com/auth/business.manage'
const { authorize, token: tokenEndpoint, revoke } = CONNECTION_ENDPOINTS.google

/** Google's Business Profile: https://developers.google.com/my-business/content/implement-oauth */
export const google: PlatformProvider = {
  hasPkce: true,
  endpoint: authorize,
  // The first two tell whose account it is.
  scopes: ['openid', 'email', BUSINESS_SCOPE],
  // Without `consent` Google gives no refresh token to a client it has given one before.
  parameters: (nonce) => ({ nonce, access_type: 'offline', prompt: 'consent' }),
  async accept(ctx, client, { code, codeVerifier, redirectUri, nonce }) {
    const tokens = await exchangeCode(ctx, {
      endpoint: tokenEndpoint,
      code,
      codeVerifier,
      redirectUri,
      clientId: client.id,
      clientSecret: client.secret,
    })
    const claims = await verifyIdToken(ctx, tokens.idToken, {
      provider: 'google',
      issuers: GOOGLE_ISSUERS,
      audience: client.id,
      nonce,
    })
    // Owners may leave single permissions out; an answer that names none gave all that was asked.
    const scopes = tokens.scopes ?? [...google.scopes]
    if (!scopes.includes(BUSINESS_SCOPE)) {
      throw new ConnectionRefusal('incomplete', 'the business scope was left out')
    }
    if (tokens.refreshToken === null) throw new ConnectionRefusal('failed', 'there is no refresh token')
    return {
      subject: claims.sub,
      label: claims.email ?? 'Google account',
      accessToken: accessTokenIn(tokens, ctx.now()),
      refreshToken: tokens.refreshToken,
      scopes,
    }
  },
  async refresh(ctx, client, refreshToken) {
    const { status, json } = await askProvider(ctx, tokenEndpoint, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: client.id,
        client_secret: client.secret,
      }),
    })
    if (typeof json !== 'object' || json === null) throw new OAuthRefusal('failed', 'no token was given')
    if ('error' in json && json.error === 'invalid_grant') throw new ConnectionEnded('invalid_grant')
    if (status !== 200) throw new OAuthRefusal('failed', `the token was not renewed: ${status}`)
    return accessTokenIn(tokensIn(json), ctx.now())
  },
  async revoke(ctx, { refreshToken, accessToken }) {
    // With the refresh token go all access tokens it gave.
    const token = refreshToken ?? accessToken
    await askProvider(ctx, revoke, { method: 'POST', body: new URLSearchParams({ token }) })
  },
}

function accessTokenIn({ accessToken, lifetimeSeconds }: ProviderTokens, now: number): AccessToken {
  if (accessToken === null) throw new OAuthRefusal('failed', 'there is no access token')
  return {
    text: accessToken,
    expiresAt: lifetimeSeconds === null ? null : now + lifetimeSeconds * SECOND_MS,
  }
}
