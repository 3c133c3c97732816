import * as v from 'valibot'
import { ENDPOINTS } from '../endpoints.ts'
import { verifyIdToken } from '../id-token.ts'
import { type ProviderFlow, type ProviderPerson, statedEmail, statedName } from '../provider.ts'

/** Apple uses both issuers. */
const ISSUERS = ['https://appleid.apple.com', 'https://account.apple.com']

const NamePart = v.optional(v.string(), '')
const AppleUser = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ name: v.object({ firstName: NamePart, lastName: NamePart }) }),
)

export const appleSignIn: ProviderFlow<ProviderPerson> = {
  endpoints: ENDPOINTS.apple,
  // Apple documents no PKCE; the nonce in its token binds the code to the attempt.
  hasPkce: false,
  scopes: ['name', 'email'],
  // Apple sends name and e-mail only in a form POST.
  parameters: (nonce) => ({ nonce, response_mode: 'form_post' }),
  async claims(ctx, { tokens, client, nonce, user }) {
    const expected = { provider: 'apple', issuers: ISSUERS, audience: client.id, nonce } as const
    const claims = await verifyIdToken(ctx, tokens.idToken, expected)
    return {
      provider: 'apple',
      subject: claims.sub,
      email: statedEmail(claims.email),
      isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
      fullName: nameIn(user),
      // Apple has no pictures.
      avatarUrl: null,
    }
  },
}

/**
 * The name from the form, the only place where Apple sends it, and only once. Unsigned, so anybody could have sent it.
 */
function nameIn(user: string | null): string {
  const parsed = v.safeParse(AppleUser, user)
  if (!parsed.success) return ''
  const { firstName, lastName } = parsed.output.name
  return statedName(`${firstName} ${lastName}`)
}
