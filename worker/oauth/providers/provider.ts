import type { Context } from '../../context.ts'
import { MAX_NAME_CHARS } from '../../rules/auth.ts'
import type { OAuthProvider } from '../../rules/oauth.ts'
import { cleanText } from '../../rules/text.ts'
import { isEmail, isPictureUrl, normalizeEmail } from '../../rules/validators.ts'

/** What came back from a provider, after its attempt was found. */
export interface WayBack {
  code: string
  codeVerifier: string | null
  nonce: string
  redirectUri: string
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

export interface IdentityProvider<Client> {
  /** How the browser brings the answer: in the address, or as a form. */
  callbackMethod: 'GET' | 'POST'
  hasPkce: boolean
  endpoint: string
  scopes: readonly string[]
  /** Parameters of the authorize address besides those every provider has. */
  parameters(nonce: string): Record<string, string>
  /**
   * Trades the code for the provider's word on who it is. Its tokens are dropped after that.
   *
   * @throws OAuthRefusal `failed` or `unavailable`
   */
  identify(ctx: Context, client: Client, wayBack: WayBack): Promise<ProviderPerson>
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

/**
 * Whether a stated address may open an account that has the same one. Letters outside of ASCII look like others, or
 * become them when case or form is folded (U+212A is a k to many programs), so that such a mailbox may be a stranger's.
 */
export function mayJoinByAddress(email: string): boolean {
  return /^[\x21-\x7e]+$/.test(email.slice(0, email.lastIndexOf('@')))
}

/** A name as a provider states it, cut to what a name may have. */
export function statedName(name: string | null | undefined): string {
  return cleanText((name ?? '').replaceAll('\0', '')).slice(0, MAX_NAME_CHARS)
}

/** A picture as a provider states it; null where its address is none that a profile may have. */
export function statedPicture(url: string | null | undefined): string | null {
  return url && isPictureUrl(url) ? url : null
}
