import { createHash, randomBytes } from 'node:crypto'
import type { IdentityAccount, IdentityProvider } from './identity-accounts.ts'

const CODE_LIFETIME_MS = 10 * 60_000

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
  grantOfToken(token: string): Grant | null
  /** True the first time this client is given this account. */
  isFirst(grant: Grant): boolean
  clear(): void
}

export function createGrantBook(): GrantBook {
  const codes = new Map<string, { grant: Grant; endsAt: number }>()
  const tokens = new Map<string, Grant>()
  const known = new Set<string>()
  return {
    issue(grant) {
      const code = randomBytes(24).toString('base64url')
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
      const token = randomBytes(24).toString('base64url')
      tokens.set(token, grant)
      return token
    },
    grantOfToken: (token) => tokens.get(token) ?? null,
    isFirst({ provider, clientId, account }) {
      const key = `${provider} ${clientId} ${account.subject}`
      const isFirst = !known.has(key)
      known.add(key)
      return isFirst
    },
    clear() {
      codes.clear()
      tokens.clear()
      known.clear()
    },
  }
}

function fitsChallenge(challenge: string | null, verifier: string | null): boolean {
  if (challenge === null) return true
  return verifier !== null && createHash('sha256').update(verifier).digest('base64url') === challenge
}
