import { createHash, randomBytes } from 'node:crypto'
import type { IdentityAccount, IdentityProvider } from './identity-accounts.ts'

const CODE_LIFETIME_MS = 10 * 60_000
/** What Google says of its access tokens; those of GitHub, which live on, are never so old here. */
export const TOKEN_LIFETIME_SECONDS = 3_600
/** What a person agrees to who lets a client manage their business profile. */
export const BUSINESS_SCOPE = 'https://www.googleapis.com/auth/business.manage'

/** What a person agreed to on the authorize page. */
export interface Grant {
  provider: IdentityProvider
  clientId: string
  redirectUri: string
  scopes: string[]
  /** S256 challenge; null where the client sent none. */
  challenge: string | null
  nonce: string | null
  account: IdentityAccount
  /** The client wants to act when the person is away. */
  isOffline: boolean
  /** The person was asked although they had agreed before. */
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
  /** A code for this grant, good once and for ten minutes. */
  issue(grant: Grant): string
  /** The grant behind a code; null where anything about the exchange does not fit, or the code was used. */
  redeem(exchange: Exchange): Grant | null
  /** An access token for the grant. */
  tokenFor(grant: Grant): string
  /** Null for a token that nobody was given, that is too old or was taken back. */
  grantOfToken(token: string): Grant | null
  /** A token that gets new access tokens until the grant is taken back. */
  refreshTokenFor(grant: Grant): string
  grantOfRefreshToken(token: string): Grant | null
  /** Every access token of the provider is too old from now on. */
  expireTokens(provider: IdentityProvider): void
  /** The person takes back what they agreed to: every token of the client for them is worthless. */
  revoke(grant: Pick<Grant, 'provider' | 'clientId' | 'account'>): void
  /** True the first time this client is given this account. */
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
      // A code that was shown is spent, whether or not the rest fits.
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

/** A person to a client. */
function personOf({ provider, clientId, account }: Pick<Grant, 'provider' | 'clientId' | 'account'>): string {
  return `${provider} ${clientId} ${account.subject}`
}

function fitsChallenge(challenge: string | null, verifier: string | null): boolean {
  if (challenge === null) return true
  return verifier !== null && createHash('sha256').update(verifier).digest('base64url') === challenge
}
