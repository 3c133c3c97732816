import type { OAuthClients } from '../clients.ts'
import { ENDPOINTS } from '../endpoints.ts'
import { exchangeCode } from '../exchange-code.ts'
import { verifyIdToken } from '../id-token.ts'
import { type IdentityProvider, statedEmail, statedName, statedPicture } from './provider.ts'

/** Google writes its issuer both ways. */
export const GOOGLE_ISSUERS = ['https://accounts.google.com', 'accounts.google.com']

export const google: IdentityProvider<OAuthClients['google']> = {
  callbackMethod: 'GET',
  hasPkce: true,
  endpoint: ENDPOINTS.google.authorize,
  scopes: ['openid', 'email', 'profile'],
  // Offline access and the consent prompt are specified; the refresh token is dropped like the others.
  parameters: (nonce) => ({ nonce, access_type: 'offline', prompt: 'consent' }),
  async identify(ctx, client, { code, codeVerifier, redirectUri, nonce }) {
    const { idToken } = await exchangeCode(ctx, {
      endpoint: ENDPOINTS.google.token,
      code,
      codeVerifier,
      redirectUri,
      clientId: client.id,
      clientSecret: client.secret,
    })
    const claims = await verifyIdToken(ctx, idToken, {
      provider: 'google',
      issuers: GOOGLE_ISSUERS,
      audience: client.id,
      nonce,
    })
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
