import { authorize } from './identity-authorize.ts'
import { credentialsOf, type IdentityDesk, identityRoute } from './identity-desk.ts'
import type { Grant } from './identity-grants.ts'
import { signedIdToken } from './identity-tokens.ts'
import { type Answer, json, type Route, type UpstreamRequest } from './wire.ts'

const LIFETIME_SECONDS = 3_600

/** Google's sign-in: the authorize page, the token endpoint and the key set. Null for what it does not serve. */
export function routeGoogleIdentity(desk: IdentityDesk, request: UpstreamRequest): Route | null {
  const { method, host, path } = request
  switch (`${host}${path}`) {
    case 'accounts.google.com/o/oauth2/v2/auth':
      return identityRoute(() => authorize('google', desk, request))
    case 'oauth2.googleapis.com/token':
      if (method !== 'POST') return null
      return identityRoute(() => exchange(desk, request, null), {
        id_token: (flaw) => exchange(desk, request, flaw),
      })
    case 'www.googleapis.com/oauth2/v3/certs':
      return identityRoute(() => json(200, { keys: [desk.key('google').jwk] }))
    default:
      return null
  }
}

function exchange(desk: IdentityDesk, request: UpstreamRequest, flaw: string | null): Answer {
  const { form, id, secret } = credentialsOf(request)
  const client = desk.clients.of('google')
  if (id !== client.id || secret !== client.secret) {
    return json(401, { error: 'invalid_client', error_description: 'The OAuth client was not found.' })
  }
  const grant =
    form.get('grant_type') === 'authorization_code' &&
    desk.grants.redeem({
      provider: 'google',
      code: form.get('code') ?? '',
      clientId: id,
      redirectUri: form.get('redirect_uri') ?? '',
      verifier: form.get('code_verifier'),
    })
  if (!grant) return json(400, { error: 'invalid_grant', error_description: 'Malformed auth code.' })
  return json(200, {
    access_token: desk.grants.tokenFor(grant),
    expires_in: LIFETIME_SECONDS - 1,
    refresh_token: desk.grants.tokenFor(grant),
    scope: grant.scopes.join(' '),
    token_type: 'Bearer',
    id_token: signedIdToken(desk.key('google'), claimsOf(grant), flaw) ?? undefined,
  })
}

function claimsOf({ account, clientId, nonce, scopes }: Grant): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000)
  const [givenName, ...familyName] = account.name.split(' ')
  return {
    iss: 'https://accounts.google.com',
    azp: clientId,
    aud: clientId,
    sub: account.subject,
    ...(scopes.includes('email') && { email: account.email, email_verified: account.isVerified }),
    ...(nonce !== null && { nonce }),
    ...(scopes.includes('profile') && {
      name: account.name,
      given_name: givenName,
      family_name: familyName.join(' '),
    }),
    iat: now,
    exp: now + LIFETIME_SECONDS,
  }
}
