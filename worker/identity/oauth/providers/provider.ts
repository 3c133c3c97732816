import type { Context } from '../../../context.ts'
import { MAX_NAME_CHARS } from '../../../rules/auth.ts'
import type { OAuthProvider } from '../../../rules/oauth.ts'
import { isPictureUrl } from '../../../rules/profile.ts'
import { cleanText } from '../../../rules/text.ts'
import { isEmail, normalizeEmail } from '../../../rules/validators.ts'

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

/** An address as a provider states it; null where it is none by our rules. */
export function statedEmail(email: string | null | undefined): string | null {
  return email && isEmail(email) ? normalizeEmail(email) : null
}

/** A name as a provider states it, cut to what a name may have. */
export function statedName(name: string | null | undefined): string {
  return cleanText((name ?? '').replaceAll('\0', '')).slice(0, MAX_NAME_CHARS)
}

/** A picture as a provider states it; null where its address is none that a profile may have. */
export function statedPicture(url: string | null | undefined): string | null {
  return url && isPictureUrl(url) ? url : null
}
