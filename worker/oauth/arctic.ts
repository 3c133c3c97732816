import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client, OAuth2Tokens } from 'arctic'

/**
 * The only file that imports arctic, so that it can be replaced. Arctic makes states, verifiers and authorize addresses and
 * reads token answers. Its requests use the global `fetch`, so we send our own (docs/decisions/0006).
 */

/** A new state, or a nonce: 32 random bytes, base64url. */
export const newState: () => string = generateState

/** A new PKCE verifier: 32 random bytes, base64url. */
export const newCodeVerifier: () => string = generateCodeVerifier

export interface AuthorizeParts {
  endpoint: string
  clientId: string
  redirectUri: string
  state: string
  /** Its S256 challenge is sent; null sends none. */
  codeVerifier: string | null
  scopes: readonly string[]
}

/** The address at the provider where the person agrees. */
export function authorizeUrl(parts: AuthorizeParts): URL {
  const { endpoint, state, codeVerifier } = parts
  const client = new OAuth2Client(parts.clientId, null, parts.redirectUri)
  const scopes = [...parts.scopes]
  return codeVerifier === null
    ? client.createAuthorizationURL(endpoint, state, scopes)
    : client.createAuthorizationURLWithPKCE(endpoint, state, CodeChallengeMethod.S256, codeVerifier, scopes)
}

/** The answer of a token endpoint; what is missing in it is null. */
export interface ProviderTokens {
  accessToken: string | null
  idToken: string | null
  refreshToken: string | null
  /** Of the access token. */
  lifetimeSeconds: number | null
  scopes: string[] | null
}

export function tokensIn(answer: object): ProviderTokens {
  const tokens = new OAuth2Tokens(answer)
  return {
    accessToken: given(() => tokens.accessToken()),
    idToken: given(() => tokens.idToken()),
    refreshToken: given(() => tokens.refreshToken()),
    lifetimeSeconds: given(() => tokens.accessTokenExpiresInSeconds()),
    scopes: given(() => tokens.scopes()),
  }
}

/** Arctic throws for a field that is missing. */
function given<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
