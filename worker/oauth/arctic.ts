import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client, OAuth2Tokens } from 'arctic'

/**
 * The only file that imports arctic, so that it can be replaced. Arctic creates states, verifiers and authorize
 * addresses, and parses token responses. Its requests use the global `fetch`, so we send our own (docs/decisions/0006).
 */

/** Creates a state or a nonce: 32 random bytes, base64url. */
export const newState: () => string = generateState

/** Creates a PKCE verifier: 32 random bytes, base64url. */
export const newCodeVerifier: () => string = generateCodeVerifier

interface AuthorizeParts {
  endpoint: string
  clientId: string
  redirectUri: string
  state: string
  /** Sent as its S256 challenge; null sends none. */
  codeVerifier: string | null
  scopes: readonly string[]
}

export function authorizeUrl(parts: AuthorizeParts): URL {
  const { endpoint, state, codeVerifier } = parts
  const client = new OAuth2Client(parts.clientId, null, parts.redirectUri)
  const scopes = [...parts.scopes]
  return codeVerifier === null
    ? client.createAuthorizationURL(endpoint, state, scopes)
    : client.createAuthorizationURLWithPKCE(endpoint, state, CodeChallengeMethod.S256, codeVerifier, scopes)
}

/** Missing fields are null. */
export interface ProviderTokens {
  accessToken: string | null
  idToken: string | null
  refreshToken: string | null
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

/** The value that `read` returns; null if it throws, as Arctic does for a missing field. */
function given<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
