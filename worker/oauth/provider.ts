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
  /** Parameters of the authorize address besides those every provider has. */
  parameters(nonce: string): Record<string, string>
  /**
   * What the provider says, by the tokens that it gave for the code.
   *
   * @throws OAuthRefusal
   */
  claims(ctx: Context, answer: ProviderAnswer): Promise<Claims>
}

export interface ProviderAnswer {
  client: Client
  tokens: ProviderTokens
  nonce: string
  /** The form field `user` that Apple sends with somebody's first sign-in; whoever sent the form may have written it. */
  user: string | null
}

/** Who the provider says it is. */
export interface ProviderPerson {
  provider: OAuthProvider
  /** The provider's own name for the person; never changes, unlike the address. */
  subject: string
  email: string | null
  /** Whether the provider states that the address is the person's. */
  isEmailVerified: boolean
  fullName: string
  /** The https address of a picture; null where there is none. */
  avatarUrl: string | null
}

export interface AccessToken {
  text: string
  /** Milliseconds, UTC; null where it does not end by itself. */
  expiresAt: number | null
}

/** What the owner of an account at a platform has allowed. */
export interface ConnectionGrant {
  /** The platform's own name for the account; never changes. */
  subject: string
  /** What its owner knows it by. */
  label: string
  accessToken: AccessToken
  /** Null where the platform gives none. */
  refreshToken: string | null
  scopes: string[]
}

/** A platform at which accounts can be connected. */
export interface ConnectionFlow extends ProviderFlow<ConnectionGrant> {
  /**
   * A new access token; null where the platform renews none, so that its owner has to agree again.
   *
   * @throws OAuthRefusal, with the provider error `invalid_grant` when the owner has taken the permission back
   */
  refresh: ((ctx: BackgroundContext, client: Client, refreshToken: string) => Promise<AccessToken>) | null
  /** Tells the platform that we give the permission back. @throws OAuthRefusal */
  revoke(ctx: BackgroundContext, tokens: { refreshToken: string | null; accessToken: string }): Promise<void>
}

/**
 * An address as a provider states it, its domain in NFKC as name servers read it; null where it is none by our rules.
 * The local part stays as it is: only its mail server knows what it means.
 */
export function statedEmail(email: string | null | undefined): string | null {
  if (!email || !isEmail(email)) return null
  const at = email.lastIndexOf('@')
  const readable = email.slice(0, at) + email.slice(at).normalize('NFKC')
  return isEmail(readable) ? normalizeEmail(readable) : null
}

/** A name as a provider states it, cut to what a name may have. */
export function statedName(name: string | null | undefined): string {
  return cleanText((name ?? '').replaceAll('\0', '')).slice(0, MAX_NAME_CHARS)
}

/** A picture as a provider states it; null where its address is none that a profile may have. */
export function statedPicture(url: string | null | undefined): string | null {
  return url && isPictureUrl(url) ? url : null
}
