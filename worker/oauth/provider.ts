import type { BackgroundContext, Context } from '../context.ts'
import { MAX_NAME_CHARS } from '../rules/auth.ts'
import { cleanText } from '../rules/fields.ts'
import type { OAuthProvider } from '../rules/oauth.ts'
import { isEmail, isPictureUrl, normalizeEmail } from '../rules/validators.ts'
import type { ProviderTokens } from './arctic.ts'
import type { Client } from './clients.ts'

/** One use of a provider: to sign people in, or to connect an account of theirs. */
export interface ProviderFlow<Claims> {
  endpoints: { authorize: string; token: string }
  hasPkce: boolean
  scopes: readonly string[]
  /** Further parameters of the authorize address. */
  parameters(nonce: string): Record<string, string>
  /** Reads what the provider says, with the tokens that it gave for the code. @throws OAuthRefusal */
  claims(ctx: Context, answer: ProviderAnswer): Promise<Claims>
}

export interface ProviderAnswer {
  client: Client
  tokens: ProviderTokens
  nonce: string
  /** The form field `user` that Apple sends with a first sign-in. It is not signed: the sender may have written it. */
  user: string | null
}

/** The person, as the provider states it. */
export interface ProviderPerson {
  provider: OAuthProvider
  /** The provider's id of the person; unlike the address, it never changes. */
  subject: string
  email: string | null
  /** Whether the provider has confirmed that the address is the person's. */
  isEmailVerified: boolean
  fullName: string
  /** An https address; null when there is no picture. */
  avatarUrl: string | null
}

export interface AccessToken {
  text: string
  /** Milliseconds, UTC; null when it does not expire. */
  expiresAt: number | null
}

/** What the owner of an account at a platform has allowed. */
export interface ConnectionGrant {
  /** The platform's id of the account; never changes. */
  subject: string
  /** The name that its owner knows: an e-mail address or a name. */
  label: string
  accessToken: AccessToken
  /** Null when the platform gives none. */
  refreshToken: string | null
  scopes: string[]
}

/** A platform at which accounts can be connected. */
export interface ConnectionFlow extends ProviderFlow<ConnectionGrant> {
  /**
   * Gets a new access token. Null for a platform that renews none: its owner has to agree again.
   *
   * @throws OAuthRefusal, with the provider error `invalid_grant` when the owner has revoked the permission
   */
  refresh: ((ctx: BackgroundContext, client: Client, refreshToken: string) => Promise<AccessToken>) | null
  /** Tells the platform to revoke our permission. @throws OAuthRefusal */
  revoke(ctx: BackgroundContext, tokens: { refreshToken: string | null; accessToken: string }): Promise<void>
}

/**
 * An address as a provider states it, its domain in NFKC as name servers read it; null when our rules don't accept it.
 * The local part stays as it is: only its mail server knows what it means.
 */
export function statedEmail(email: string | null | undefined): string | null {
  if (!email || !isEmail(email)) return null
  const at = email.lastIndexOf('@')
  const readable = email.slice(0, at) + email.slice(at).normalize('NFKC')
  return isEmail(readable) ? normalizeEmail(readable) : null
}

/** A name as a provider states it, cut to the length of a name. */
export function statedName(name: string | null | undefined): string {
  return cleanText((name ?? '').replaceAll('\0', '')).slice(0, MAX_NAME_CHARS)
}

/** The address of a picture as a provider states it; null when a profile may not have it. */
export function statedPicture(url: string | null | undefined): string | null {
  return url && isPictureUrl(url) ? url : null
}
