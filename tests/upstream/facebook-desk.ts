import { randomBytes } from 'node:crypto'
import type { FacebookPerson } from './facebook-people.ts'
import type { Listing } from './listings.ts'

/** This product's registration with Facebook, also given to the worker. */
export const FACEBOOK_CLIENT = { id: '204204204204204', secret: 'stand-in-facebook' }

export const FACEBOOK_SCOPES = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_read_user_content',
] as const

const CODE_LIFETIME_MS = 10 * 60_000

/** A person's consent: the permissions that were requested and those that were granted. */
interface FacebookGrant {
  person: FacebookPerson
  asked: readonly string[]
  granted: readonly string[]
}

/** Owner of a token: a person, or one of the pages the person manages. */
export interface TokenHolder {
  grant: FacebookGrant
  page: Listing | null
}

/** Subcode of error 190 for an invalid token: 458 revoked, 463 expired. */
type TokenEnd = 458 | 463

export interface FacebookDesk {
  /** The oldest version that has not ended. */
  oldestVersion: number
  /** Issues a code for this grant, valid once and for ten minutes. */
  issue(grant: FacebookGrant, redirectUri: string): string
  /** Grant of a code; null if the code is unknown, used, expired or issued for another redirect URI. */
  redeem(code: string, redirectUri: string): FacebookGrant | null
  /** Issues a token of the person. */
  tokenFor(grant: FacebookGrant): string
  /** Token of a page; the same each time until it is revoked. */
  pageTokenFor(grant: FacebookGrant, page: Listing): string
  /** Owner of a token, or the reason it is invalid; null if the token was never issued. */
  holderOf(token: string): TokenHolder | TokenEnd | null
  /** Expires all tokens of people; page tokens don't expire. */
  expire(): void
  /** Removes this product from the person's account: their tokens and those of their pages become invalid. */
  revoke(person: FacebookPerson): void
  clear(): void
}

const OLDEST_VERSION = 21

export function createFacebookDesk(): FacebookDesk {
  const codes = new Map<string, { grant: FacebookGrant; redirectUri: string; endsAt: number }>()
  const tokens = new Map<string, TokenHolder | TokenEnd>()

  function newToken(holder: TokenHolder): string {
    const token = `EAAC${randomBytes(60).toString('base64url').replace(/[-_]/g, 'Z')}`
    tokens.set(token, holder)
    return token
  }

  function end(reason: TokenEnd, isMeant: (holder: TokenHolder) => boolean): void {
    for (const [token, holder] of tokens) {
      if (typeof holder !== 'number' && isMeant(holder)) tokens.set(token, reason)
    }
  }

  return {
    oldestVersion: OLDEST_VERSION,
    issue(grant, redirectUri) {
      const code = `AQD${randomBytes(48).toString('base64url')}`
      codes.set(code, { grant, redirectUri, endsAt: Date.now() + CODE_LIFETIME_MS })
      return code
    },
    redeem(code, redirectUri) {
      const issued = codes.get(code)
      codes.delete(code)
      if (!issued || issued.endsAt <= Date.now() || issued.redirectUri !== redirectUri) return null
      return issued.grant
    },
    tokenFor: (grant) => newToken({ grant, page: null }),
    pageTokenFor(grant, page) {
      for (const [token, holder] of tokens) {
        if (typeof holder !== 'number' && holder.grant === grant && holder.page === page) return token
      }
      return newToken({ grant, page })
    },
    holderOf: (token) => tokens.get(token) ?? null,
    expire: () => end(463, ({ page }) => page === null),
    revoke: (person) => end(458, ({ grant }) => grant.person.id === person.id),
    clear() {
      this.oldestVersion = OLDEST_VERSION
      codes.clear()
      tokens.clear()
    },
  }
}
