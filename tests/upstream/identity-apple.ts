import { verify } from 'node:crypto'
import { authorize } from './identity-authorize.ts'
import type { IdentityClients } from './identity-clients.ts'
import { type IdentityDesk, identityRoute } from './identity-desk.ts'
import type { Grant } from './identity-grants.ts'
import { signedIdToken } from './identity-tokens.ts'
import { type Answer, json, type Route, type UpstreamRequest } from './wire.ts'

const LIFETIME_SECONDS = 3_600
const MAX_SECRET_SECONDS = 15_777_000
/** Apple uses both as the issuer of tokens. */
const ISSUERS = ['https://appleid.apple.com', 'https://account.apple.com']

/**
 * Apple's sign-in: the authorize page, the token endpoint and the key set. Null for requests that Apple doesn't serve.
 */
export function routeAppleIdentity(desk: IdentityDesk, request: UpstreamRequest): Route | null {
  if (request.host !== 'appleid.apple.com') return null
  switch (request.path) {
    case '/auth/authorize':
      return identityRoute(() => authorize('apple', desk, request))
    case '/auth/token':
      if (request.method !== 'POST') return null
      return identityRoute(() => exchange(desk, request, null), {
        id_token: (flaw) => exchange(desk, request, flaw),
      })
    case '/auth/keys':
      return identityRoute(() => json(200, { keys: [desk.key('apple').jwk] }))
    default:
      return null
  }
}

function exchange(desk: IdentityDesk, request: UpstreamRequest, flaw: string | null): Answer {
  const form = new URLSearchParams(request.body)
  const id = form.get('client_id') ?? ''
  if (!isClientSecret(desk.clients, id, form.get('client_secret') ?? '')) {
    return json(400, { error: 'invalid_client' })
  }
  const grant =
    form.get('grant_type') === 'authorization_code' &&
    desk.grants.redeem({
      provider: 'apple',
      code: form.get('code') ?? '',
      clientId: id,
      redirectUri: form.get('redirect_uri') ?? '',
      verifier: null,
    })
  if (!grant) return json(400, { error: 'invalid_grant' })
  return json(200, {
    access_token: desk.grants.tokenFor(grant),
    token_type: 'Bearer',
    expires_in: LIFETIME_SECONDS,
    refresh_token: desk.grants.tokenFor(grant),
    id_token: signedIdToken(desk.key('apple'), claimsOf(grant), flaw) ?? undefined,
  })
}

/** True for a token signed with the client's own key: ES256, valid for at most half a year. */
function isClientSecret(clients: IdentityClients, id: string, secret: string): boolean {
  const [header = '', claims = '', signature = ''] = secret.split('.')
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}')
  const { alg, kid } = decode(header)
  const { iss, sub, aud, iat, exp } = decode(claims)
  const now = Date.now() / 1000
  return (
    alg === 'ES256' &&
    kid === clients.apple.keyId &&
    iss === clients.apple.team &&
    id === clients.of('apple').id &&
    sub === id &&
    [aud].flat().includes('https://appleid.apple.com') &&
    iat <= now + 1 &&
    exp > now &&
    exp < now + MAX_SECRET_SECONDS &&
    verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key: clients.apple.publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  )
}

/** Claims of an identity token. `email_verified` is a string for some people and a boolean for others. */
function claimsOf({ account, clientId, nonce, scopes }: Grant): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000)
  const isOdd = Number(account.subject.at(-1)) % 2 === 1
  return {
    iss: ISSUERS[isOdd ? 1 : 0],
    aud: clientId,
    exp: now + LIFETIME_SECONDS,
    iat: now,
    sub: account.subject,
    ...(nonce !== null && { nonce, nonce_supported: true }),
    ...(scopes.includes('email') && {
      email: account.email,
      email_verified: isOdd ? String(account.isVerified) : account.isVerified,
      ...(account.email.endsWith('@privaterelay.appleid.com') && { is_private_email: true }),
    }),
    auth_time: now,
  }
}
