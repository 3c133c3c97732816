import { createClients, type IdentityClients } from './identity-clients.ts'
import { createGrantBook, type GrantBook } from './identity-grants.ts'
import { createSigningKey, type SigningKey } from './identity-tokens.ts'
import type { Answer, Route, UpstreamRequest } from './wire.ts'

/** State of the three identity providers. */
export interface IdentityDesk {
  clients: IdentityClients
  grants: GrantBook
  /** The provider's signing key, created on first use. */
  key(provider: 'google' | 'apple'): SigningKey
}

export function createIdentityDesk(): IdentityDesk {
  const keys = new Map<string, SigningKey>()
  return {
    clients: createClients(),
    grants: createGrantBook(),
    key(provider) {
      const key = keys.get(provider) ?? createSigningKey(`${provider}-stand-in-1`)
      keys.set(provider, key)
      return key
    },
  }
}

/** A route of an identity provider. Call `answer` only once, because it may use up a code. */
export function identityRoute(answer: () => Answer, failures: Route['failures'] = {}): Route {
  return { platform: 'identity', listing: null, answer, failures }
}

/** The form of a token request and the client's credentials, from Basic authentication or from the form's fields. */
export function credentialsOf({ body, headers }: UpstreamRequest) {
  const form = new URLSearchParams(body)
  const basic = /^Basic (.+)$/i.exec(headers.authorization ?? '')?.[1]
  if (basic === undefined) return { form, id: form.get('client_id'), secret: form.get('client_secret') }
  const [id = '', secret = ''] = atob(basic).split(':').map(decodeURIComponent)
  return { form, id, secret }
}
