import * as v from 'valibot'
import type { Context } from '../../context.ts'
import { askProvider } from '../ask-provider.ts'
import type { OAuthClients } from '../clients.ts'
import { ENDPOINTS } from '../endpoints.ts'
import { exchangeCode } from '../exchange-code.ts'
import { OAuthRefusal } from '../refusal.ts'
import { type IdentityProvider, statedEmail, statedName, statedPicture } from './provider.ts'

const Person = v.object({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  name: v.nullish(v.string()),
  avatar_url: v.nullish(v.string()),
})
const Addresses = v.array(v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }))

/** GitHub knows no identity tokens: its API is asked with the access token instead. */
export const github: IdentityProvider<OAuthClients['github']> = {
  callbackMethod: 'GET',
  hasPkce: true,
  endpoint: ENDPOINTS.github.authorize,
  scopes: ['user:email'],
  parameters: () => ({}),
  async identify(ctx, client, { code, codeVerifier, redirectUri }) {
    const { accessToken } = await exchangeCode(ctx, {
      endpoint: ENDPOINTS.github.token,
      code,
      codeVerifier,
      redirectUri,
      clientId: client.id,
      clientSecret: client.secret,
    })
    if (accessToken === null) throw new OAuthRefusal('failed', 'GitHub gave no access token')
    const [person, addresses] = await Promise.all([
      askApi(ctx, ENDPOINTS.github.person, accessToken, Person),
      askApi(ctx, ENDPOINTS.github.addresses, accessToken, Addresses),
    ])
    // The address on the profile is whatever its owner shows; only this list says what was confirmed.
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

async function askApi<T>(
  ctx: Context,
  address: string,
  accessToken: string,
  schema: v.GenericSchema<unknown, T>,
): Promise<T> {
  const { status, json } = await askProvider(ctx, address, {
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${accessToken}`,
      // GitHub refuses requests without one.
      'user-agent': 'review-dashboard',
    },
  })
  const parsed = v.safeParse(schema, json)
  if (status !== 200 || !parsed.success) {
    throw new OAuthRefusal('failed', `${new URL(address).pathname} of GitHub could not be read: ${status}`)
  }
  return parsed.output
}
