import { authorize } from './identity-authorize.ts'
import { credentialsOf, type IdentityDesk, identityRoute } from './identity-desk.ts'
import { type Grant, TOKEN_LIFETIME_SECONDS } from './identity-grants.ts'
import { signedIdToken } from './identity-tokens.ts'
import { type Answer, json, type Route, type UpstreamRequest } from './wire.ts'

/**
 * Google's sign-in: the authorize page, issuing and revoking tokens, and the key set. Null for requests that Google
 * doesn't serve.
 */
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
    case 'oauth2.googleapis.com/revoke':
      return method === 'POST' ? identityRoute(() => revoke(desk, request)) : null
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
  const grantType = form.get('grant_type')
  if (grantType === 'refresh_token') return refresh(desk, form.get('refresh_token') ?? '')
  const grant =
    grantType === 'authorization_code' &&
    desk.grants.redeem({
      provider: 'google',
      code: form.get('code') ?? '',
      clientId: id,
      redirectUri: form.get('redirect_uri') ?? '',
      verifier: form.get('code_verifier'),
    })
  if (!grant) return json(400, { error: 'invalid_grant', error_description: 'Malformed auth code.' })
  return json(200, {
    ...tokenFields(desk, grant),
    refresh_token: refreshTokenOf(desk, grant) ?? undefined,
    id_token: grant.scopes.includes('openid')
      ? (signedIdToken(desk.key('google'), claimsOf(grant), flaw) ?? undefined)
      : undefined,
  })
}

function tokenFields({ grants }: IdentityDesk, grant: Grant): Record<string, unknown> {
  return {
    access_token: grants.tokenFor(grant),
    expires_in: TOKEN_LIFETIME_SECONDS - 1,
    scope: grant.scopes.join(' '),
    token_type: 'Bearer',
  }
}

/** A refresh token; null unless the client asks for offline access and the person has just been asked for consent. */
function refreshTokenOf({ grants }: IdentityDesk, grant: Grant): string | null {
  const isFirst = grants.isFirst(grant)
  return grant.isOffline && (grant.isAskedAnew || isFirst) ? grants.refreshTokenFor(grant) : null
}

function refresh(desk: IdentityDesk, token: string): Answer {
  const grant = desk.grants.grantOfRefreshToken(token)
  if (!grant) {
    return json(400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' })
  }
  return json(200, tokenFields(desk, grant))
}

/** Revokes an access token or a refresh token, and with it all tokens that the client has for the person. */
function revoke({ grants }: IdentityDesk, request: UpstreamRequest): Answer {
  const token = new URLSearchParams(request.body).get('token') ?? request.query.get('token') ?? ''
  const grant = grants.grantOfRefreshToken(token) ?? grants.grantOfToken(token)
  if (!grant) {
    return json(400, { error: 'invalid_token', error_description: 'Token expired or revoked' })
  }
  grants.revoke(grant)
  return json(200, {})
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
      ...(account.picture !== null && { picture: account.picture }),
    }),
    iat: now,
    exp: now + TOKEN_LIFETIME_SECONDS,
  }
}
