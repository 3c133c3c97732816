import * as v from 'valibot'
import type { Context } from '../context.ts'
import { accessTokenIn, askAsPerson, askProvider, requestTokens } from './ask-provider.ts'
import { ENDPOINTS } from './endpoints.ts'
import { verifyIdToken } from './id-token.ts'
import {
  type ConnectionFlow,
  type ProviderAnswer,
  type ProviderFlow,
  type ProviderPerson,
  statedEmail,
  statedName,
  statedPicture,
} from './provider.ts'
import { OAuthRefusal } from './refusal.ts'

/** Google uses both forms of its issuer. */
const GOOGLE_ISSUERS = ['https://accounts.google.com', 'accounts.google.com']
const BUSINESS_SCOPE = 'https://www.googleapis.com/auth/business.manage'

const GOOGLE = {
  endpoints: ENDPOINTS.google,
  hasPkce: true,
  // The refresh token isn't used for signing in, but the specification wants both parameters there too. Without
  // `consent` Google gives no refresh token to a client that has already had one.
  parameters: (nonce: string) => ({ nonce, access_type: 'offline', prompt: 'consent' }),
}

export const googleSignIn: ProviderFlow<ProviderPerson> = {
  ...GOOGLE,
  scopes: ['openid', 'email', 'profile'],
  async claims(ctx, answer) {
    const claims = await identityClaims(ctx, answer)
    return {
      provider: 'google',
      subject: claims.sub,
      email: statedEmail(claims.email),
      isEmailVerified: claims.email_verified === true,
      fullName: statedName(claims.name),
      avatarUrl: statedPicture(claims.picture),
    }
  },
}

/** Connects Google Business Profile: https://developers.google.com/my-business/content/implement-oauth */
export const googleConnection: ConnectionFlow = {
  ...GOOGLE,
  // The first two identify the account.
  scopes: ['openid', 'email', BUSINESS_SCOPE],
  async claims(ctx, answer) {
    const { tokens } = answer
    const claims = await identityClaims(ctx, answer)
    // Owners may decline single permissions. A response without scopes means that all were granted.
    const scopes = tokens.scopes ?? [...googleConnection.scopes]
    if (!scopes.includes(BUSINESS_SCOPE))
      throw new OAuthRefusal('incomplete', 'the business scope was left out')
    const { refreshToken } = tokens
    if (refreshToken === null) throw new OAuthRefusal('failed', 'there is no refresh token')
    const accessToken = accessTokenIn(tokens, ctx.now())
    return { subject: claims.sub, label: claims.email ?? 'Google account', accessToken, refreshToken, scopes }
  },
  async refresh(ctx, client, refreshToken) {
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken }
    return accessTokenIn(await requestTokens(ctx, ENDPOINTS.google.token, client, grant), ctx.now())
  },
  async revoke(ctx, { refreshToken, accessToken }) {
    // Revoking the refresh token also revokes its access tokens.
    const token = refreshToken ?? accessToken
    await askProvider(ctx, ENDPOINTS.google.revoke, { method: 'POST', body: new URLSearchParams({ token }) })
  },
}

function identityClaims(ctx: Context, { tokens, client, nonce }: ProviderAnswer) {
  const expected = { provider: 'google', issuers: GOOGLE_ISSUERS, audience: client.id, nonce } as const
  return verifyIdToken(ctx, tokens.idToken, expected)
}

/** Apple uses both issuers. */
const APPLE_ISSUERS = ['https://appleid.apple.com', 'https://account.apple.com']

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
    const expected = { provider: 'apple', issuers: APPLE_ISSUERS, audience: client.id, nonce } as const
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
 * The name from Apple's form post. Apple sends it only there, only once and unsigned, so anybody could have sent it.
 */
function nameIn(user: string | null): string {
  const parsed = v.safeParse(AppleUser, user)
  if (!parsed.success) return ''
  const { firstName, lastName } = parsed.output.name
  return statedName(`${firstName} ${lastName}`)
}

const { token: tokenEndpoint, person, permissions } = ENDPOINTS.facebook

const FacebookPerson = v.object({ id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)), name: v.string() })
const Permissions = v.object({ data: v.array(v.object({ permission: v.string(), status: v.string() })) })

/** Connects Facebook pages: https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow */
export const facebookConnection: ConnectionFlow = {
  endpoints: ENDPOINTS.facebook,
  hasPkce: false,
  scopes: ['pages_show_list', 'pages_read_engagement', 'pages_read_user_content'],
  // Asks again for permissions that were declined before.
  parameters: () => ({ auth_type: 'rerequest' }),
  async claims(ctx, { client, tokens }) {
    const shortLived = accessTokenIn(tokens, ctx.now())
    // The first token expires within hours, this one after about 60 days; the page tokens obtained with it never
    // expire.
    const exchange = { grant_type: 'fb_exchange_token', fb_exchange_token: shortLived.text }
    const accessToken = accessTokenIn(await requestTokens(ctx, tokenEndpoint, client, exchange), ctx.now())
    const [who, allowed] = await Promise.all([
      askAsPerson(ctx, person, accessToken.text, FacebookPerson),
      askAsPerson(ctx, permissions, accessToken.text, Permissions),
    ])
    const scopes = allowed.data.filter(({ status }) => status === 'granted').map((one) => one.permission)
    if (!facebookConnection.scopes.every((scope) => scopes.includes(scope))) {
      throw new OAuthRefusal('incomplete', 'a permission was left out')
    }
    return { subject: who.id, label: who.name, accessToken, refreshToken: null, scopes }
  },
  refresh: null,
  async revoke(ctx, { accessToken }) {
    const headers = { authorization: `Bearer ${accessToken}` }
    await askProvider(ctx, permissions, { method: 'DELETE', headers })
  },
}

const GithubPerson = v.object({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  name: v.nullish(v.string()),
  avatar_url: v.nullish(v.string()),
})
const Addresses = v.array(v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }))

const GITHUB_HEADERS = {
  accept: 'application/vnd.github+json',
  // GitHub refuses requests without a user agent.
  'user-agent': 'review-dashboard',
}

/** GitHub has no identity tokens, so its API is called with the access token instead. */
export const githubSignIn: ProviderFlow<ProviderPerson> = {
  endpoints: ENDPOINTS.github,
  hasPkce: true,
  scopes: ['user:email'],
  parameters: () => ({}),
  async claims(ctx, { tokens }) {
    const { text: token } = accessTokenIn(tokens, ctx.now())
    const [person, addresses] = await Promise.all([
      askAsPerson(ctx, ENDPOINTS.github.person, token, GithubPerson, GITHUB_HEADERS),
      askAsPerson(ctx, ENDPOINTS.github.addresses, token, Addresses, GITHUB_HEADERS),
    ])
    // The profile's address is whatever its owner chose; only this list says which ones are confirmed.
    const primary = addresses.find((address) => address.primary)
    return {
      provider: 'github',
      subject: String(person.id),
      email: statedEmail(primary?.email),
      isEmailVerified: primary?.verified === true,
      fullName: statedName(person.name),
      avatarUrl: statedPicture(person.avatar_url),
    }
  },
}
