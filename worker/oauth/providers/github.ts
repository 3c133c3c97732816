import * as v from 'valibot'
import { askAsPerson } from '../ask-provider.ts'
import { ENDPOINTS } from '../endpoints.ts'
import {
  type ProviderFlow,
  type ProviderPerson,
  statedEmail,
  statedName,
  statedPicture,
} from '../provider.ts'
import { accessTokenIn } from '../token-endpoint.ts'

const Person = v.object({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  name: v.nullish(v.string()),
  avatar_url: v.nullish(v.string()),
})
const Addresses = v.array(v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }))

const HEADERS = {
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
      askAsPerson(ctx, ENDPOINTS.github.person, token, Person, HEADERS),
      askAsPerson(ctx, ENDPOINTS.github.addresses, token, Addresses, HEADERS),
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
