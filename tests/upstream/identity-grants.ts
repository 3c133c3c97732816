import { createHash, randomBytes } from 'node:crypto'
import type { IdentityAccount, IdentityProvider } from './identity-accounts.ts'

const CODE_LIFETIME_MS = 10 * 60_000
/** Lifetime of Google's access tokens. GitHub's don't expire, but no test keeps one that long. */
export const TOKEN_LIFETIME_SECONDS = 3_600
/** Scope that lets a client manage the person's business profile. */
export const BUSINESS_SCOPE = 'https://www.googleapis.com/auth/business.manage'

/** A person's consent on the authorize page. */
export interface Grant {
  provider: IdentityProvider
  clientId: string
  redirectUri: string
  scopes: string[]
  /** S256 challenge; null if the client sent none. */
  challenge: string | null
  nonce: string | null
  account: IdentityAccount
  /** True if the client asked for access while the person is away. */
  isOffline: boolean
  /** True if the client requested the consent prompt even for people who agreed before. */
  isAskedAnew: boolean
}

interface Exchange {
  provider: IdentityProvider
  code: string
  clientId: string
  redirectUri: string
  verifier: string | null
}

export interface GrantBook {
  /** Issues a code for this grant, valid once and for ten minutes. */
  issue(grant: Grant): string
  /** Grant of a code; null if the code was used or expired, or any other part of the exchange doesn't match. */
  redeem(exchange: Exchange): Grant | null
  /** Issues an access token for the grant. */
  tokenFor(grant: Grant): string
  /** Grant of an access token; null if it was never issued, has expired or was revoked. */
  grantOfToken(token: string): Grant | null
  /** Issues a refresh token, valid until the grant is revoked. */
  refreshTokenFor(grant: Grant): string
  grantOfRefreshToken(token: string): Grant | null
  /** Expires every access token of the provider. */
  expireTokens(provider: IdentityProvider): void
  /** Revokes the person's consent: all tokens that the client has for them become invalid. */
  revoke(grant: Pick<Grant, 'provider' | 'clientId' | 'account'>): void
  /** True the first time this client gets this account. */
  isFirst(grant: Grant): boolean
  clear(): void
}

export function createGrantBook(): GrantBook {
  const codes = new Map<string, { grant: Grant; endsAt: number }>()
  const tokens = new Map<string, { grant: Grant; endsAt: number }>()
  const refreshTokens = new Map<string, Grant>()
  const known = new Set<string>()
  return {
    issue(grant) {
      const code = newToken()
      codes.set(code, { grant, endsAt: Date.now() + CODE_LIFETIME_MS })
      return code
    },
    redeem({ provider, code, clientId, redirectUri, verifier }) {
      const issued = codes.get(code)
      // Any attempt uses the code up, even if the rest doesn't match.
      codes.delete(code)
      if (!issued || issued.endsAt <= Date.now()) return null
      const { grant } = issued
      const fits =
        grant.provider === provider &&
        grant.clientId === clientId &&
        grant.redirectUri === redirectUri &&
        fitsChallenge(grant.challenge, verifier)
      return fits ? grant : null
    },
    tokenFor(grant) {
      const token = newToken()
      tokens.set(token, { grant, endsAt: Date.now() + TOKEN_LIFETIME_SECONDS * 1000 })
      return token
    },
    grantOfToken(token) {
      const issued = tokens.get(token)
      return issued && issued.endsAt > Date.now() ? issued.grant : null
    },
    refreshTokenFor(grant) {
      const token = `1//${newToken()}`
      refreshTokens.set(token, grant)
      return token
    },
    grantOfRefreshToken: (token) => refreshTokens.get(token) ?? null,
    expireTokens(provider) {
      for (const issued of tokens.values()) if (issued.grant.provider === provider) issued.endsAt = 0
    },
    revoke(grant) {
      const key = personOf(grant)
      for (const [token, issued] of tokens) if (personOf(issued.grant) === key) tokens.delete(token)
      for (const [token, issued] of refreshTokens) if (personOf(issued) === key) refreshTokens.delete(token)
      known.delete(key)
    },
    isFirst(grant) {
      const key = personOf(grant)
      const isFirst = !known.has(key)
      known.add(key)
      return isFirst
    },
    clear() {
      codes.clear()
      tokens.clear()
      refreshTokens.clear()
      known.clear()
    },
  }
}

function newToken(): string {
  return randomBytes(24).toString('base64url')
}

/** Key of a person at a client. */
function personOf({ provider, clientId, account }: Pick<Grant, 'provider' | 'clientId' | 'account'>): string {
  return `${provider} ${clientId} ${account.subject}`
}

function fitsChallenge(challenge: string | null, verifier: string | null): boolean {
  if (challenge === null) return true
  return verifier !== null && createHash('sha256').update(verifier).digest('base64url') === challenge
}
