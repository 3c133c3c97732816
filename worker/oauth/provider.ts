import type { BackgroundContext, Context } from '../context.ts'
import { MAX_NAME_CHARS } from '../rules/auth.ts'
import { cleanText } from '../rules/fields.ts'
import type { OAuthProvider } from '../rules/oauth.ts'
import { isEmail, isPictureUrl, normalizeEmail } from '../rules/validators.ts'
import type { ProviderTokens } from './arctic.ts'
import type { Client } from './clients.ts'

export interface ProviderFlow<Claims> {
  endpoints: { authorize: string; token: string }
  hasPkce: boolean
  scopes: readonly string[]
  parameters(nonce: string): Record<string, string>
  /** @throws OAuthRefusal */
  claims(ctx: Context, answer: ProviderAnswer): Promise<Claims>
}

export interface ProviderAnswer {
  client: Client
  tokens: ProviderTokens
  nonce: string
  /** The form field `user` that Apple sends with a first sign-in. Not signed, so it may be forged. */
  user: string | null
}

export interface ProviderPerson {
  provider: OAuthProvider
  /** The provider's id of the person, which never changes, unlike the address. */
  subject: string
  email: string | null
  /** True if the provider has confirmed that the address is the person's. */
  isEmailVerified: boolean
  fullName: string
  /** An https address; null if there is no picture. */
  avatarUrl: string | null
}

export interface AccessToken {
  text: string
  /** Milliseconds, UTC; null if it doesn't expire. */
  expiresAt: number | null
}

export interface ConnectionGrant {
  /** The platform's id of the account; never changes. */
  subject: string
  /** Email address or name by which its owner recognizes the account. */
  label: string
  accessToken: AccessToken
  /** Null if the platform gives none. */
  refreshToken: string | null
  scopes: string[]
}

export interface ConnectionFlow extends ProviderFlow<ConnectionGrant> {
  /**
   * Fetches a new access token. Null if the platform doesn't renew tokens: then the owner has to give consent again.
   *
   * @throws OAuthRefusal, with the provider error `invalid_grant` if the owner has revoked the permission
   */
  refresh: ((ctx: BackgroundContext, client: Client, refreshToken: string) => Promise<AccessToken>) | null
  /** @throws OAuthRefusal */
  revoke(ctx: BackgroundContext, tokens: { refreshToken: string | null; accessToken: string }): Promise<void>
}

/**
 * Normalizes an address stated by a provider: its domain in NFKC, as name servers read it. Null if our rules don't
 * accept it. The local part stays unchanged, because only its mail server knows what it means.
 */
export function statedEmail(email: string | null | undefined): string | null {
  if (!email || !isEmail(email)) return null
  const at = email.lastIndexOf('@')
  const readable = email.slice(0, at) + email.slice(at).normalize('NFKC')
  return isEmail(readable) ? normalizeEmail(readable) : null
}

/** A name stated by a provider, cut to the maximum length. */
export function statedName(name: string | null | undefined): string {
  return cleanText((name ?? '').replaceAll('\0', '')).slice(0, MAX_NAME_CHARS)
}

/** A picture's address stated by a provider; null if profiles don't allow it. */
export function statedPicture(url: string | null | undefined): string | null {
  return url && isPictureUrl(url) ? url : null
}
